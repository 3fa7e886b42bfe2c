/// Makes certificates for a test's servers: good ones, and bad ones of every kind.
public final class CertificateAuthority: Sendable {
  /// The flaw of a certificate.
  public enum Flaw: String, Sendable, CaseIterable {
    /// No flaw.
    case none
    /// It expired in 2001.
    case expired
    /// It becomes valid in 2040.
    case early
    /// It is for another name.
    case otherName
    /// It is for the server's address, and for no name.
    case addressOnly
    /// It is self-signed.
    case selfSigned
    /// It is self-signed and expired.
    case selfSignedAndExpired
    /// An authority that no program trusts has signed it.
    case unknownIssuer
  }

  /// An openssl command failed.
  public struct AuthorityError: Error, CustomStringConvertible {
    /// Its error output.
    public var description: String
  }

  /// The authority's own certificate, in PEM: the one to trust.
  public var path: String { folder.path("authority.pem") }
  private let folder: Scratch

  /// Whether openssl is installed.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("openssl") }

  /// Makes an authority.
  public init() throws {
    folder = try Scratch()
    for name in ["authority", "untrusted"] {
      try openssl(
        ["req", "-x509", "-days", "3650", "-subj", "/CN=SpringRadio test \(name)"] + keyFor(name) + [
          "-out", folder.path(name + ".pem"),
        ])
    }
    try folder.write(
      """
      [ca]
      default_ca = own
      [own]
      database = \(folder.path("index"))
      serial = \(folder.path("serial"))
      new_certs_dir = \(folder.path)
      default_md = sha256
      policy = any
      unique_subject = no
      copy_extensions = copy
      [any]
      commonName = supplied
      """, as: "ca.conf")
    try folder.write("", as: "index")
    try folder.write("1000\n", as: "serial")
  }

  /// Makes a certificate with `flaw` for the host `host`, or for all hosts of a wildcard such as `*.example`. Returns
  /// the paths of the certificate and of its key, in PEM.
  public func issue(_ flaw: Flaw, for host: String = "localhost") throws -> (certificate: String, key: String) {
    let name = flaw == .otherName ? "elsewhere.example" : flaw == .addressOnly ? "127.0.0.1" : host
    let certificate = folder.path(flaw.rawValue + ".pem")
    let request = folder.path(flaw.rawValue + ".csr")
    try openssl(
      [
        "req", "-new", "-subj", "/CN=\(name)", "-addext",
        "subjectAltName=\(flaw == .addressOnly ? "IP" : "DNS"):\(name)",
      ] + keyFor(flaw.rawValue)
        + ["-out", request])
    let dates =
      switch flaw {
      case .expired, .selfSignedAndExpired: ["20000101000000Z", "20010203000000Z"]
      case .early: ["20400506000000Z", "20410101000000Z"]
      case .none, .otherName, .addressOnly, .selfSigned, .unknownIssuer: ["20200101000000Z", "20490101000000Z"]
      }
    let key = folder.path(flaw.rawValue + ".key")
    let issuer =
      switch flaw {
      case .selfSigned, .selfSignedAndExpired: ["-selfsign", "-keyfile", key]
      case .unknownIssuer: ["-cert", folder.path("untrusted.pem"), "-keyfile", folder.path("untrusted.key")]
      case .none, .expired, .early, .otherName, .addressOnly: ["-cert", path, "-keyfile", folder.path("authority.key")]
      }
    try openssl(
      [
        "ca", "-batch", "-notext", "-config", folder.path("ca.conf"), "-in", request, "-out", certificate, "-startdate",
        dates[0], "-enddate", dates[1],
      ] + issuer)
    return (certificate, key)
  }

  private func keyFor(_ name: String) -> [String] {
    ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", folder.path(name + ".key")]
  }

  private func openssl(_ arguments: [String]) throws {
    let result = try ProcessRunner.run("openssl", arguments)
    guard result.exitCode == 0 else {
      throw AuthorityError(description: "openssl \(arguments[0]): \(result.errorText)")
    }
  }
}
