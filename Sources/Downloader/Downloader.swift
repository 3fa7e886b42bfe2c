import AsyncHTTPClient
import AudioCore
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Opens stations over HTTP(S): asks for titles, follows redirects within bounds, and hands out the body under back-pressure.
public struct Downloader: Sendable {
  /// How long a closing TLS connection waits for the server's goodbye, which radio servers rarely say.
  private static let farewellLimit = TimeAmount.milliseconds(100)

  private let eventLoops: any EventLoopGroup
  private let environment: [String: String]
  /// How long things may take.
  package let limits: DownloadLimits
  private let scope: @Sendable (SocketAddress) -> AddressScope

  /// A downloader whose sockets live on `eventLoops`. `environment` may name proxies and, by `SSL_CERT_FILE`, the
  /// certificates to trust instead of the system's.
  public init(eventLoops: any EventLoopGroup, environment: [String: String], limits: DownloadLimits = DownloadLimits())
  {
    self.init(eventLoops: eventLoops, environment: environment, limits: limits) { AddressScope($0) }
  }

  /// The same, where `scope` tells which addresses are public: tests have loopback addresses only.
  package init(
    eventLoops: any EventLoopGroup, environment: [String: String], limits: DownloadLimits,
    scope: @escaping @Sendable (SocketAddress) -> AddressScope
  ) {
    self.eventLoops = eventLoops
    self.environment = environment
    self.limits = limits
    self.scope = scope
  }

  /// The thread of the sockets, for tasks that only take what comes from them.
  package var executor: EventLoopExecutor { EventLoopExecutor(eventLoops.next()) }

  /// Connects, follows redirects and returns the stream, which the caller must `close()`.
  ///
  /// Throws a ``TuneError`` for every answer that is no stream, and `CancellationError` when the task was cancelled.
  public func open(_ request: StreamRequest) async throws -> StreamConnection {
    var request = request
    let limits = limits.within(request.timeLimit)
    let deadline = ContinuousClock.now + .seconds(limits.headSeconds)
    while true {
      if request.trail.contains(request.url.text) {
        throw TuneError.redirect(reason: "the redirects of \(request.trail[0]) go in a circle")
      }
      if request.redirectCount > limits.redirects {
        throw TuneError.redirect(reason: "\(request.trail[0]) redirects more than \(limits.redirects) times")
      }
      request.trail.append(request.url.text)
      switch try await ask(request, limits: limits, deadline: deadline) {
      case .stream(let connection): return connection
      case .redirect(let next): request = next
      }
    }
  }

  /// What came of one request.
  private enum Outcome {
    case stream(StreamConnection)
    case redirect(StreamRequest)
  }

  private func ask(
    _ request: StreamRequest, limits: DownloadLimits, deadline: ContinuousClock.Instant
  ) async throws -> Outcome {
    let url = request.url
    let proxy = try ProxySettings(environment: environment).proxy(for: url)
    var failure = DownloadFailure(url: url, proxy: proxy?.url, phase: .head, limits: limits)
    if let scope = url.scope, !request.allows(scope), proxy != nil {
      throw DownloadFailure.forbidden(url.host, scope: scope)
    }
    var addresses: [SocketAddress] = []
    do {
      addresses = try await lookUp(proxy?.url ?? url, limits: limits, deadline: deadline)
    } catch {
      throw failure.translate(error) ?? CancellationError()
    }
    if proxy == nil, let scope = addresses.map(scope).first(where: { !request.allows($0) }) {
      throw DownloadFailure.forbidden(url.host, scope: scope)
    }
    let peer = ConnectionPeer()
    let client = HTTPClient(
      eventLoopGroupProvider: .shared(eventLoops),
      configuration: try configuration(
        for: request, proxy: proxy, addresses: addresses, peer: peer, limits: limits, deadline: deadline))
    do {
      let response = try await execute(request, proxy: proxy, client: client, deadline: deadline)
      guard let location = redirectTarget(of: response) else {
        let host = response.status.code == 407 ? proxy.map { "the proxy \($0.url.host)" } ?? url.host : url.host
        try await Refusal.check(response, host: host, url: url)
        let head = StreamHead(response: response, url: url, hops: request.trail)
        return .stream(
          StreamConnection(
            head: head, body: response.body, client: client, peer: peer, request: request,
            failure: DownloadFailure(url: url, proxy: proxy?.url, phase: .body, limits: limits)))
      }
      var next = request
      next.url = try redirectTarget(location, from: url)
      next.redirectCount += 1
      if peer.scope == .everywhere { next.wasAnswered(atPublic: url) }
      client.shutdown { _ in }
      return .redirect(next)
    } catch {
      client.shutdown { _ in }  // not waited for: it would wait for a server that does not answer
      if url.isSecure, !Task.isCancelled, let address = addresses.first {
        await investigate(error, address: address, failure: &failure)
      }
      throw failure.translate(error) ?? CancellationError()
    }
  }

  /// Finds out what the libraries do not tell about a secure connection to `address` that failed.
  private func investigate(_ error: any Error, address: SocketAddress, failure: inout DownloadFailure) async {
    if DownloadFailure.isConnectTimeout(error) {
      failure.isPeerThere = await ConnectionTrial.succeeds(address: address, eventLoops: eventLoops)
    } else if TLSFailure.isRefusedCertificate(error), failure.proxy == nil {
      failure.certificate = await CertificateInspection.reason(
        address: address, name: failure.url.host, eventLoops: eventLoops)
    }
  }

  private func lookUp(
    _ url: StreamURL, limits: DownloadLimits, deadline: ContinuousClock.Instant
  ) async throws -> [SocketAddress] {
    let limit = min(.seconds(limits.connectSeconds), deadline - .now)
    return try await HostLookup.shared.addresses(of: url.host, port: url.port, within: limit)
  }

  private func execute(
    _ request: StreamRequest, proxy: ProxyServer?, client: HTTPClient, deadline: ContinuousClock.Instant
  ) async throws -> HTTPClientResponse {
    var message = HTTPClientRequest(url: request.url.text)
    if let proxy, !request.url.isSecure {  // asked like a server, but for the whole address
      message.url = proxy.url.text
      message.headers.add(name: "Host", value: request.url.authority)
      if let credentials = proxy.basicCredentials {
        message.headers.add(name: "Proxy-Authorization", value: "Basic " + credentials)
      }
    }
    message.headers.add(name: "User-Agent", value: request.userAgent)
    message.headers.add(name: "Accept", value: "*/*")
    if let range = request.byteRange, !range.isEmpty {
      message.headers.add(name: "Range", value: "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
    } else if request.wantsTitles {
      message.headers.add(name: "Icy-MetaData", value: "1")
    }
    message.headers.add(name: "Connection", value: "close")
    if let credentials = request.url.credentials {
      message.headers.add(name: "Authorization", value: "Basic " + Base64.encode(Array(credentials.utf8)))
    }
    return try await client.execute(message, deadline: .now() + TimeAmount(max(.zero, deadline - .now)))
  }

  private func redirectTarget(of response: HTTPClientResponse) -> String? {
    switch response.status.code {
    case 301, 302, 303, 307, 308: response.headers.first(name: "location").map { CleanText.singleLine($0, limit: nil) }
    default: nil
    }
  }

  /// The address that `location` means. What makes no sense is the server's fault, and may pass.
  private func redirectTarget(_ location: String, from url: StreamURL) throws(TuneError) -> StreamURL {
    do {
      return try url.resolving(location)
    } catch .badURL(let target, let reason) {
      throw .redirect(reason: "\(url.host) redirects to \(target): \(reason)")
    }
  }

  private func configuration(
    for request: StreamRequest, proxy: ProxyServer?, addresses: [SocketAddress], peer: ConnectionPeer,
    limits: DownloadLimits, deadline: ContinuousClock.Instant
  ) throws(TuneError) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.httpVersion = .http1Only  // the head normaliser is not called over HTTP/2
    configuration.redirectConfiguration = .disallow  // followed here, where credentials and local hosts are watched
    let connectLimit = min(.seconds(limits.connectSeconds), max(.seconds(1), deadline - .now))
    configuration.timeout.connect = TimeAmount(connectLimit)
    // `timeout.read` stays nil: it also counts while we hold the data back. `StallWatchHandler` does not.
    configuration.connectionPool.retryConnectionEstablishment = false  // it hides the real error until the time is up
    // One address needs no second lookup. Of several, the client library takes the one that answers first (RFC 8305).
    let host = (proxy?.url ?? request.url).host
    if !host.contains("%"), let address = addresses.first?.ipAddress, addresses.allSatisfy({ $0.ipAddress == address })
    {
      configuration.dnsOverride = [host: address]
    }
    if request.url.isSecure {
      configuration.proxy = proxy?.tunnel
      configuration.tlsConfiguration = try tlsConfiguration()
    }
    let (charset, stallLimit, scope) = (request.charset, TimeAmount.seconds(Int64(limits.stallSeconds)), scope)
    let isSecure = request.url.isSecure
    let target = proxy != nil && !request.url.isSecure ? request.url.text : nil
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(HeadNormalizerHandler(charset: charset), position: .before(decoder))
        let normalizer = try pipeline.handler(type: HeadNormalizerHandler.self)
        let rest = ReadRestHandler(
          rest: peer.rest, longest: .nanoseconds(stallLimit.nanoseconds / 2), seesSocket: !isSecure)
        try pipeline.addHandler(rest, position: .before(normalizer))
        try pipeline.addHandler(StallWatchHandler(limit: stallLimit), position: .before(normalizer))
        if let target {
          let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
          try pipeline.addHandler(AbsoluteTargetHandler(target: target), position: .after(encoder))
        }
        // Behind a proxy nobody but the proxy knows the address: the name must do.
        let reached = proxy == nil ? channel.remoteAddress.map(scope) ?? .everywhere : request.url.scope ?? .everywhere
        peer.connected(channel, scope: reached)
        if !request.allows(reached) {
          let fault = ForbiddenPeerFault(scope: reached)
          try pipeline.addHandler(ForbiddenPeerHandler(fault: fault), position: .before(decoder))
        }
      }
    }
    return configuration
  }

  private func tlsConfiguration() throws(TuneError) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.shutdownTimeout = Self.farewellLimit
    let path = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    if let path, access(path, R_OK) != 0 { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
    TrustedRoots.trust(path: path, in: &tls)
    return tls
  }
}
