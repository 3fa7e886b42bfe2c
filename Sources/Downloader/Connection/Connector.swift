import AudioCore
import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import SystemSupport

/// Establishes connections: looks up the host, races its addresses, connects through a proxy, and performs the TLS
/// handshake.
struct Connector: Sendable {
  let eventLoops: any EventLoopGroup
  let environment: [String: String]
  let lookup: HostLookup
  let scope: @Sendable (SocketAddress) -> AddressScope

  /// The requirements for a connection.
  struct Wish: Sendable {
    /// The server, and the proxy in front of it.
    let route: ClientConnection.Route
    let userAgent: String
    /// Returns whether the request's rules allow addresses of a scope.
    let allows: @Sendable (AddressScope) -> Bool
    /// The scope that the server's name implies, if any. It counts for connections through a proxy, because only the
    /// proxy knows the address.
    let nameScope: AddressScope?
    let limits: DownloadLimits
    /// The remaining time for the response head; lookups do not count.
    let headTime: Duration
    /// The deadline of the whole opening, if there is one.
    let deadline: ContinuousClock.Instant?
    let onSlowLookup: @Sendable () -> Void
  }

  /// A connection, and how long the name server took.
  struct Result: Sendable {
    let connection: ClientConnection
    let lookupTime: Duration
  }

  /// Returns a connection that meets the requirements of `wish`.
  ///
  /// Throws ``ConnectionError``, ``HostLookup/LookupError``, ``CertificateError``, ``ProxyTLSError``, a
  /// ``TuneError`` when the file of `SSL_CERT_FILE` cannot be read, errors of the network libraries, or
  /// `CancellationError`.
  func connect(_ wish: Wish) async throws -> Result {
    let context = wish.needsTLS ? try await tlsContext(for: wish) : nil
    let loop = eventLoops.next()
    let attempt = Attempt(connector: self, wish: wish, context: context, loop: loop)
    do {
      return try await withTaskCancellationHandler {
        try await loop.flatSubmit { attempt.run() }.get()
      } onCancel: {
        attempt.cancel()
      }
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  /// Returns the context for the TLS connections of `wish`. Reading certificates must not block the thread of the
  /// sockets, and a file system that hangs must hold up nothing else.
  private func tlsContext(for wish: Wish) async throws -> NIOSSLContext {
    let limit = min(wish.connectTime, wish.deadline.map { max(.zero, $0 - .now) } ?? wish.connectTime)
    if let context = try await Self.files.run(within: limit, { try tlsContext() }) { return context }
    try Task.checkCancellation()
    throw TuneError.tls(host: wish.route.host, reason: "reading the trusted certificates takes too long")
  }

  /// The threads that read certificates.
  private static let files = BlockingPool(threads: 2)

  private func tlsContext() throws -> NIOSSLContext {
    let path = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    if let path, access(path, R_OK) != 0 {
      throw TuneError.cannotRead(path: path, reason: SystemReason.text(of: errno))
    }
    return try TrustedRoots.context(path: path)
  }
}

extension Connector.Wish {
  /// The time from the first attempt until the connection is ready for a request.
  fileprivate var connectTime: Duration { min(.seconds(limits.connectSeconds), headTime) }

  fileprivate var needsTLS: Bool { route.isSecure || route.proxy?.url.isSecure == true }
}

/// One attempt to establish a connection, step by step on its event loop.
private final class Attempt: Sendable {
  private let connector: Connector
  private let wish: Connector.Wish
  private let context: NIOSSLContext?
  private let loop: any EventLoop
  /// Ends the current step.
  private let canceller: NIOLoopBoundBox<(() -> Void)?>
  private let isCancelled: NIOLoopBoundBox<Bool>

  init(connector: Connector, wish: Connector.Wish, context: NIOSSLContext?, loop: any EventLoop) {
    self.connector = connector
    self.wish = wish
    self.context = context
    self.loop = loop
    canceller = .makeBoxSendingValue(nil, eventLoop: loop)
    isCancelled = .makeBoxSendingValue(false, eventLoop: loop)
  }

  func cancel() {
    loop.execute { [canceller, isCancelled] in
      isCancelled.value = true
      canceller.value?()
    }
  }

  func run() -> EventLoopFuture<Connector.Result> {
    guard !isCancelled.value else { return loop.makeFailedFuture(CancellationError()) }
    let (wish, connector, loop) = (wish, connector, loop)
    let peer = wish.route.proxy?.url
    let left = wish.deadline.map { max(.zero, $0 - .now) }
    let limits = Dialer.Limits(
      lookup: min(HostLookup.limit, left ?? HostLookup.limit), connect: wish.connectTime,
      end: left.map { .now() + TimeAmount($0) } ?? .distantFuture)
    let dialer = Dialer(
      host: peer?.host ?? wish.route.host, port: peer?.port ?? wish.route.port, lookup: connector.lookup,
      limits: limits,
      on: loop,
      refuse: { address in
        let scope = connector.scope(address)
        return peer != nil || wish.allows(scope) ? nil : ConnectionError.forbidden(scope)
      }, onSlowLookup: wish.onSlowLookup)
    canceller.value = { dialer.cancel() }
    return dialer.run().flatMap { dialed in
      self.prepare(dialed).map { Connector.Result(connection: $0, lookupTime: dialed.lookupTime) }
    }
  }

  /// Performs the proxy and TLS handshakes, and adds the HTTP handlers to `dialed`.
  private func prepare(_ dialed: Dialer.Connection) -> EventLoopFuture<ClientConnection> {
    let (wish, channel) = (wish, dialed.channel)
    canceller.value = { channel.close(promise: nil) }
    let scope: AddressScope
    if wish.route.proxy != nil {
      scope = wish.nameScope ?? .everywhere
    } else {
      scope = channel.remoteAddress.map(connector.scope) ?? .everywhere
      guard wish.allows(scope) else {  // the dialer checked only the addresses of the lookup
        channel.close(promise: nil)
        return loop.makeFailedFuture(ConnectionError.forbidden(scope))
      }
    }
    var steps = channel.eventLoop.makeSucceededVoidFuture()
    if let proxy = wish.route.proxy {
      if proxy.url.isSecure {
        steps = steps.flatMap {
          self.handshake(channel, name: proxy.url.host, deadline: dialed.deadline, isProxy: true)
        }
      }
      if wish.route.isSecure || proxy.kind == .socks5 {
        steps = steps.flatMap { self.pass(proxy, channel, deadline: dialed.deadline) }
      }
    }
    if wish.route.isSecure {
      steps = steps.flatMap {
        self.handshake(channel, name: wish.route.host, deadline: dialed.deadline, isProxy: false)
      }
    }
    let isEncrypted = wish.needsTLS
    return steps.flatMapThrowing {
      let connection = try ClientConnection(
        channel: channel, route: wish.route, scope: scope, isEncrypted: isEncrypted,
        stallLimit: .seconds(Int64(wish.limits.stallSeconds)))
      // From here on reads are on demand: the last handler holds back reads without demand.
      channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
      return connection
    }.flatMapErrorThrowing { error in
      channel.close(promise: nil)
      throw error
    }
  }

  /// Performs the TLS handshake with `name`.
  private func handshake(
    _ channel: any Channel, name: String, deadline: NIODeadline, isProxy: Bool
  ) -> EventLoopFuture<Void> {
    step(channel, deadline: deadline, timeout: .handshakeTimeout(withProxy: isProxy)) { promise in
      guard let context = self.context else { return promise.fail(ConnectionError.closedInHandshake) }
      let handler = try NIOSSLClientHandler(context: context, serverHostname: TLSName.indication(for: name))
      try channel.pipeline.syncOperations.addHandlers([
        handler, HandshakeHandler(tls: handler, host: name, promise: promise),
      ])
    }.flatMapErrorThrowing { error in
      if isProxy { throw ProxyTLSError(error: error) }
      guard self.wish.route.proxy == nil, let address = channel.remoteAddress, TLSFailure.isRefusedCertificate(error)
      else { throw error }
      throw CertificateError(address: address, error: error)
    }
  }

  /// Asks `proxy` to connect to the server.
  private func pass(_ proxy: ProxyServer, _ channel: any Channel, deadline: NIODeadline) -> EventLoopFuture<Void> {
    let wish = wish
    return step(channel, deadline: deadline, timeout: .proxyTimeout) { promise in
      try channel.pipeline.syncOperations.addHandler(
        ProxyHandshakeHandler(
          proxy: proxy, host: wish.route.host, port: wish.route.port, userAgent: wish.userAgent, promise: promise))
    }
  }

  /// Runs one step that fulfils a promise. Reading is enabled until the step ends.
  private func step(
    _ channel: any Channel, deadline: NIODeadline, timeout: ConnectionError,
    _ body: (EventLoopPromise<Void>) throws -> Void
  ) -> EventLoopFuture<Void> {
    let promise = channel.eventLoop.makePromise(of: Void.self)
    let timer = channel.eventLoop.scheduleTask(deadline: deadline) {
      promise.fail(timeout)
      channel.close(promise: nil)
    }
    do {
      try body(promise)
      channel.setOption(.autoRead, value: true).cascadeFailure(to: promise)
    } catch {
      promise.fail(error)
    }
    return promise.futureResult.map {
      timer.cancel()
      channel.setOption(.autoRead, value: false).whenFailure { _ in }
    }.flatMapErrorThrowing { error in
      timer.cancel()
      throw error
    }
  }
}
