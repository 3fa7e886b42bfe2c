import Foundation
import Glibc
import Synchronization

/// A TCP proxy between the program under test and a real server that imitates a bad network. The faults can be changed
/// while bytes flow:
///
///     let proxy = try MutatingProxy(to: icecast.port)
///     … radiod play \(proxy.url("/live")) …
///     proxy.faults.isBlackhole = true
///     proxy.resetAll()
///
/// Damage, delay and rate apply to what the server sends. The same seed damages the same bytes of the same connection.
public final class MutatingProxy: Sendable {
  /// The faults of the network.
  public struct Faults: Sendable {
    /// The delay of every byte.
    public var delay: Duration = .zero
    /// The largest additional delay, drawn for each piece. The order is kept.
    public var jitter: Duration = .zero
    /// The most bytes a second; nil is without a limit.
    public var bytesPerSecond: Int?
    /// The damage to the bytes of a body; heads stay intact.
    public var damage = ByteDamage.Rates()
    /// Nothing is forwarded in either direction, while all connections stay open.
    public var isBlackhole = false
    /// New connections are broken off at once, as when the server does not run.
    public var isAway = false

    /// A network without faults.
    public init() {}
  }

  /// The port it listens on.
  public let port: Int
  private let address: String
  private let listener: Int32
  private let state: State

  /// State that the threads share.
  final class State: Sendable {
    let faults: Mutex<Faults>
    /// Connections that are open, by their numbers; nil once the proxy was stopped.
    let links = Mutex<[Int: ProxyLink]?>([:])
    let calls = Atomic<Int>(0)
    let bytesForwarded = Atomic<Int>(0)
    let seed: UInt64
    let target: Mutex<Int>

    init(faults: Faults, seed: UInt64, target: Int) {
      self.faults = Mutex(faults)
      self.seed = seed
      self.target = Mutex(target)
    }
  }

  /// Listens on a free port of `address` and forwards to 127.0.0.1, port `target`.
  public init(to target: Int, on address: String = "127.0.0.1", seed: UInt64 = 1, faults: Faults = Faults()) throws {
    self.address = address
    (listener, port) = try LoopbackSocket.listen(on: address)
    state = State(faults: faults, seed: seed, target: target)
    let (listener, state) = (listener, state)
    Thread.detachNewThread { Self.accept(from: listener, state: state) }
  }

  deinit { stop() }

  /// The current faults; a change applies from now on.
  public var faults: Faults {
    get { state.faults.withLock { $0 } }
    set { state.faults.withLock { $0 = newValue } }
  }

  /// The server's port; a change applies to later connections.
  public var target: Int {
    get { state.target.withLock { $0 } }
    set { state.target.withLock { $0 = newValue } }
  }

  /// The address of `path` through this proxy.
  public func url(_ path: String = "/") -> String { "http://\(address):\(port)\(path)" }

  /// Connections accepted so far.
  public var callCount: Int { state.calls.load(ordering: .relaxed) }

  /// Connections that are open now.
  public var openCallCount: Int { state.links.withLock { $0?.count ?? 0 } }

  /// Bytes from servers that were forwarded so far, on all connections.
  public var bytesForwarded: Int { state.bytesForwarded.load(ordering: .relaxed) }

  /// Breaks all connections: either side sees a reset. New connections are accepted.
  public func resetAll() {
    for link in state.links.withLock({ $0.map { Array($0.values) } ?? [] }) { link.end(breaking: true) }
  }

  /// Ends all connections and accepts no more.
  public func stop() {
    let open = state.links.withLock { links in
      defer { links = nil }
      return links
    }
    guard let open else { return }
    shutdown(listener, Int32(SHUT_RDWR))  // its thread closes it
    for link in open.values { link.end(breaking: true) }
  }

  private static func accept(from listener: Int32, state: State) {
    while true {
      let caller = Glibc.accept(listener, nil, nil)
      if caller < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard caller >= 0 else { break }
      _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
      let number = state.calls.add(1, ordering: .relaxed).oldValue
      let isAway = state.faults.withLock { $0.isAway }
      guard !isAway, let server = LoopbackSocket.connect(to: "127.0.0.1", port: state.target.withLock { $0 }) else {
        LoopbackSocket.breakOnClose(caller)
        close(caller)
        continue
      }
      let link = ProxyLink(caller: caller, server: server, number: number, state: state)
      let isWanted = state.links.withLock { $0?.updateValue(link, forKey: number) == nil && $0 != nil }
      guard isWanted else {
        link.closeBoth()
        break
      }
      link.start()
    }
    close(listener)
  }
}
