import Foundation
import Glibc

/// A supervisor's ear: what a service says to `$NOTIFY_SOCKET`.
public final class NotifySocket: Sendable {
  /// Something that was said, and when.
  public struct Note: Sendable {
    /// When it was heard.
    public var time: ContinuousClock.Instant
    /// `READY=1`, `STATUS=…`.
    public var text: String
  }

  private let folder: Scratch
  private let descriptor: Int32
  private let lock = NSLock()
  /// Only used under `lock`.
  nonisolated(unsafe) private var heard: [Note] = []

  /// An ear of the test's own.
  public init() throws {
    folder = try Scratch()
    guard let descriptor = UnixStream.bindDatagrams(to: folder.path("notify")) else {
      throw ProcessRunner.StartFailure(description: "no socket for notes")
    }
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// What the service is to find in its environment; with a watchdog, how long that waits.
  public func environment(watchdog: Duration? = nil) -> [String: String] {
    var result = ["NOTIFY_SOCKET": folder.path("notify")]
    if let watchdog { result["WATCHDOG_USEC"] = String(Int64(watchdog / .microseconds(1))) }
    return result
  }

  /// Everything that was said so far.
  public var notes: [Note] {
    lock.withLock {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return heard }
        heard.append(Note(time: .now, text: String(decoding: bytes[..<count], as: UTF8.self)))
      }
    }
  }

  /// How often `text` was said.
  public func count(of text: String) -> Int { notes.count { $0.text == text } }

  /// Whether something that begins so is said within ten seconds.
  public func hears(_ beginning: String) -> Bool {
    ProcessRunner.eventually { self.notes.contains { $0.text.hasPrefix(beginning) } }
  }
}
