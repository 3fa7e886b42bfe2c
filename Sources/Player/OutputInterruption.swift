import CALSA  // It defines `pollfd`, whose header belongs to no module of the system.
import Glibc
import Synchronization
import SystemSupport

/// A stop request that ends the waits of the playback thread; any thread may make it.
public final class OutputInterruption: Sendable {
  /// The read end of a pipe that becomes readable with the request, for `poll`; −1 when the system has no descriptor
  /// left.
  let descriptor: Int32
  private let pipe = WakePipe()
  private let requested = Atomic<Bool>(false)

  /// Longest single wait when no descriptor can wake the waiter.
  private static let slice: Duration = .milliseconds(100)

  /// Creates an interruption without a request.
  public init() { descriptor = pipe?.readEnd ?? -1 }

  /// True from `request()` until `reset()`.
  public var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// Requests the stop. Safe on any thread, any number of times; never blocks.
  public func request() {
    requested.store(true, ordering: .releasing)
    pipe?.wake()
  }

  /// Withdraws the request, for the next use of the output.
  public func reset() {
    requested.store(false, ordering: .releasing)
    pipe?.drain()
  }

  /// Waits for `timeout`, or until a stop is requested here or with `other`. Returns true when it was requested.
  public func wait(for timeout: Duration, orUntil other: OutputInterruption? = nil) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    func isOver() -> Bool { isRequested || other?.isRequested == true }
    while !isOver() {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { break }
      var others: [pollfd] = []
      if let other { others.append(pollfd(fd: other.descriptor, events: Int16(POLLIN), revents: 0)) }
      // An interruption without a descriptor cannot wake this thread: poll ignores its entry.
      _ = poll(&others, for: other.map { $0.descriptor < 0 ? min(left, Self.slice) : left } ?? left)
    }
    return isOver()
  }

  /// Waits until `file` can be written. Returns false when the stop was requested first.
  func waitForSpace(in file: Int32) -> Bool {
    while !isRequested {
      var descriptors = [pollfd(fd: file, events: Int16(POLLOUT), revents: 0)]
      if poll(&descriptors, for: .seconds(60)) > 0 || (descriptors.first?.revents ?? 0) != 0 { return true }
    }
    return false
  }

  /// Waits until one of `descriptors` is ready, the stop is requested, or at most `timeout` has passed, and fills in
  /// their `revents`. Returns how many of them are ready, or −1 with `errno`.
  func poll(_ descriptors: inout [pollfd], for timeout: Duration) -> Int32 {
    let count = descriptors.count
    var timeout = timeout
    if descriptor >= 0 {
      descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    } else {
      timeout = min(timeout, Self.slice)
    }
    let milliseconds = Int32(clamping: Int64((timeout / .milliseconds(1)).rounded(.up)))
    let result = Glibc.poll(&descriptors, nfds_t(descriptors.count), max(0, milliseconds))
    let wasWoken = descriptors.count > count && descriptors[count].revents != 0
    descriptors.removeLast(descriptors.count - count)
    return result > 0 && wasWoken ? result - 1 : result
  }
}
