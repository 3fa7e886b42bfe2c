public import AudioCore
import Glibc
import NIOCore
import NIOPosix
import SystemSupport

/// A daemon's place on TCP, the token for it, and the sentences about failures there.
struct DaemonHost: Sendable {
  /// The usual port of a daemon.
  private static let defaultPort = 8600

  /// The name or address; an IPv6 address has no brackets.
  let name: String
  /// 1…65535.
  let port: Int
  /// The secret that the daemon requires; nil for a daemon that requires none.
  let token: String?
  /// What to do when the daemon wants a token or refuses the one it gets.
  let tokenHint: String?

  /// Creates the place. Throws ``OptionError`` for an empty name, an invalid port, and a token that is not made of
  /// visible ASCII characters.
  init(name: String, port: Int, token: String?, tokenHint: String? = nil) throws(OptionError) {
    guard !name.isEmpty, (1...65535).contains(port) else {
      throw OptionError("a daemon's address is a host and a port from 1 to 65535")
    }
    if let token, token.isEmpty || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      throw OptionError("a token is made of visible ASCII characters")
    }
    self.name = name
    self.port = port
    self.token = token
    self.tokenHint = tokenHint
  }

  /// Creates the place that `url` names. Throws ``OptionError`` for anything but `http://HOST` or `http://HOST:PORT`.
  init(url: String, token: String?, tokenHint: String) throws(OptionError) {
    let parsed: StreamURL
    do throws(TuneError) {
      parsed = try StreamURL(url)
    } catch {
      throw OptionError("\(option: .daemonURL) takes http://HOST:PORT: \(error.description)")
    }
    if parsed.isSecure {
      throw OptionError(
        "\(option: .daemonURL) takes http:// only; a tunnel encrypts it: ssh -L 9000:127.0.0.1:8600 HOST")
    }
    guard parsed.credentials == nil else {
      throw OptionError("\(option: .daemonURL) takes no password: the token belongs into a file")
    }
    guard parsed.pathAndQuery == "/" else {
      throw OptionError("\(option: .daemonURL) takes http://HOST:PORT without a path, not '\(parsed.text)'")
    }
    try self.init(name: parsed.host, port: parsed.port, token: token, tokenHint: tokenHint)
  }

  /// `HOST:PORT`, with brackets around an IPv6 address.
  var text: String { Self.text(host: name, port: port) }

  /// The same for the header `Host`: without the zone of a link-local address.
  var hostField: String { Self.text(host: String(name.prefix { $0 != "%" }), port: port) }

  private static func text(host: String, port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  // MARK: - Failures

  /// Returns the error for a connection that could not be made.
  func unreachable(_ error: NIOConnectionError, within limit: Duration) -> any Error {
    let faults = error.connectionErrors.map(\.error)
    guard let first = faults.first(where: { ($0 as? IOError)?.errnoCode == ECONNREFUSED }) ?? faults.first else {
      return DaemonError.failed(
        reason: "cannot find the host \(name) of radiod serve; check its name and your network")
    }
    guard let fault = first as? IOError else { return RemoteError.silence(limit) }
    guard fault.errnoCode == ECONNREFUSED else {
      return DaemonError.failed(
        reason: "cannot reach \(text): \(SystemReason.text(of: fault.errnoCode)); check the network and its firewalls")
    }
    let hint = port == Self.defaultPort ? "" : "; its usual port is \(Self.defaultPort)"
    return DaemonError.failed(reason: "radiod serve is not running (nothing listens at \(text))\(hint)")
  }

  /// Returns the error for an answer with `status` and the daemon's own sentence, which is empty for an answer that is
  /// not a daemon's.
  func refusal(_ sentence: String, status: Int) -> DaemonError {
    switch status {
    case 300..<400:
      return .failed(
        reason: "\(text) sends \(status), a redirect: none is followed, as the token is for this host only")
    case 401:
      let reason = token == nil ? "\(text) wants a token" : "\(text) refuses the token"
      return .refused(reason: reason + (tokenHint.map { ": \($0)" } ?? ""), status: status)
    case 403 where !sentence.isEmpty, 429 where !sentence.isEmpty:
      return .refused(reason: "\(text) refuses: \(sentence)", status: status)
    case _ where !sentence.isEmpty: return .refused(reason: sentence, status: status)
    case 500...: return .refused(reason: "\(text) answers \(status) and does not say why", status: status)
    default:
      return .failed(reason: "what answers at \(text) is not this version's radiod serve: it answers \(status)")
    }
  }
}

extension OptionName {
  /// The address of a daemon on TCP.
  public static let daemonURL = OptionName("url")
}
