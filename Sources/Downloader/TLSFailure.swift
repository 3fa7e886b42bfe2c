import AudioCore
import NIOSSL

/// Turns errors of the TLS library into sentences for the user. The library's own texts name its source files.
enum TLSFailure {
  /// True when a certificate was refused, so that an inspection can find out why.
  static func isRefusedCertificate(_ error: any Error) -> Bool {
    !(error is TuneError) && String(describing: error).contains("CERTIFICATE_VERIFY_FAILED")
  }

  /// Returns the error for the user; `certificate` is what is wrong with the server's certificate, if that is known.
  static func translate(
    _ error: any Error, host: String, port: Int, phase: DownloadFailure.Phase, certificate: String?
  ) -> TuneError {
    if phase == .body { return .connectionLost(host: host, reason: "the secure connection was cut off") }
    if error is NIOSSLExtraError { return .tls(host: host, reason: "its certificate is for another name") }
    let text = String(describing: error)
    func says(_ words: String...) -> Bool { words.contains(where: text.contains) }
    if says("CERTIFICATE_VERIFY_FAILED") {
      return .tls(host: host, reason: certificate ?? "its certificate is expired, self-signed or not trusted here")
    }
    if says("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST") {
      return .tls(host: host, reason: "port \(port) does not speak TLS; try http://")
    }
    if says("UNSUPPORTED_PROTOCOL", "ALERT_PROTOCOL_VERSION") {
      return .tls(host: host, reason: "it speaks none of the versions of TLS that are in use today")
    }
    if says("UNRECOGNIZED_NAME") { return .tls(host: host, reason: "it does not know this name") }
    if says("EOF during handshake", "uncleanShutdown", "zeroReturn", "syscallError") {
      return .connectionLost(host: host, reason: "the server closed it during the handshake")
    }
    return .tls(host: host, reason: "the handshake failed")
  }
}
