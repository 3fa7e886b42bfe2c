import AsyncHTTPClient
import AudioCore
import NIOCore
import NIOPosix
import NIOSSL

/// Turns what the network libraries throw into a sentence for the user. Their own texts name source files and error numbers.
enum DownloadFailure {
  /// Where in a connection's life an error came.
  enum Phase { case head, body }

  /// The error for the user; `CancellationError` stays what it is by becoming nil.
  static func translate(_ error: any Error, url: StreamURL, phase: Phase, limits: DownloadLimits) -> TuneError? {
    switch error {
    case is CancellationError: nil
    case let error as TuneError: error
    case let error as HeadFault: .badAnswer(host: url.host, reason: error.reason)
    case is StallFault:
      switch phase {
      case .head: .headTimeout(host: url.host, afterSeconds: limits.headSeconds)
      case .body: .stalled(host: url.host, afterSeconds: limits.stallSeconds)
      }
    case let error as HTTPClientError: translate(error, url: url, phase: phase, limits: limits)
    case let error as NIOConnectionError: translate(error, url: url, limits: limits)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: translateTLS(error, url: url, phase: phase)
    case let error as IOError: translate(error, url: url, phase: phase)
    default:
      switch phase {
      case .head: .badAnswer(host: url.host, reason: "it is no HTTP that we understand")
      case .body: .connectionLost(host: url.host, reason: "the server broke the protocol")
      }
    }
  }

  private static func translate(
    _ error: HTTPClientError, url: StreamURL, phase: Phase, limits: DownloadLimits
  ) -> TuneError? {
    switch error {
    case .cancelled: nil
    case .connectTimeout, .getConnectionFromPoolTimeout:
      .noAnswer(host: url.host, port: url.port, afterSeconds: limits.connectSeconds)
    case .deadlineExceeded: .headTimeout(host: url.host, afterSeconds: limits.headSeconds)
    case .tlsHandshakeTimeout: .tls(host: url.host, reason: "the handshake was not answered")
    case .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
      .badAnswer(host: url.host, reason: "the proxy did not answer")
    case .invalidProxyResponse: .badAnswer(host: url.host, reason: "the proxy refused the connection")
    case .proxyAuthenticationRequired:
      .badAnswer(host: url.host, reason: "the proxy wants a user name and password")
    case .invalidURL, .emptyHost, .emptyScheme: .badURL(url.text, reason: "it is not a valid address")
    case .remoteConnectionClosed:
      switch phase {
      case .head: .badAnswer(host: url.host, reason: "it closed the connection without one")
      case .body: .connectionLost(host: url.host, reason: "the server closed it")
      }
    default:
      switch phase {
      case .head: .badAnswer(host: url.host, reason: error.shortDescription)
      case .body: .connectionLost(host: url.host, reason: error.shortDescription)
      }
    }
  }

  private static func translate(_ error: NIOConnectionError, url: StreamURL, limits: DownloadLimits) -> TuneError {
    if error.connectionErrors.isEmpty { return .unknownHost(url.host) }
    for failure in error.connectionErrors {
      if let ioError = failure.error as? IOError, ioError.errnoCode == ECONNREFUSED {
        return .refused(host: url.host, port: url.port)
      }
    }
    for failure in error.connectionErrors {
      if let ioError = failure.error as? IOError {
        return .connectionLost(host: url.host, reason: String(cString: strerror(ioError.errnoCode)))
      }
    }
    return .noAnswer(host: url.host, port: url.port, afterSeconds: limits.connectSeconds)
  }

  private static func translate(_ error: IOError, url: StreamURL, phase: Phase) -> TuneError {
    switch error.errnoCode {
    case ECONNREFUSED: .refused(host: url.host, port: url.port)
    case ECONNRESET, EPIPE:
      phase == .head
        ? .badAnswer(host: url.host, reason: "it broke the connection without one")
        : .connectionLost(host: url.host, reason: "the server broke it")
    default: .connectionLost(host: url.host, reason: String(cString: strerror(error.errnoCode)))
    }
  }

  private static func translateTLS(_ error: any Error, url: StreamURL, phase: Phase) -> TuneError {
    if phase == .body { return .connectionLost(host: url.host, reason: "the secure connection was cut off") }
    let text = String(describing: error)
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      return .tls(host: url.host, reason: "its certificate is expired, self-signed or not trusted here")
    }
    if error is NIOSSLExtraError { return .tls(host: url.host, reason: "its certificate is for another name") }
    if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
      return .tls(host: url.host, reason: "port \(url.port) does not speak TLS; try http://")
    }
    return .tls(host: url.host, reason: "the handshake failed")
  }
}
