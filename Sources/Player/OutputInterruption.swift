import Glibc
import Synchronization

/// A wish to stop, from any thread, that ends the waiting of the thread that plays.
public final class OutputInterruption: Sendable {
  /// A pipe's end that becomes readable, for `poll`, with the request; −1 when the system has no descriptor left.
  let descriptor: Int32
  private let signal: Int32
  private let requested = Atomic<Bool>(false)

  /// Longest single wait when there is no descriptor to wake the waiter.
  private static let slice: Duration = .milliseconds(100)

  /// Nothing is requested yet.
  public init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    signal = ends[1]
  }

  deinit { for end in [descriptor, signal] where end >= 0 { _ = Glibc.close(end) } }

  /// True from `request()` on, until `reset()`.
  public var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// Asks for the stop; safe on any thread, any number of times, and never blocks.
  public func request() {
    requested.store(true, ordering: .releasing)
    // A full pipe refuses the byte, and is readable as it is.
    if signal >= 0 { withUnsafeBytes(of: UInt8(0)) { _ = Glibc.write(signal, $0.baseAddress, $0.count) } }
  }

  /// Takes the request back, for the next use of the output.
  public func reset() {
    requested.store(false, ordering: .releasing)
    var bytes = [UInt8](repeating: 0, count: 64)
    while descriptor >= 0 && Glibc.read(descriptor, &bytes, bytes.count) > 0 {}
  }

  /// Waits for `timeout`, or less when the stop is requested, here or with `other`; true when it was.
  public func wait(for timeout: Duration, orUntil other: OutputInterruption? = nil) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    func isOver() -> Bool { isRequested || other?.isRequested == true }
    while !isOver() {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { break }
      var others: [pollfd] = []
      if let other { others.append(pollfd(fd: other.descriptor, events: Int16(POLLIN), revents: 0)) }
      // One without a descriptor cannot wake anybody: poll ignores its entry.
      _ = poll(&others, for: other.map { $0.descriptor < 0 ? min(left, Self.slice) : left } ?? left)
    }
    return isOver()
  }

  /// Waits until one of `descriptors` is ready, the stop is requested, or a wait of at most `timeout` is over; their
  /// `revents` are filled in. Returns how many are ready, or −1 with `errno`.
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
