import Bytes
import Spectrum

/// The member `levelBytes` of a spectrum's frame: for each row the levels as ``LevelBytes``, in Base64.
enum LevelBytesMember {
  /// Adds the member with the levels of `frame` to `line`, the frame as JSON that ends with `}` and a line feed.
  static func append(_ frame: SpectrumFrame, to line: inout [UInt8]) {
    line.removeLast(2)
    line.append(contentsOf: ",\"levelBytes\":[".utf8)
    for row in 0..<frame.rows {
      line.append(contentsOf: row > 0 ? ",\"".utf8 : "\"".utf8)
      line.append(contentsOf: Base64.encode(frame.levels(row: row).map(LevelBytes.byte)))
      line.append(UInt8(ascii: "\""))
    }
    line.append(contentsOf: "]}\n".utf8)
  }
}
