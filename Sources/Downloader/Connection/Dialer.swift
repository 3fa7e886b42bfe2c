import NIOCore
import NIOPosix

/// Connects to one of the addresses of a host, as ``ConnectionRace`` decides. Each instance is used once, on its event
/// loop.
final class Dialer {
  /// An established connection. No bytes have been read from it, and its pipeline is empty.
  struct Connection: Sendable {
    let channel: any Channel
    /// How long the first attempt waited for the name server.
    let lookupTime: Duration
    /// The time by which the connection must be ready for a request.
    let deadline: NIODeadline
  }

  /// The time limits of one connection.
  struct Limits {
    /// The timeout of the lookup.
    var lookup: Duration
    /// The time from the first attempt until the connection is ready for a request.
    var connect: Duration
    /// The deadline of the whole connection setup.
    var end: NIODeadline
  }

  private let loop: any EventLoop
  private let host: String
  private let port: Int
  private let lookup: HostLookup
  private let limits: Limits
  private let refuse: (SocketAddress) -> (any Error)?
  private let onSlowLookup: @Sendable () -> Void
  private let promise: EventLoopPromise<Connection>

  private var race = ConnectionRace()
  private let start = NIODeadline.now()
  private var lookupTime: Duration = .zero
  private var deadline = NIODeadline.distantFuture
  private var isOver = false
  private var channels: [Int: any Channel] = [:]
  private var errors: [any Error] = []
  private var tickets: [HostLookup.Ticket] = []
  private var timers: [Timer: Scheduled<Void>] = [:]

  private enum Timer { case fallback, notice, lookupLimit, resolutionDelay, attemptDelay, connectLimit }

  /// A dialer for `host`. `refuse` returns the reason why an address is forbidden; one forbidden address fails the
  /// whole connection. `onSlowLookup` is called at most once, when no attempt has started after
  /// ``HostLookup/noticeTime``.
  init(
    host: String, port: Int, lookup: HostLookup, limits: Limits, on loop: any EventLoop,
    refuse: @escaping (SocketAddress) -> (any Error)?, onSlowLookup: @escaping @Sendable () -> Void
  ) {
    self.loop = loop
    // In an address, an escaped percent sign precedes the zone (RFC 6874, 2).
    self.host = host.contains(":") ? host.replacing("%25", with: "%") : host
    self.port = port
    self.lookup = lookup
    self.limits = limits
    self.refuse = refuse
    self.onSlowLookup = onSlowLookup
    promise = loop.makePromise()
  }

  /// Starts the lookup and the attempts. The result fails with ``ConnectionError``, ``HostLookup/LookupError`` or the
  /// error of `refuse`.
  func run() -> EventLoopFuture<Connection> {
    if let literal = try? SocketAddress(ipAddress: host, port: port) {
      let family: AddressFamily = if case .v6 = literal { .ipv6 } else { .ipv4 }
      let other: AddressFamily = family == .ipv6 ? .ipv4 : .ipv6
      perform(race.answered(other, .failure(.unknown)))
      answered(family, .success([literal]))
    } else {
      lookUp()
    }
    return promise.futureResult
  }

  /// Ends all attempts; the result fails with `CancellationError`.
  func cancel() { fail(CancellationError()) }

  // MARK: Lookup

  private func lookUp() {
    set(.fallback, in: HostLookup.fallbackDelay) { dialer in
      for (family, addresses) in dialer.lookup.fallback(dialer.host) {
        dialer.answered(family, .success(addresses))
      }
    }
    set(.notice, in: HostLookup.noticeTime) { dialer in
      if !dialer.race.hasAttempts { dialer.onSlowLookup() }
    }
    set(.lookupLimit, in: limits.lookup) { dialer in dialer.perform(dialer.race.giveUpResolver()) }
    for family in AddressFamily.allCases where !isOver {
      let (dialer, loop) = (NIOLoopBound(self, eventLoop: loop), loop)
      let ticket = lookup.start(host, family: family) { answer in
        if loop.inEventLoop {
          dialer.value.answered(family, answer)
        } else {
          loop.execute { dialer.value.answered(family, answer) }
        }
      }
      if let ticket { tickets.append(ticket) }
    }
  }

  private func answered(_ family: AddressFamily, _ answer: HostLookup.Answer) {
    guard !isOver else { return }
    var answer = answer
    if case .success(var addresses) = answer {
      for index in addresses.indices { addresses[index].port = port }
      if let reason = addresses.lazy.compactMap(refuse).first { return fail(reason) }
      answer = .success(addresses)
    }
    perform(race.answered(family, answer))
  }

  // MARK: Attempts

  private func perform(_ actions: [ConnectionRace.Action]) {
    for action in actions where !isOver {
      switch action {
      case .startResolutionDelay:
        set(.resolutionDelay, in: ConnectionRace.resolutionDelay) { $0.perform($0.race.resolutionDelayEnded()) }
      case .startConnecting:
        lookupTime = .nanoseconds((NIODeadline.now() - start).nanoseconds)
        deadline = min(.now() + TimeAmount(limits.connect), limits.end)
        set(.connectLimit, in: .nanoseconds(max(0, (deadline - .now()).nanoseconds))) { dialer in
          dialer.lookup.distrust(dialer.host)
          dialer.fail(ConnectionError.connectTimeout)
        }
      case .startAttemptDelay:
        set(.attemptDelay, in: ConnectionRace.attemptDelay) { $0.perform($0.race.attemptDelayEnded()) }
      case .connect(let attempt, let address): connect(attempt, to: address)
      case .fail(.unknownHost): fail(HostLookup.LookupError.unknown)
      case .fail(.noNameServer): fail(HostLookup.LookupError.noNameServer)
      case .fail(.attemptsFailed):
        lookup.distrust(host)
        fail(ConnectionError.connect(codes: errors.compactMap { ($0 as? IOError)?.errnoCode }))
      }
    }
  }

  private func connect(_ attempt: Int, to address: SocketAddress) {
    let bound = NIOLoopBound(self, eventLoop: loop)
    ClientBootstrap(group: loop).connectTimeout(TimeAmount(limits.connect))
      .channelOption(.autoRead, value: false)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        bound.value.channels[attempt] = channel
        return channel.eventLoop.makeSucceededVoidFuture()
      }
      .connect(to: address).whenComplete { result in bound.value.ended(attempt, result) }
  }

  private func ended(_ attempt: Int, _ result: Result<any Channel, any Error>) {
    channels[attempt] = nil
    switch result {
    case .success(let channel):
      guard !isOver, race.succeeded(attempt: attempt) else { return channel.close(promise: nil) }
      end()
      promise.succeed(Connection(channel: channel, lookupTime: lookupTime, deadline: deadline))
    case .failure(let error):
      guard !isOver else { return }
      errors.append(error)
      perform(race.failed(attempt: attempt))
    }
  }

  // MARK: End

  private func fail(_ error: any Error) {
    guard !isOver else { return }
    end()
    promise.fail(error)
  }

  private func end() {
    isOver = true
    race.end()
    for timer in timers.values { timer.cancel() }
    timers = [:]
    for ticket in tickets { lookup.cancel(ticket) }
    for channel in channels.values { channel.close(promise: nil) }
    channels = [:]
  }

  private func set(_ timer: Timer, in delay: Duration, _ body: @escaping (Dialer) -> Void) {
    timers[timer]?.cancel()
    timers[timer] = loop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) { [self] in
      timers[timer] = nil
      body(self)
    }
  }
}
