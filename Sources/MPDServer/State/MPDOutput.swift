import Glibc
import NIOCore

/// The output to one client, a bounded number of bytes.
struct MPDOutput {
  /// Most bytes of one write; small, so that progress can be seen.
  private static let pieceBytes = 64 << 10

  private let limit: Int
  private var unsent = ByteBuffer()
  private var waiting = 0
  /// The last time at which bytes were sent, or began to wait.
  private(set) var lastProgress = NIODeadline.now()

  init(limit: Int) { self.limit = limit }

  /// True when there are bytes that were not written yet.
  var hasUnsent: Bool { unsent.readableBytes > 0 }

  /// True when bytes were written that have not been sent yet.
  var isWaiting: Bool { waiting > 0 }

  /// Appends bytes. Returns false when more than the limit wait.
  mutating func append(_ bytes: ByteBuffer) -> Bool {
    unsent.writeImmutableBuffer(bytes)
    return waiting + unsent.readableBytes <= limit
  }

  /// Returns the bytes to write now, in pieces, and counts them as waiting.
  mutating func takePieces() -> [ByteBuffer] {
    if waiting == 0 { lastProgress = .now() }
    waiting += unsent.readableBytes
    var pieces: [ByteBuffer] = []
    while unsent.readableBytes > 0, let piece = unsent.readSlice(length: min(Self.pieceBytes, unsent.readableBytes)) {
      pieces.append(piece)
    }
    unsent = ByteBuffer()
    return pieces
  }

  /// Records that `bytes` bytes were sent.
  mutating func wasSent(_ bytes: Int) {
    waiting -= bytes
    lastProgress = .now()
  }
}

/// Formats times of day for the protocol.
enum MPDClock {
  /// Returns `seconds` since 1970 in ISO 8601, in UTC.
  static func text(_ seconds: Double) -> String {
    var time = time_t(max(0, min(seconds, 253_402_300_799)))  // the year 9999
    var parts = tm()
    gmtime_r(&time, &parts)
    return [
      pad(Int(parts.tm_year) + 1900, 4), "-", pad(Int(parts.tm_mon) + 1), "-", pad(Int(parts.tm_mday)), "T",
      pad(Int(parts.tm_hour)), ":", pad(Int(parts.tm_min)), ":", pad(Int(parts.tm_sec)), "Z",
    ].joined()
  }

  private static func pad(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
