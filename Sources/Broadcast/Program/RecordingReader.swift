import AudioCore
import Parser

/// Splits one recording into frames. Used by one task.
final class RecordingReader {
  /// The number of bytes that are read at a time.
  private static let chunkBytes = 16 << 10

  private let bytes: RecordingBytes
  private let cues: [Recording.Cue]
  private var parser: StreamParser
  private var offset = 0
  private var packets: ArraySlice<Packet> = []
  private var frame = 0
  private var cue = 0
  private var isAtEnd = false

  /// Opens `recording`. Throws `.cannotRead`.
  init(_ recording: Recording) throws(TuneError) {
    bytes = try RecordingBytes(recording)
    parser = StreamParser(source: recording.name)
    cues = recording.cues ?? [Recording.Cue(frame: 0, title: bytes.title ?? Self.title(ofPath: recording.name))]
  }

  /// Returns the next frame and its title; nil at the end. Throws the errors of the parser, and `.cannotRead`.
  func next() throws(TuneError) -> (packet: Packet, title: String)? {
    while packets.isEmpty {
      guard !isAtEnd else { return nil }
      let chunk = try bytes.read(offset..<offset + Self.chunkBytes)
      offset += chunk.count
      isAtEnd = chunk.isEmpty
      packets = (isAtEnd ? try parser.finish() : try parser.feed(chunk)).packets[...]
    }
    guard let packet = packets.popFirst() else { return nil }
    while cue + 1 < cues.count, cues[cue + 1].frame <= frame { cue += 1 }
    let title = cues.indices.contains(cue) && cues[cue].frame <= frame ? cues[cue].title : ""
    frame += 1
    return (packet, title)
  }

  /// Returns a file's name without folder and extension.
  private static func title(ofPath path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return CleanText.singleLine(String(stem.isEmpty ? name : stem))
  }
}
