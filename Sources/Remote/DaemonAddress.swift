import AudioCore
import Glibc
import Radio

/// Where a client finds the daemon: sockets that are tried one after the other.
public struct DaemonAddress: Sendable {
  /// Paths of sockets, the likeliest first; never empty.
  private let candidates: [String]

  /// What is at a path.
  private enum Finding {
    case daemon
    case missing
    case noSocket
    case noListener
    case forbidden
    case stranger(userID: UInt32)
    case fault(reason: String)
  }

  /// The longest path of a socket, in bytes (unix(7)).
  private static let longestPath = 107

  /// The socket at `path` and no other. Throws `TuneError.usage` when no socket can be there.
  public init(path: String) throws(TuneError) {
    guard !path.isEmpty, path.utf8.count <= Self.longestPath, !path.utf8.contains(0) else {
      throw .usage(message: "--socket takes a path of 1 to \(Self.longestPath) bytes, not \(path.utf8.count)")
    }
    candidates = [path]
  }

  /// The daemon's sockets in `folders`: the user's own and the system's.
  public init(folders: Folders) { candidates = folders.runtimeCandidates.map { Folders.webSocket(in: $0) } }

  /// The first socket at which a daemon of this user's or of the system's listens.
  ///
  /// Throws `TuneError.daemon` that says why there is none.
  public func locate() throws(TuneError) -> String {
    let findings = candidates.map { ($0, Self.look(at: $0)) }
    for case (let path, .daemon) in findings { return path }
    // What is in the way says more than what is not there.
    let told = findings.first { if case .missing = $0.1 { false } else { true } } ?? findings.first
    guard let (path, finding) = told else { throw .daemon(reason: "radiod serve is not running") }
    throw .daemon(reason: Self.sentence(finding, path: path))
  }

  private static func sentence(_ finding: Finding, path: String) -> String {
    switch finding {
    case .daemon, .missing: "radiod serve is not running (no socket at \(path))"
    case .noListener: "radiod serve is not running (nobody listens at \(path))"
    case .noSocket: "\(path) is not a socket; radiod serve makes its own, or tell with --socket where it is"
    case .forbidden: "not allowed to use the socket \(path): it belongs to another user"
    case .stranger(let userID):
      "the socket \(path) is not used: user \(userID) listens there, who is neither you nor root"
    case .fault(let reason): "cannot connect to radiod serve at \(path): \(reason)"
    }
  }

  private static func look(at path: String) -> Finding {
    guard path.utf8.count <= longestPath else { return .fault(reason: "the path is too long for a socket") }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return .fault(reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    let code = errno
    if result == 0 {
      let own = geteuid()
      guard let user = LocalSocket.peerUserID(descriptor), own != 0, user != own, user != 0 else { return .daemon }
      return .stranger(userID: user)
    }
    switch code {
    case ENOENT, ENOTDIR: return .missing
    case EAGAIN: return .daemon  // so many are waiting to be let in
    case EACCES, EPERM: return .forbidden
    case ECONNREFUSED, EPROTOTYPE:
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK ? .noSocket : .noListener
    default: return .fault(reason: String(cString: strerror(code)))
    }
  }
}
