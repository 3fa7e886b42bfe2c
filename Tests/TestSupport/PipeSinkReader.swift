import Foundation
import Glibc
import Synchronization

/// Reads a pipe as a sound device plays: at the rate of its samples by the monotonic clock. What it has read is what a
/// listener heard. The bytes in the pipe are the device's latency.
public final class PipeSinkReader: SoundRecording {
  /// The pipe cannot be made.
  public struct ReaderError: Error, CustomStringConvertible {
    /// Part of a sentence, with the system's reason.
    public var description: String
  }

  private let heard = Mutex<[UInt8]>([])
  private let isOver = Atomic(false)

  /// Linux's `F_SETPIPE_SZ`, which Glibc's module leaves out.
  private static let setPipeSize: Int32 = 1031
  private static let tickMicroseconds: useconds_t = 5000

  /// Makes a pipe at `path` that holds about `length` of 16-bit stereo, and begins to play from it. The system has pipes
  /// of powers of two alone, of up to 1 MiB.
  init(path: String, holding length: Duration, sampleRate: Int) throws {
    let bytesPerSecond = 4 * sampleRate
    let capacity = 1 << Int(log2(length / .seconds(1) * Double(bytesPerSecond)).rounded())
    guard mkfifo(path, 0o600) == 0 else { throw Self.failure("make", path) }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure("open", path) }
    guard fcntl(descriptor, Self.setPipeSize, Int32(capacity)) >= capacity else {
      defer { close(descriptor) }
      throw Self.failure("enlarge", path)
    }
    Thread.detachNewThread { [self] in
      read(descriptor, bytesPerSecond: bytesPerSecond)
      close(descriptor)
    }
  }

  /// All bytes that were played so far.
  public var output: [UInt8] { heard.withLock { $0 } }

  /// Ends the reading; the pipe fills up.
  func stop() { isOver.store(true, ordering: .relaxed) }

  private func read(_ descriptor: Int32, bytesPerSecond: Int) {
    var piece = [UInt8](repeating: 0, count: bytesPerSecond)
    var last = ContinuousClock.now
    var due = 0.0
    while !isOver.load(ordering: .relaxed) {
      let now = ContinuousClock.now
      due += (now - last) / .seconds(1) * Double(bytesPerSecond)
      last = now
      let wanted = min(Int(due) / 4 * 4, piece.count)  // whole frames
      let count = Glibc.read(descriptor, &piece, wanted)
      if count > 0 { heard.withLock { $0 += piece[..<count] } }
      // The device waits where the server sends nothing; that is not made up for later.
      due = count == wanted ? due - Double(count) : 0
      usleep(Self.tickMicroseconds)
    }
  }

  private static func failure(_ verb: String, _ path: String) -> ReaderError {
    ReaderError(description: "cannot \(verb) the pipe \(path): \(String(cString: strerror(errno)))")
  }
}
