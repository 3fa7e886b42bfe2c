import AsyncHTTPClient
import AudioCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Opens stations over HTTP(S): asks for titles, follows redirects within bounds, and hands out the body under back-pressure.
public struct Downloader: Sendable {
  /// How long a closing TLS connection waits for the server's goodbye, which radio servers rarely say.
  private static let farewellLimit = TimeAmount.milliseconds(100)
  /// How long the text of a refusal is waited for.
  private static let refusalLimit: Duration = .seconds(2)

  private let eventLoops: any EventLoopGroup
  private let environment: [String: String]
  private let limits: DownloadLimits

  /// A downloader whose sockets live on `eventLoops`. `environment` may name proxies and, by `SSL_CERT_FILE`, the
  /// certificates to trust instead of the system's.
  public init(eventLoops: any EventLoopGroup, environment: [String: String], limits: DownloadLimits = DownloadLimits())
  {
    self.eventLoops = eventLoops
    self.environment = environment
    self.limits = limits
  }

  /// Connects, follows redirects and returns the stream, which the caller must `close()`.
  ///
  /// Throws a ``TuneError`` for every answer that is no stream, and `CancellationError` when the task was cancelled.
  public func open(_ request: StreamRequest) async throws -> StreamConnection {
    var request = request
    var hops: [String] = []
    while true {
      let url = request.url
      if url.isLocal && !request.allowsLocalHosts {
        throw TuneError.redirect(reason: "refused to be sent from a public server to \(url.host)")
      }
      if hops.contains(url.text) { throw TuneError.redirect(reason: "the redirects of \(hops[0]) go in a circle") }
      if hops.count > limits.redirects {
        throw TuneError.redirect(reason: "\(hops[0]) redirects more than \(limits.redirects) times")
      }
      hops.append(url.text)
      let proxy = try ProxySettings(environment: environment).proxy(for: url)
      let client = HTTPClient(
        eventLoopGroupProvider: .shared(eventLoops), configuration: configuration(for: request, proxy: proxy))
      do {
        let response = try await execute(request, proxy: proxy, client: client)
        guard let location = redirectTarget(of: response) else {
          try await check(response, url: url)
          let head = StreamHead(response: response, url: url, hops: hops)
          return StreamConnection(
            head: head, body: response.body, client: client, charset: request.charset, limits: limits)
        }
        let next = try url.resolving(location)
        if !url.isLocal { request.allowsLocalHosts = false }
        request.url = next
        try? await client.shutdown()
      } catch {
        try? await client.shutdown()
        guard let failure = DownloadFailure.translate(error, url: proxy?.url ?? url, phase: .head, limits: limits)
        else {
          throw CancellationError()
        }
        throw failure
      }
    }
  }

  private func execute(
    _ request: StreamRequest, proxy: ProxyServer?, client: HTTPClient
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
    message.headers.add(name: "Icy-MetaData", value: "1")
    message.headers.add(name: "Connection", value: "close")
    if let credentials = request.url.credentials {
      message.headers.add(name: "Authorization", value: "Basic " + Base64.encode(Array(credentials.utf8)))
    }
    return try await client.execute(message, deadline: .now() + .seconds(Int64(limits.headSeconds)))
  }

  private func redirectTarget(of response: HTTPClientResponse) -> String? {
    switch response.status.code {
    case 301, 302, 303, 307, 308: response.headers.first(name: "location").map { CleanText.singleLine($0, limit: nil) }
    default: nil
    }
  }

  private func check(_ response: HTTPClientResponse, url: StreamURL) async throws {
    let code = Int(response.status.code)
    guard code == 200 || code == 206 else {
      let reason = response.headers.first(name: ResponseHead.reasonField) ?? ""
      if code == 400 || code == 403 || code == 503, await saysFull(response, reason: reason) {
        throw TuneError.serverFull(host: url.host)
      }
      throw TuneError.status(code, host: url.host, reason: CleanText.singleLine(reason))
    }
    if let coding = response.headers.first(name: "content-encoding")?.lowercased(), coding != "identity",
      !coding.isEmpty
    {
      throw TuneError.unsupported(source: url.text, kind: "compressed with \(CleanText.singleLine(coding))")
    }
  }

  /// SHOUTcast says "Server Full" in the status line, Icecast in the text of its 403.
  private func saysFull(_ response: HTTPClientResponse, reason: String) async -> Bool {
    let texts = ["server full", "is full", "too many", "limit reached", "maximum"]
    if texts.contains(where: reason.lowercased().contains) { return true }
    guard response.headers.first(name: "content-type")?.lowercased().hasPrefix("text/plain") ?? true else {
      return false
    }
    let text = await withTaskGroup(of: String.self) { group in
      group.addTask {
        guard let body = try? await response.body.collect(upTo: 4096) else { return "" }
        return String(buffer: body).lowercased()
      }
      group.addTask {
        try? await Task.sleep(for: Self.refusalLimit, clock: .continuous)
        return ""
      }
      defer { group.cancelAll() }
      return await group.next() ?? ""
    }
    return texts.contains(where: text.contains)
  }

  private func configuration(for request: StreamRequest, proxy: ProxyServer?) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.httpVersion = .http1Only  // the head normaliser is not called over HTTP/2
    configuration.redirectConfiguration = .disallow  // followed here, where credentials and local hosts are watched
    configuration.timeout.connect = .seconds(Int64(limits.connectSeconds))
    // `timeout.read` stays nil: it also counts while we hold the data back. `StallWatchHandler` does not.
    configuration.connectionPool.retryConnectionEstablishment = false  // it hides the real error until the time is up
    if request.url.isSecure {
      configuration.proxy = proxy?.tunnel
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.shutdownTimeout = Self.farewellLimit
      if let path = environment["SSL_CERT_FILE"], !path.isEmpty { tls.trustRoots = .file(path) }
      configuration.tlsConfiguration = tls
    }
    let charset = request.charset
    let target = proxy != nil && !request.url.isSecure ? request.url.text : nil
    let stallLimit = TimeAmount.seconds(Int64(limits.stallSeconds))
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(HeadNormalizerHandler(charset: charset), position: .before(decoder))
        let normalizer = try pipeline.handler(type: HeadNormalizerHandler.self)
        try pipeline.addHandler(StallWatchHandler(limit: stallLimit), position: .before(normalizer))
        if let target {
          let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
          try pipeline.addHandler(AbsoluteTargetHandler(target: target), position: .after(encoder))
        }
      }
    }
    return configuration
  }
}
