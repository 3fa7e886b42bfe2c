import AudioCore
import Glibc
import Parser
import SystemSupport

/// Reads the bytes of a recording, wherever they are. Used by one task.
final class RecordingBytes {
  private let content: Recording.Content
  private let name: String
  private let descriptor: Int32

  /// Opens the recording. Throws `.cannotRead`.
  init(_ recording: Recording) throws(TuneError) {
    content = recording.content
    name = recording.name
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
      var status = stat()
      return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }
  }
}
