import Glibc
import NIOSSL
import Synchronization

/// The certificates by which servers are judged, read once for all connections: to read a system's takes several milliseconds, more than
/// all else that a secure connection takes of this machine. HLS makes one for each segment.
enum TrustedRoots {
  /// Where systems keep theirs in one file, as the TLS library knows them…
  private static let systemFiles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
  /// …and one by one, found by name when they are needed.
  private static let systemFolder = "/etc/ssl/certs"

  /// What was read, and of which file.
  private struct Reading {
    let path: String
    let size: Int
    let modified: (seconds: Int, nanoseconds: Int)
    let certificates: [NIOSSLCertificate]

    func isOf(_ status: stat, at path: String) -> Bool {
      self.path == path && size == status.st_size && modified == (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private static let last = Mutex<Reading?>(nil)

  /// Makes `configuration` trust the certificates in the file at `path`, or the system's when that is nil. What cannot be read here is left
  /// to the TLS library, and to its errors.
  static func trust(path: String?, in configuration: inout TLSConfiguration) {
    if let path {
      configuration.trustRoots = certificates(at: path).map { .certificates($0) } ?? .file(path)
    } else if let certificates = systemFiles.lazy.compactMap(certificates).first {
      let hasFolder = access(systemFolder, R_OK) == 0
      configuration.trustRoots = hasFolder ? .file(systemFolder) : .certificates([])
      configuration.additionalTrustRoots = [.certificates(certificates)]
    }
  }

  /// The certificates in the file at `path` as it is now; nil when they cannot be had.
  private static func certificates(at path: String) -> [NIOSSLCertificate]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return last.withLock { last in
      if let last, last.isOf(status, at: path) { return last.certificates }
      guard let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty else { return nil }
      last = Reading(
        path: path, size: Int(status.st_size), modified: (status.st_mtim.tv_sec, status.st_mtim.tv_nsec),
        certificates: certificates)
      return certificates
    }
  }
}
