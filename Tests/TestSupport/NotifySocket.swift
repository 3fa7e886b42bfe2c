import Foundation
import Glibc

/// A supervisor's notification socket: records the messages that a service sends to `$NOTIFY_SOCKET`.
public final class NotifySocket: Sendable {
  /// A message, and when it was read.
  public struct Note: Sendable {
    /// When the test read it.
    public var time: ContinuousClock.Instant
    /// `READY=1`, `STATUS=…`.
    public var text: String
  }

  private let folder: Scratch
  private let descriptor: Int32
  private let lock = NSLock()
  /// Only used under `lock`.
  nonisolated(unsafe) private var heard: [Note] = []

  /// A socket in a folder of its own.
  public init() throws {
    folder = try Scratch()
    guard let descriptor = UnixStream.bindDatagrams(to: folder.path("notify")) else {
      throw ProcessRunner.StartError(description: "no socket for notes")
    }
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// The environment for the service; `watchdog` is the supervisor's time limit, if it has a watchdog.
  public func environment(watchdog: Duration? = nil) -> [String: String] {
    var result = ["NOTIFY_SOCKET": folder.path("notify")]
    if let watchdog { result["WATCHDOG_USEC"] = String(Int64(watchdog / .microseconds(1))) }
    return result
  }

  /// All messages so far.
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

  /// How often `text` came.
  public func count(of text: String) -> Int { notes.count { $0.text == text } }

  /// Whether a message that begins with `beginning` comes within ten seconds.
  public func hears(_ beginning: String) -> Bool {
    ProcessRunner.eventually { self.notes.contains { $0.text.hasPrefix(beginning) } }
  }
}
