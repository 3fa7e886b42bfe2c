import AudioCore
import Glibc
import NIOCore
import NIOSSL
import SystemSupport

/// Turns errors of the network libraries into sentences for the user. The libraries' own texts name source files and
/// error numbers.
struct DownloadFailure {
  /// The phase of a connection in which an error occurred.
  enum Phase { case head, body }

  /// The address that was requested.
  let url: StreamURL
  /// The proxy in front of the server.
  let proxy: ProxyServer?
  let phase: Phase
  let limits: DownloadLimits
  /// What is wrong with the server's certificate, if that is known.
  var certificate: String?

  /// The host to which the connection is made: the proxy or the server.
  private var peer: StreamURL { proxy?.url ?? url }
  /// The name of that host in a sentence.
  private var peerName: String { proxy?.name ?? url.host }

  /// Returns the error for the user, or nil for `CancellationError`, which the caller throws unchanged.
  func translate(_ error: any Error) -> TuneError? {
    switch error {
    case is CancellationError: return nil
    case let error as TuneError: return error
    case let error as SystemError: return .system(error)
    case let error as HeadError: return .badAnswer(host: url.host, reason: error.reason)
    case let error as HostLookup.LookupError: return translate(error)
    case let error as ConnectionError: return translate(error)
    case let failure as ProxyTLSError:
      if failure.error as? ConnectionError == .closedInHandshake {
        return .connectionLost(host: peerName, reason: "it was closed during the handshake")
      }
      if let fault = failure.error as? ConnectionError { return translate(fault) }
      return TLSFailure.translate(
        failure.error, host: peerName, port: peer.port, phase: phase, certificate: certificate)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      return TLSFailure.translate(error, host: url.host, port: url.port, phase: phase, certificate: certificate)
    case let error as IOError: return translate(error)
    case is ChannelError: return closed
    default: return nonsense
    }
  }

  /// Returns the error for `host`, an address of a forbidden scope: a public server named it, or it is public and the
  /// request is not encrypted.
  static func forbidden(_ host: String, scope: AddressScope) -> TuneError {
    if scope == .everywhere {
      return .redirect(reason: "\(host) is \(scope.words), which needs https://")
    }
    return .redirect(reason: "refused to be sent from a public server to \(host), \(scope.words)")
  }

  private var nonsense: TuneError {
    switch phase {
    case .head: .badAnswer(host: url.host, reason: "it is not HTTP that we understand")
    case .body: .connectionLost(host: url.host, reason: "the server broke the protocol")
    }
  }

  private func unanswered(by host: String) -> TuneError {
    .connectionLost(host: host, reason: "the TLS handshake was not answered within \(limits.connectSeconds) s")
  }

  private var closed: TuneError {
    switch phase {
    case .head: .connectionLost(host: url.host, reason: "the server closed the connection without an answer")
    case .body: .connectionLost(host: url.host, reason: "the server closed it")
    }
  }

  private func translate(_ fault: HostLookup.LookupError) -> TuneError {
    switch fault {
    case .unknown: .unknownHost(peerName)
    case .noNameServer: .unknownHost("\(peerName) (the name server does not answer)")
    }
  }

  private func translate(_ fault: ConnectionError) -> TuneError {
    switch fault {
    case .forbidden(let scope): return Self.forbidden(url.host, scope: scope)
    case .connectTimeout, .proxyTimeout:
      return .noAnswer(host: peerName, port: peer.port, afterSeconds: limits.connectSeconds)
    case .connect(let codes):
      if codes.contains(ECONNREFUSED) { return .refused(host: peerName, port: peer.port) }
      guard let code = codes.first else {
        return .noAnswer(host: peerName, port: peer.port, afterSeconds: limits.connectSeconds)
      }
      return .unreachable(host: peerName, port: peer.port, reason: SystemReason.text(of: code))
    case .handshakeTimeout(withProxy: true): return unanswered(by: peerName)
    case .handshakeTimeout(withProxy: false):
      return proxy == nil
        ? unanswered(by: url.host) : .noAnswer(host: url.host, port: url.port, afterSeconds: limits.connectSeconds)
    case .closedInHandshake:
      return .connectionLost(host: url.host, reason: "the server closed it during the handshake")
    case .proxyRefused(status: 407), .proxyReply(.authentication):
      return .status(407, host: peerName, reason: "it wants a user name and password")
    case .proxyRefused: return .connectionLost(host: url.host, reason: "\(peerName) did not let us through")
    case .proxyReply(.connectionRefused): return .refused(host: url.host, port: url.port)
    case .proxyReply(.unreachable):
      return .unreachable(host: url.host, port: url.port, reason: "\(peerName) cannot reach it")
    case .proxyReply(.notAllowed):
      return .unreachable(host: url.host, port: url.port, reason: "\(peerName) does not allow it")
    case .proxyReply(.nonsense): return .badAnswer(host: peerName, reason: "it does not speak SOCKS 5")
    case .headTimeout: return .headTimeout(host: url.host, afterSeconds: limits.headSeconds)
    case .closed, .cutOff: return closed
    case .stalled(let seconds):
      switch phase {
      case .head: return .headTimeout(host: url.host, afterSeconds: seconds)
      case .body: return .stalled(host: url.host, afterSeconds: seconds)
      }
    }
  }

  private func translate(_ error: IOError) -> TuneError {
    switch (error.errnoCode, phase) {
    case (ECONNREFUSED, _): .refused(host: peerName, port: peer.port)
    case (ECONNRESET, .head), (EPIPE, .head):
      .connectionLost(host: url.host, reason: "the server broke the connection without an answer")
    case (ECONNRESET, .body), (EPIPE, .body): .connectionLost(host: url.host, reason: "the server broke it")
    case (let code, .head): .connectionLost(host: peerName, reason: SystemReason.text(of: code))
    case (let code, .body): .connectionLost(host: url.host, reason: SystemReason.text(of: code))
    }
  }
}
