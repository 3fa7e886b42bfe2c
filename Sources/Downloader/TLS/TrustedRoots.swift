import Glibc
import NIOCore
import NIOSSL
import Synchronization

/// The TLS context of all connections, with the certificates by which servers are judged. It is made once, and again when the file of
/// certificates has changed: to read a system's takes several milliseconds, more than all else that a secure connection costs here.
enum TrustedRoots {
  /// The one file in which systems keep theirs, as the TLS library knows it…
  private static let systemFiles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
  /// …and the folder in which it finds them by name when they are needed.
  private static let systemFolder = "/etc/ssl/certs"
  /// How long a closing TLS connection waits for the server's `close_notify`, which radio servers rarely send.
  private static let shutdownLimit = TimeAmount.milliseconds(100)

  /// A context, and the file that it was made of.
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

  /// A context that trusts the certificates in the file at `path` as it is now, or the system's when that is nil.
  ///
  /// What cannot be read here is left to the TLS library. Throws that library's errors.
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
