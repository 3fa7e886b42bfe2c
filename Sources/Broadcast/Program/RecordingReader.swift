import AudioCore
import Bytes
import Glibc
import Parser
import SystemSupport

/// Reads the bytes of a recording, wherever they are. Used by one task.
final class RecordingBytes {
  private let content: Recording.Content
  private let descriptor: Int32

  /// Opens the recording. Throws `.cannotRead`.
  init(_ recording: Recording) throws(TuneError) {
    content = recording.content
    guard case .file(let path) = recording.content else {
      descriptor = -1
      return
    }
    // Non-blocking: a named pipe without a writer must not block the station.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .cannotRead(path: path, reason: SystemReason.text(of: errno)) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns the bytes in `range`; fewer or none past the end. Throws `.cannotRead`.
  func read(_ range: Range<Int>) throws(TuneError) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return Array(bytes[range.clamped(to: 0..<bytes.count)])
    case .embedded(let bytes): return bytes.read(range)
    case .file(let path):
      guard !range.isEmpty else { return [] }
      var buffer = [UInt8](repeating: 0, count: range.count)
      let count = pread(descriptor, &buffer, buffer.count, off_t(range.lowerBound))
      guard count >= 0 else { throw .cannotRead(path: path, reason: SystemReason.text(of: errno)) }
      return count == buffer.count ? buffer : Array(buffer.prefix(count))
    }
  }

  /// Artist and title of its ID3 tag; nil without them.
  var title: String? {
    ID3Text.tags(size: size) { range in (try? read(range)) ?? [] }.metadata?.title
  }

  private var size: Int {
    switch content {
    case .bytes(let bytes): return bytes.count
    case .embedded(let bytes): return bytes.count
    case .file:
      return stat(of: descriptor).map { Int($0.st_size) } ?? 0
    }
  }
}

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
