import Foundation

/// An HTTPS server on the loopback interface with a certificate that was made for this run by an authority that was, too:
/// who does not trust `authorityPath` must not trust the server.
public final class SecureServer: Sendable {
  /// What went wrong.
  public struct Failure: Error, CustomStringConvertible {
    /// What the program said.
    public var description: String
  }

  /// Whether the programs it needs are there.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("openssl", "python3") }

  /// The certificate that vouches for the server, in PEM.
  public var authorityPath: String { folder.path("authority.pem") }
  /// The port it listens on.
  public let port: Int
  private let folder: Scratch
  private let process: ProcessRunner

  /// Starts a server that answers `body` as `contentType` to every request. Its certificate is for `name`, and ran out long ago if `isExpired`.
  public init(body: [UInt8], contentType: String = "audio/mpeg", name: String = "localhost", isExpired: Bool = false)
    throws
  {
    folder = try Scratch()
    try folder.write(body, as: "body")
    try Self.makeCertificates(in: folder, name: name, isExpired: isExpired)
    let process = try ProcessRunner(
      "python3",
      [Self.scriptPath, folder.path("server.pem"), folder.path("server.key"), folder.path("body"), contentType])
    var port: Int?
    _ = ProcessRunner.eventually {
      port = Int(String(decoding: process.output, as: UTF8.self).prefix { $0 != "\n" })
      return port != nil || process.exitCode != nil
    }
    guard let port else { throw Failure(description: "the HTTPS server does not start: \(process.errorText)") }
    self.port = port
    self.process = process
  }

  deinit { process.terminate(SIGKILL) }

  /// The address of `path` here, by the name `host`.
  public func url(_ path: String = "/", host: String = "localhost") -> String { "https://\(host):\(port)\(path)" }

  private static let scriptPath = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Checker/https_server.py").path

  private static func makeCertificates(in folder: Scratch, name: String, isExpired: Bool) throws {
    let key = ["-newkey", "rsa:2048", "-nodes"]
    func openssl(_ arguments: [String]) throws {
      let result = try ProcessRunner.run("openssl", arguments)
      guard result.exitCode == 0 else { throw Failure(description: "openssl: \(result.errorText)") }
    }
    try openssl(
      ["req", "-x509", "-days", "2", "-subj", "/CN=SpringRadio test authority"] + key
        + ["-keyout", folder.path("authority.key"), "-out", folder.path("authority.pem")])
    try openssl(
      ["req", "-subj", "/CN=\(name)"] + key + ["-keyout", folder.path("server.key"), "-out", folder.path("server.csr")])
    // A number of days below 0 gives a certificate whose time is over.
    try folder.write("subjectAltName=DNS:\(name)\n", as: "extensions")
    try openssl([
      "x509", "-req", "-in", folder.path("server.csr"), "-CA", folder.path("authority.pem"), "-CAkey",
      folder.path("authority.key"), "-CAcreateserial", "-days", isExpired ? "-1" : "2", "-extfile",
      folder.path("extensions"),
      "-out", folder.path("server.pem"),
    ])
  }
}
