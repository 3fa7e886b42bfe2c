import Foundation
import Glibc
import Synchronization

/// One connection through a ``MutatingProxy``: two threads, one for each direction. The last one closes both sockets.
final class ProxyLink: Sendable {
  private let caller: Int32
  private let server: Int32
  private let number: Int
  private let state: MutatingProxy.State
  private let threads = Atomic<Int>(2)
  private let isEnded = Atomic<Bool>(false)
  /// Whether the descriptors are open. It is locked while they are set up for a reset, and cleared before they are
  /// closed.
  private let isOpen = Mutex(true)

  private static let tickMilliseconds: Int32 = 5
  private static let pieceSize = 4096
  /// The most bytes that a delay holds back; above that, the server has to wait.
  private static let queueLimit = 1 << 20

  init(caller: Int32, server: Int32, number: Int, state: MutatingProxy.State) {
    (self.caller, self.server, self.number, self.state) = (caller, server, number, state)
    for descriptor in [caller, server] { LoopbackSocket.sendAtOnce(descriptor) }
  }

  func start() {
    Thread.detachNewThread { self.run { self.forwardRequest() } }
    Thread.detachNewThread { self.run { self.forwardAnswer() } }
  }

  /// Ends both connections, with a reset if `breaking`.
  func end(breaking: Bool) {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isEnded.store(true, ordering: .relaxed)
      guard breaking else { return }
      for descriptor in [caller, server] { LoopbackSocket.breakOnClose(descriptor) }
    }
  }

  func closeBoth() {
    isOpen.withLock { $0 = false }
    close(caller)
    close(server)
  }

  private func run(_ work: () -> Void) {
    work()
    guard threads.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    state.links.withLock { _ = $0?.removeValue(forKey: number) }
    closeBoth()
  }

  private var faults: MutatingProxy.Faults { state.faults.withLock { $0 } }

  private func forwardRequest() {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while !isEnded.load(ordering: .relaxed) {
      guard !faults.isBlackhole, isReadable(caller, for: Self.tickMilliseconds) else {
        if faults.isBlackhole { pause() }
        continue
      }
      let count = recv(caller, &piece, piece.count, 0)
      guard count > 0, send(piece[..<count], to: server) else { break }
    }
    // The caller left: the server must see the end, and the other thread must stop.
    isEnded.store(true, ordering: .relaxed)
  }

  private func forwardAnswer() {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    var damage: ByteDamage?
    var rates = ByteDamage.Rates()
    var head = HeadEnd()
    var random = SeededRandom(seed: state.seed &+ UInt64(number) &* 7919)
    var queue: [(due: ContinuousClock.Instant, bytes: ArraySlice<UInt8>)] = []
    var queued = 0
    var isAtEnd = false
    var lastDue = ContinuousClock.now
    var lastSent = ContinuousClock.now
    var credit = 0.0
    while !isEnded.load(ordering: .relaxed) {
      let faults = self.faults
      if faults.isBlackhole {
        pause()
        continue
      }
      if !isAtEnd, queued < Self.queueLimit, isReadable(server, for: queue.isEmpty ? Self.tickMilliseconds : 1) {
        let count = recv(server, &piece, piece.count, 0)
        if count > 0 {
          if faults.damage != rates || damage == nil {
            rates = faults.damage
            damage = ByteDamage(rates, seed: state.seed &+ UInt64(number))
          }
          let headCount = head.bytesOfHead(in: piece[..<count])
          let bytes = piece[..<headCount] + (damage?.feed(piece[headCount..<count]) ?? [])[...]
          lastDue = max(lastDue, .now + faults.delay + faults.jitter * random.unit())
          queue.append((lastDue, bytes))
          queued += bytes.count
        } else {
          if count < 0 { LoopbackSocket.breakOnClose(caller) }
          isAtEnd = true
        }
      }
      let now = ContinuousClock.now
      if let rate = faults.bytesPerSecond {
        // The credit for unsent bytes is limited to a tenth of a second's worth.
        credit = min(credit + (now - lastSent) / .seconds(1) * Double(rate), Double(rate) / 10)
      }
      lastSent = now
      while let first = queue.first, first.due <= now {
        let allowed = faults.bytesPerSecond == nil ? first.bytes.count : min(Int(credit), first.bytes.count)
        guard allowed > 0 || first.bytes.isEmpty else { break }
        guard send(first.bytes.prefix(allowed), to: caller) else { return isEnded.store(true, ordering: .relaxed) }
        state.bytesForwarded.add(allowed, ordering: .relaxed)
        credit -= Double(allowed)
        queued -= allowed
        if allowed == first.bytes.count {
          queue.removeFirst()
        } else {
          queue[0].bytes = first.bytes.dropFirst(allowed)
        }
      }
      if isAtEnd {
        if queue.isEmpty { break }
        pause()
      }
    }
    if isAtEnd { shutdown(caller, Int32(SHUT_WR)) }
    // The other thread reads from the caller until the caller closes its side, too.
  }

  private func isReadable(_ descriptor: Int32, for milliseconds: Int32) -> Bool {
    var slot = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&slot, 1, milliseconds) > 0
  }

  private func pause() { usleep(useconds_t(Self.tickMilliseconds) * 1000) }

  /// Sends all bytes; gives up when the connection has to end. A blackhole takes effect only between two calls.
  private func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      guard !isEnded.load(ordering: .relaxed) else { return false }
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&slot, 1, Self.tickMilliseconds)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
