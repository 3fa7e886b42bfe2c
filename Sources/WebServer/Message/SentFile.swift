import AudioCore
import Glibc
import NIOCore
import RadioModel
import SystemSupport

/// A plain file that is sent to a client: open, and read in pieces.
package final class SentFile: Sendable {
  /// The bytes of the file when it was opened.
  let count: Int
  private let descriptor: Int32
  private let name: String

  /// Opens the file at `path`, which errors call `name`. Throws ``ServiceError``.
  init(_ path: String, name: String) throws(ServiceError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    let code = errno
    guard descriptor >= 0 else {
      throw code == ENOENT || code == ENOTDIR || code == ELOOP ? Self.gone(name) : Self.unreadable(name, code)
    }
    guard let status = stat(of: descriptor), status.isPlainFile else {
      close(descriptor)
      throw Self.gone(name)
    }
    (self.descriptor, self.name) = (descriptor, name)
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Returns the bytes in `range`. Throws ``ServiceError`` when the file does not have them any more.
  func read(_ range: Range<Int>) throws(ServiceError) -> ByteBuffer {
    var piece = ByteBufferAllocator().buffer(capacity: range.count)
    while piece.readableBytes < range.count {
      let (start, rest) = (range.lowerBound + piece.readableBytes, range.count - piece.readableBytes)
      var code: Int32 = 0
      let count = piece.writeWithUnsafeMutableBytes(minimumWritableBytes: rest) { buffer in
        let count = pread(descriptor, buffer.baseAddress, rest, off_t(start))
        if count < 0 { code = errno }
        return max(count, 0)
      }
      if code == EINTR { continue }
      guard code == 0 else { throw Self.unreadable(name, code) }
      guard count > 0 else { throw Self.gone(name) }
    }
    return piece
  }

  private static func gone(_ name: String) -> ServiceError {
    ServiceError(.notFound, "the file \"\(name)\" was moved or removed")
  }

  private static func unreadable(_ name: String, _ code: Int32) -> ServiceError {
    ServiceError(.unavailable, "the file \"\(name)\" cannot be read: \(SystemReason.text(of: code))")
  }

  // MARK: - Header fields

  /// The characters that stand for themselves in an extended value (RFC 8187, `attr-char`), besides letters and digits.
  private static let plain = "!#$&+-.^_`|~"

  /// Returns the field `Content-Disposition` that makes a browser save the file as `name` (RFC 6266). `filename` is for
  /// clients that do not know `filename*`.
  package static func disposition(of name: String) -> String {
    // Some clients decode a percent sign, and some do not remove the escape of a quote.
    let simple = String(
      name.unicodeScalars.map { scalar in
        scalar.isASCII && scalar.value >= 32 && scalar.value < 127 && !"\"\\%".unicodeScalars.contains(scalar)
          ? Character(scalar) : "_"
      })
    return "attachment; filename=\"\(simple)\"; filename*=UTF-8''\(PercentEncoding.encoded(name, keeping: plain))"
  }

  /// Returns the media type of a recorded file, by the end of its name.
  package static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last.map(String.init) {
    case "mp1", "mp2", "mp3": "audio/mpeg"
    case "aac": "audio/aac"
    case "ogg", "oga", "opus", "spx": "audio/ogg"
    case "wav": "audio/wav"
    default: "application/octet-stream"
    }
  }
}
