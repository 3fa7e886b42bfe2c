import AudioCore
import Bytes
public import NIOCore
import NIOHTTP1

/// Opens stations over HTTP(S): requests titles, follows redirects within bounds, and delivers the body under
/// back-pressure.
public struct Downloader: Sendable {
  let connector: Connector
  /// The timeouts and limits.
  package let limits: DownloadLimits

  /// A downloader whose sockets run on `eventLoops`. `environment` may name proxies. Its variable `SSL_CERT_FILE` may
  /// name a file of certificates to trust instead of the system's.
  public init(eventLoops: any EventLoopGroup, environment: [String: String], limits: DownloadLimits = DownloadLimits())
  {
    self.init(eventLoops: eventLoops, environment: environment, limits: limits) { AddressScope($0) }
  }

  /// The same for tests: `scope` decides which addresses are public, because tests have only loopback addresses, and
  /// `lookup` finds hosts.
  package init(
    eventLoops: any EventLoopGroup, environment: [String: String], limits: DownloadLimits,
    lookup: HostLookup = .shared, scope: @escaping @Sendable (SocketAddress) -> AddressScope
  ) {
    connector = Connector(eventLoops: eventLoops, environment: environment, lookup: lookup, scope: scope)
    self.limits = limits
  }

  /// An executor on the thread of the sockets, for tasks that only receive bytes from them.
  package var executor: EventLoopExecutor { EventLoopExecutor(connector.eventLoops.next()) }

  /// Waits until `instant` with a timer of the event loop. Unlike the runtime's timer, it wakes only the thread of the
  /// sockets.
  ///
  /// Throws `CancellationError` when the task is cancelled.
  package func sleep(until instant: ContinuousClock.Instant) async throws {
    let time = TimeAmount(ContinuousClock.now.duration(to: instant))
    let timer = connector.eventLoops.next().scheduleTask(in: max(.zero, time)) {}
    do {
      try await withTaskCancellationHandler {
        try await timer.futureResult.get()
      } onCancel: {
        timer.cancel()
      }
    } catch {
      throw CancellationError()
    }
  }

  /// Connects, follows redirects and returns the stream, which the caller must `close()`.
  ///
  /// Throws a ``TuneError`` for every response that is not a stream, and `CancellationError` when the task was
  /// cancelled.
  public func open(_ request: StreamRequest) async throws -> StreamConnection {
    var request = request
    let session = request.session ?? DownloadSession()
    request.session = session
    var clock = OpeningClock(limits: limits, timeLimit: request.timeLimit)
    while true {
      let address = request.url.text
      let cookies = session.cookies(for: request.url)
      // A server that has set a cookie since then may answer the same request differently.
      if request.trail.contains(address), request.cookiesSent[address] == .some(cookies) {
        throw TuneError.redirect(reason: "the redirects of \(request.trail[0]) go in a circle")
      }
      if request.redirectCount > limits.redirects {
        throw TuneError.redirect(reason: "\(request.trail[0]) redirects more than \(limits.redirects) times")
      }
      request.trail.append(address)
      request.cookiesSent[address] = .some(cookies)
      switch try await ask(request, session: session, cookies: cookies, clock: &clock) {
      case .stream(let connection): return connection
      case .redirect(let next): request = next
      }
    }
  }

  /// The result of one request.
  private enum Outcome {
    case stream(StreamConnection)
    case redirect(StreamRequest)
  }

  private func ask(
    _ request: StreamRequest, session: DownloadSession, cookies: String?, clock: inout OpeningClock
  ) async throws -> Outcome {
    let url = request.url
    let proxy = try ProxySettings(environment: connector.environment).proxy(for: url)
    if let scope = url.scope, !request.allows(scope), proxy != nil {
      throw DownloadFailure.forbidden(url.host, scope: scope)
    }
    let failure = DownloadFailure(url: url, proxy: proxy, phase: .head, limits: clock.limits)
    do {
      let (connection, head) = try await exchange(
        request, proxy: proxy, session: session, cookies: cookies, clock: &clock)
      session.store(head.headers["set-cookie"], from: url)
      do {
        guard let location = Self.redirectTarget(of: head) else {
          let host = head.status == 407 ? proxy?.name ?? url.host : url.host
          try await Refusal.check(head, on: connection, host: host, url: url)
          return .stream(
            StreamConnection(
              head: StreamHead(answer: head, url: url, hops: request.trail), connection: connection, session: session,
              request: request, endsWithConnection: head.endsWithConnection,
              failure: DownloadFailure(url: url, proxy: proxy, phase: .body, limits: clock.limits)))
        }
        var next = request
        next.url = try Self.redirectTarget(location, from: url)
        next.redirectCount += 1
        if connection.scope == .everywhere { next.wasAnswered(atPublic: url) }
        connection.close()
        return .redirect(next)
      } catch {
        connection.close()
        throw error
      }
    } catch {
      throw await translate(error, by: failure)
    }
  }

  /// Sends the request, on an idle connection or on a new one.
  func exchange(
    _ request: StreamRequest, proxy: ProxyServer?, session: DownloadSession, cookies: String?, clock: inout OpeningClock
  ) async throws -> (ClientConnection, ClientExchangeHandler.Head) {
    let url = request.url
    let route = ClientConnection.Route(
      isSecure: url.isSecure, host: url.host, port: url.port, proxy: proxy, credentials: url.credentials)
    let message = Self.message(request, proxy: proxy, cookies: cookies)
    func ask(_ connection: ClientConnection) async throws -> ClientExchangeHandler.Head {
      do {
        return try await connection.ask(
          message, body: request.message?.json, charset: request.charset, keepsAlive: request.keepsAlive,
          deadline: clock.headDeadline)
      } catch {
        connection.close()
        throw error
      }
    }
    if request.keepsAlive, let kept = session.removeConnection(route) {
      guard request.allows(kept.scope) else {
        kept.close()
        throw ConnectionError.forbidden(kept.scope)
      }
      do {
        return (kept, try await ask(kept))
      } catch {
        // The server may have closed the idle connection: retry on a new one, but not after a timeout, which would
        // occur again.
        let isLate = error as? ConnectionError == .headTimeout || (error as? ConnectionError)?.isStall == true
        if error is CancellationError || isLate { throw error }
        guard await !kept.hasAnswer() else { throw error }
      }
    }
    let made = try await connector.connect(
      Connector.Wish(
        route: route, userAgent: request.userAgent, allows: { request.allows($0) }, nameScope: url.scope,
        limits: clock.limits, headTime: clock.headTime, deadline: clock.deadline,
        onSlowLookup: { request.onSlowLookup?(proxy?.url.host ?? url.host) }))
    clock.exclude(made.lookupTime)
    return (made.connection, try await ask(made.connection))
  }

  private static func message(_ request: StreamRequest, proxy: ProxyServer?, cookies: String?) -> HTTPRequestHead {
    let url = request.url
    // An HTTP proxy expects the whole address (RFC 9112, 3.2.2); most proxies allow tunnels only to port 443.
    let isAbsolute = !url.isSecure && proxy?.kind == .http
    var headers = HTTPHeaders()
    headers.add(name: "Host", value: url.hostField)
    if isAbsolute, let credentials = proxy?.url.basicCredentials {
      headers.add(name: "Proxy-Authorization", value: "Basic " + credentials)
    }
    headers.add(name: "User-Agent", value: request.userAgent)
    headers.add(name: "Accept", value: "*/*")
    if let range = request.byteRange, !range.isEmpty {
      headers.add(name: "Range", value: "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
      if let validator = request.rangeValidator { headers.add(name: "If-Range", value: validator) }
    } else if request.wantsTitles {
      headers.add(name: "Icy-MetaData", value: "1")
    }
    headers.add(name: "Connection", value: request.keepsAlive ? "keep-alive" : "close")
    if let credentials = url.basicCredentials { headers.add(name: "Authorization", value: "Basic " + credentials) }
    if let cookies { headers.add(name: "Cookie", value: cookies) }
    for field in request.message?.fields ?? [] { headers.add(name: field.name, value: field.value) }
    if let json = request.message?.json {
      headers.add(name: "Content-Type", value: "application/json")
      headers.add(name: "Content-Length", value: String(json.count))
    }
    return HTTPRequestHead(
      version: .http1_1, method: request.message?.json == nil ? .GET : .POST,
      uri: isAbsolute ? "http://" + url.hostField + url.requestTarget : url.requestTarget,
      headers: headers)
  }

  private static func redirectTarget(of head: ClientExchangeHandler.Head) -> String? {
    switch head.status {
    case 301, 302, 303, 307, 308: head.headers.first(name: "location").map { CleanText.singleLine($0, limit: nil) }
    default: nil
    }
  }

  /// Returns the address that `location` means. An invalid one is the server's fault, and may be temporary.
  private static func redirectTarget(_ location: String, from url: StreamURL) throws(TuneError) -> StreamURL {
    do {
      return try url.resolving(location)
    } catch .network(.badURL(let target, let reason)) {
      throw .redirect(reason: "\(url.host) redirects to \(target): \(reason)")
    }
  }

  /// Returns the error for the user. For a refused certificate, the server is asked for the certificate again, because
  /// the TLS library does not say what is wrong with it.
  func translate(_ error: any Error, by failure: DownloadFailure) async -> any Error {
    if Task.isCancelled { return CancellationError() }
    guard let refused = error as? CertificateError else { return failure.translate(error) ?? CancellationError() }
    var failure = failure
    failure.certificate = await CertificateInspection.reason(
      address: refused.address, name: failure.url.host, eventLoops: connector.eventLoops)
    return failure.translate(refused.error) ?? CancellationError()
  }
}

extension ConnectionError {
  fileprivate var isStall: Bool { if case .stalled = self { true } else { false } }
}
