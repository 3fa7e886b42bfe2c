import AsyncHTTPClient
import AudioCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Turns what the network libraries throw into a sentence for the user. Their own texts name source files and error numbers.
struct DownloadFailure {
  /// Where in a connection's life an error came.
  enum Phase { case head, body }

  /// The address that was asked for.
  let url: StreamURL
  /// The proxy that was to fetch it.
  let proxy: StreamURL?
  let phase: Phase
  let limits: DownloadLimits
  /// What is wrong with the server's certificate, if that was found out.
  var certificate: String?
  /// True when the server, or the proxy, takes connections, although this one came to nothing in time.
  var isPeerThere = false

  /// Who has to be connected to.
  private var peer: StreamURL { proxy ?? url }
  /// What that one is called.
  private var peerName: String { proxy.map { "the proxy \($0.host)" } ?? url.host }

  /// True for a connection that was not there in time.
  static func isConnectTimeout(_ error: any Error) -> Bool {
    guard let error = error as? HTTPClientError else { return false }
    return error == .connectTimeout || error == .getConnectionFromPoolTimeout
  }

  /// The error for the user; `CancellationError` stays what it is by becoming nil.
  func translate(_ error: any Error) -> TuneError? {
    switch error {
    case is CancellationError: return nil
    case let error as TuneError: return error
    case let error as HeadFault: return .badAnswer(host: url.host, reason: error.reason)
    case let error as ForbiddenPeerFault: return Self.forbidden(url.host, scope: error.scope)
    case let error as HostLookup.Fault: return translate(error)
    case let error as StallFault:
      switch phase {
      case .head: return .headTimeout(host: url.host, afterSeconds: error.afterSeconds)
      case .body: return .stalled(host: url.host, afterSeconds: error.afterSeconds)
      }
    case is CutOffFault: return closed
    case is ChunkDecoder.Fault: return nonsense
    case let error as HTTPClientError: return translate(error)
    case let error as NIOConnectionError: return translate(error)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      return TLSFailure.translate(error, host: url.host, port: url.port, phase: phase, certificate: certificate)
    case let error as IOError: return translate(error)
    case is HTTPParserError: return nonsense
    case is ChannelError: return closed
    default: return nonsense
    }
  }

  /// A public server named `host`, which is out of its bounds.
  static func forbidden(_ host: String, scope: AddressScope) -> TuneError {
    .redirect(reason: "refused to be sent from a public server to \(host), \(scope.words)")
  }

  private var nonsense: TuneError {
    switch phase {
    case .head: .badAnswer(host: url.host, reason: "it is no HTTP that we understand")
    case .body: .connectionLost(host: url.host, reason: "the server broke the protocol")
    }
  }

  private var silentHandshake: TuneError {
    .connectionLost(host: url.host, reason: "the TLS handshake was not answered within \(limits.connectSeconds) s")
  }

  private var closed: TuneError {
    switch phase {
    case .head: .connectionLost(host: url.host, reason: "the server closed the connection without an answer")
    case .body: .connectionLost(host: url.host, reason: "the server closed it")
    }
  }

  private func translate(_ fault: HostLookup.Fault) -> TuneError {
    switch fault {
    case .unknown: .unknownHost(peerName)
    case .noNameServer: .unknownHost("\(peerName) (the name server does not answer)")
    }
  }

  private func translate(_ error: HTTPClientError) -> TuneError? {
    switch error {
    case .cancelled: return nil
    case .connectTimeout, .getConnectionFromPoolTimeout:
      switch (isPeerThere, proxy) {
      case (false, _): return .noAnswer(host: peerName, port: peer.port, afterSeconds: limits.connectSeconds)
      case (true, .some): return .noAnswer(host: url.host, port: url.port, afterSeconds: limits.connectSeconds)
      case (true, nil): return silentHandshake
      }
    case .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
      return .noAnswer(host: peerName, port: peer.port, afterSeconds: limits.connectSeconds)
    case .deadlineExceeded: return .headTimeout(host: url.host, afterSeconds: limits.headSeconds)
    case .tlsHandshakeTimeout: return silentHandshake
    case .invalidProxyResponse:
      return .connectionLost(host: url.host, reason: "\(peerName) did not let us through")
    case .proxyAuthenticationRequired:
      return .status(407, host: peerName, reason: "it wants a user name and password")
    case .invalidURL, .emptyHost, .emptyScheme: return .badURL(url.text, reason: "it is not a valid address")
    case .remoteConnectionClosed, .uncleanShutdown: return closed
    default: return nonsense
    }
  }

  private func translate(_ error: NIOConnectionError) -> TuneError {
    if error.connectionErrors.isEmpty { return .unknownHost(peerName) }
    let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
    if codes.contains(ECONNREFUSED) { return .refused(host: peerName, port: peer.port) }
    if let code = codes.first { return .connectionLost(host: peerName, reason: String(cString: strerror(code))) }
    return .noAnswer(host: peerName, port: peer.port, afterSeconds: limits.connectSeconds)
  }

  private func translate(_ error: IOError) -> TuneError {
    switch (error.errnoCode, phase) {
    case (ECONNREFUSED, _): .refused(host: peerName, port: peer.port)
    case (ECONNRESET, .head), (EPIPE, .head):
      .connectionLost(host: url.host, reason: "the server broke the connection without an answer")
    case (ECONNRESET, .body), (EPIPE, .body): .connectionLost(host: url.host, reason: "the server broke it")
    case (let code, .head): .connectionLost(host: peerName, reason: String(cString: strerror(code)))
    case (let code, .body): .connectionLost(host: url.host, reason: String(cString: strerror(code)))
    }
  }
}
