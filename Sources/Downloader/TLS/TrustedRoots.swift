import Glibc
import NIOCore
import NIOSSL
import Synchronization

/// The TLS context of all connections, with the trusted root certificates. The context is created once, and again when
/// the certificate file has changed: reading a system's certificates takes several milliseconds, more than the rest of
/// a secure connection costs here.
enum TrustedRoots {
  /// The files that may hold all root certificates of the system; the TLS library knows the same paths.
  private static let systemFiles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
  /// The folder in which the TLS library looks up single root certificates by name when it needs them.
  private static let systemFolder = "/etc/ssl/certs"
  /// How long a closing TLS connection waits for the server's `close_notify`, which radio servers rarely send.
  private static let shutdownLimit = TimeAmount.milliseconds(100)

  /// A context, and the certificate file from which it was created.
  private struct Reading {
    let path: String
    let size: Int
    let modified: (seconds: Int, nanoseconds: Int)
    let context: NIOSSLContext

    func isOf(_ status: stat, at path: String) -> Bool {
      self.path == path && size == status.st_size && modified == (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private static let last = Mutex<Reading?>(nil)

  /// Returns a context that trusts the certificates in the file at `path` as it is now, or the system's roots when
  /// `path` is nil.
  ///
  /// When no file can be read here, the TLS library loads the roots itself. Throws the errors of that library.
  static func context(path: String?) throws -> NIOSSLContext {
    let files = path.map { [$0] } ?? systemFiles
    for file in files {
      var status = stat()
      guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let known = last.withLock { last in last.flatMap { $0.isOf(status, at: file) ? $0.context : nil } }
      if let known { return known }
      guard let certificates = try? NIOSSLCertificate.fromPEMFile(file), !certificates.isEmpty else { continue }
      var configuration = configuration
      if path != nil {
        configuration.trustRoots = .certificates(certificates)
      } else {
        configuration.trustRoots = access(systemFolder, R_OK) == 0 ? .file(systemFolder) : .certificates([])
        configuration.additionalTrustRoots = [.certificates(certificates)]
      }
      let context = try NIOSSLContext(configuration: configuration)
      last.withLock {
        $0 = Reading(
          path: file, size: Int(status.st_size), modified: (status.st_mtim.tv_sec, status.st_mtim.tv_nsec),
          context: context)
      }
      return context
    }
    var configuration = configuration
    if let path { configuration.trustRoots = .file(path) }
    return try NIOSSLContext(configuration: configuration)
  }

  private static var configuration: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.shutdownTimeout = shutdownLimit
    return configuration
  }
}
