import AudioCore
import JSON

/// Writes the output of a `SpectrumStream` as JSON, one object a line, as documented in docs/json.md: `levels`, `peak`
/// and `rms` with two decimals, `bars` with four, times with six. The same events give the same bytes.
public struct SpectrumJSONWriter: Sendable {
  /// The version of this format.
  public static let version = 1
  /// The source of the sound, as the user named it.
  public var source: String
  /// The codec's name, such as `mp3`. It may change before the next header.
  public var codec: String

  /// The line of one frame before it is appended as a whole.
  private var line: [UInt8] = []

  /// Creates a writer for `source`, coded in `codec`.
  public init(source: String, codec: String) {
    self.source = source
    self.codec = codec
  }

  /// Appends the line of `event` to `bytes`.
  public mutating func append(_ event: SpectrumEvent, to bytes: inout [UInt8]) {
    switch event {
    case .header(let header): append(header, to: &bytes)
    case .frame(let frame): append(frame, to: &bytes)
    case .metadata(let time, let metadata): append(metadata, at: time, to: &bytes)
    }
  }

  /// Appends a header's line: the format, the options of the measurement (`mode` is `mono` for one row a frame), and
  /// the meaning of the numbers. No level is below `floor`, and `rmsReference` names the signal whose root mean square
  /// is 0 dBFS, a full-scale sine (AES17).
  public func append(_ header: SpectrumHeader, to bytes: inout [UInt8]) {
    let options = header.options
    bytes.append(contentsOf: "{\"type\":\"header\",\"version\":\(Self.version),\"source\":".utf8)
    JSONWriter.appendText(source, to: &bytes)
    bytes.append(contentsOf: ",\"codec\":".utf8)
    JSONWriter.appendText(codec, to: &bytes)
    bytes.append(
      contentsOf: """
        ,"sampleRate":\(header.format.sampleRate),"channels":\(header.format.channels),"fftSize":\(options.fftSize),\
        "hop":\(options.hop),"window":"hann","weighting":"\(options.weighting.rawValue)",\
        "profile":"\(options.profile.rawValue)","mode":"\(header.mode)",\
        "floor":\(Int(SpectrumConstants.floorDecibels)),"rmsReference":"sine","program":"radiod \(ProductVersion.text)"
        """.utf8)
    if let clock = header.clock { bytes.append(contentsOf: ",\"clock\":\"\(ClockText.iso8601(clock))\"".utf8) }
    bytes.append(contentsOf: ",\"bands\":[".utf8)
    for (number, band) in header.layout.bands.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: "{\"low\":\(DecimalText.hertz(band.low))".utf8)
      bytes.append(contentsOf: ",\"center\":\(DecimalText.hertz(band.center))".utf8)
      bytes.append(contentsOf: ",\"high\":\(DecimalText.hertz(band.high))}".utf8)
    }
    bytes.append(contentsOf: "]}\n".utf8)
  }

  /// Appends a frame's line.
  public mutating func append(_ frame: SpectrumFrame, to bytes: inout [UInt8]) {
    let numbers = frame.levels.count + frame.bars.count + frame.peak.count + frame.rms.count
    let space = (numbers + 2) * (DecimalText.longest + 1) + 4 * frame.rows + 128
    if line.count < space { line = [UInt8](repeating: 0, count: space) }
    line.withUnsafeMutableBufferPointer { line in
      guard let start = line.baseAddress else { return }
      var cursor = start
      Self.write("{\"type\":\"frame\",\"index\":", at: &cursor)
      DecimalText.writeInteger(UInt64(frame.index.magnitude), at: &cursor)
      Self.write(",\"time\":", at: &cursor)
      DecimalText.writeMicroseconds(frame.time, at: &cursor)
      Self.write(",\"levels\":", at: &cursor)
      Self.writeRows(frame.levels, of: frame, at: &cursor) { DecimalText.writeHundredths($0, at: &$1) }
      Self.write(",\"bars\":", at: &cursor)
      Self.writeRows(frame.bars, of: frame, at: &cursor) { DecimalText.writeTenThousandths($0, at: &$1) }
      Self.write(",\"peak\":", at: &cursor)
      Self.writeList(frame.peak[...], at: &cursor) { DecimalText.writeHundredths($0, at: &$1) }
      Self.write(",\"rms\":", at: &cursor)
      Self.writeList(frame.rms[...], at: &cursor) { DecimalText.writeHundredths($0, at: &$1) }
      Self.write("}\n", at: &cursor)
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: cursor - start))
    }
  }

  /// Appends a title's line.
  public func append(_ metadata: StreamMetadata, at time: Double, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"type\":\"metadata\",\"time\":".utf8)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DecimalText.longest) { scratch in
      guard let start = scratch.baseAddress else { return }
      var cursor = start
      DecimalText.writeMicroseconds(time, at: &cursor)
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: cursor - start))
    }
    bytes.append(contentsOf: ",\"title\":".utf8)
    JSONWriter.appendText(metadata.title, to: &bytes)
    if let rawTitle = metadata.rawTitle {
      bytes.append(contentsOf: ",\"rawTitle\":".utf8)
      JSONWriter.appendText(rawTitle, to: &bytes)
    }
    if let url = metadata.url {
      bytes.append(contentsOf: ",\"url\":".utf8)
      JSONWriter.appendText(url, to: &bytes)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  /// Appends the last line: the number of frames, and why the stream ended.
  public func appendEnd(frames: Int, reason: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"type\":\"end\",\"frames\":\(frames),\"reason\":".utf8)
    JSONWriter.appendText(reason, to: &bytes)
    bytes.append(contentsOf: "}\n".utf8)
  }

  private typealias Cursor = UnsafeMutablePointer<UInt8>

  /// Writes one list per row: `[[…],[…]]`.
  @inline(__always)
  private static func writeRows(
    _ numbers: [Float], of frame: SpectrumFrame, at cursor: inout Cursor, write: (Float, inout Cursor) -> Void
  ) {
    cursor[0] = open
    cursor += 1
    for row in 0..<frame.rows {
      if row > 0 {
        cursor[0] = comma
        cursor += 1
      }
      writeList(numbers[row * frame.bands..<(row + 1) * frame.bands], at: &cursor, write: write)
    }
    cursor[0] = close
    cursor += 1
  }

  /// Writes `[1,2,3]`.
  @inline(__always)
  private static func writeList(
    _ numbers: ArraySlice<Float>, at cursor: inout Cursor, write: (Float, inout Cursor) -> Void
  ) {
    cursor[0] = open
    cursor += 1
    numbers.withUnsafeBufferPointer { numbers in
      for number in numbers {
        write(number, &cursor)
        cursor[0] = comma
        cursor += 1
      }
    }
    // The bracket replaces the last comma.
    if !numbers.isEmpty { cursor -= 1 }
    cursor[0] = close
    cursor += 1
  }

  @inline(__always)
  private static func write(_ text: StaticString, at cursor: inout Cursor) {
    cursor.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    cursor += text.utf8CodeUnitCount
  }

  private static let open = UInt8(ascii: "[")
  private static let close = UInt8(ascii: "]")
  private static let comma = UInt8(ascii: ",")
}
