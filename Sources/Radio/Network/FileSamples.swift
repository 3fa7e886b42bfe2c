import AudioCore
import Downloader
import Parser

/// Samples of a file of MPEG audio on this machine: frames from all of its parts, and the tags at its end.
struct FileSamples {
  /// The number of places at which frames are read, and the bytes of each.
  private static let places = 8
  private static let placeBytes = 16 << 10
  /// The size of ID3v1, and of the footer of APEv2, in bytes.
  private static let id3Bytes = 128
  private static let footerBytes = 32

  private var file: LocalBytes.Iterator
  /// The size of the file, in bytes.
  private let size: Int

  /// Samples of the file at `path`, which has `size` bytes.
  init(path: String, size: Int) {
    file = LocalBytes(path: path).makeAsyncIterator()
    self.size = size
  }

  /// Returns the length of the file by `estimate`, which has read its beginning; nil when further frames have other
  /// sizes. The first `tagBytes` bytes of the file are tags.
  mutating func length(_ estimate: LengthEstimate, tagBytes: Int) async -> Duration? {
    let start = max(0, size - Self.id3Bytes - Self.footerBytes)
    let end = await read(at: start, count: size - start)
    let soundBytes = size - tagBytes - Self.tagBytes(atEndOf: end)
    var estimate = estimate
    guard estimate.length(soundBytes: soundBytes) != nil else { return nil }
    for place in 1...Self.places {
      let part = await read(at: tagBytes + soundBytes * place / (Self.places + 1), count: Self.placeBytes)
      // A part begins within a frame; the parser finds the next one.
      var parser = StreamParser(source: "")
      guard let elements = try? parser.feed(part), parser.container == nil else { continue }
      for case .packet(let packet) in elements { estimate.add(packet) }
    }
    return estimate.length(soundBytes: soundBytes)
  }

  /// Returns at most `count` bytes at `position`; fewer at the end, and none when they cannot be read.
  private mutating func read(at position: Int, count: Int) async -> [UInt8] {
    do {
      try await file.seek(to: position)
      return Array(try await file.next()?.prefix(count) ?? [])
    } catch {
      return []
    }
  }

  /// Returns the size of ID3v1 and APEv2 at the end of `bytes`, the end of a file.
  static func tagBytes(atEndOf bytes: [UInt8]) -> Int {
    let hasID3 = bytes.count >= id3Bytes && bytes.suffix(id3Bytes).starts(with: "TAG".utf8)
    let id3 = hasID3 ? id3Bytes : 0
    let footer = Array(bytes.dropLast(id3).suffix(footerBytes))
    guard footer.count == footerBytes, footer.starts(with: "APETAGEX".utf8) else { return id3 }
    func word(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(footer[place + $1]) << (8 * $1) } }
    // The size is that of items and footer; the highest flag says that there is a header, too.
    return id3 + word(12) + (word(20) >> 31 == 1 ? footerBytes : 0)
  }
}
