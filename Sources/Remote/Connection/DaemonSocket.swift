import Glibc
import ServerSupport
import SystemSupport

/// A Unix socket at which a daemon may listen.
struct DaemonSocket: Sendable {
  /// The path of the socket.
  let path: String
  /// A hint for a path that is not a socket; nil for none.
  var hint: String?
  /// A hint for a socket without a daemon; nil for none.
  var startHint: String?

  /// The result of a connection attempt to a path.
  enum Finding {
    /// A daemon of the user or of the system, with the descriptor of a connection to it. The caller closes it.
    case daemon(descriptor: Int32)
    /// A listener whose queue of pending connections is full; its owner is unknown.
    case busy
    case missing
    case noSocket
    case noListener
    case forbidden
    case foreignProcess(userID: UInt32)
    case fault(reason: String)
  }

  /// Connects without blocking, and asks the kernel which user listens at the other end: it must be root or the user
  /// `userID`. The user root accepts any listener.
  func connect(as userID: UInt32) -> Finding {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return .fault(reason: SystemReason.text(of: errno)) }
    let finding = connect(descriptor, as: userID)
    if case .daemon = finding { return finding }
    close(descriptor)
    return finding
  }

  private func connect(_ descriptor: Int32, as userID: UInt32) -> Finding {
    guard let result = try? LocalSocket.withAddress(path, { Glibc.connect(descriptor, $0, $1) }) else {
      return .fault(reason: "the path is too long for a socket")
    }
    let code = errno
    if result == 0 {
      guard userID != 0 else { return .daemon(descriptor: descriptor) }
      guard let user = LocalSocket.peerUserID(descriptor) else {
        return .fault(reason: "the system does not say who listens there")
      }
      return user == userID || user == 0 ? .daemon(descriptor: descriptor) : .foreignProcess(userID: user)
    }
    switch code {
    case ENOENT, ENOTDIR: return .missing
    case EAGAIN: return .busy
    case EACCES, EPERM: return .forbidden
    case ECONNREFUSED, EPROTOTYPE:
      return stat(of: path).map { $0.st_mode & S_IFMT != S_IFSOCK } ?? false ? .noSocket : .noListener
    default: return .fault(reason: SystemReason.text(of: code))
    }
  }

  private static func appendix(_ hint: String?) -> String { hint.map { "; \($0)" } ?? "" }

  /// Returns the error sentence for `finding`, for a user who wanted a daemon.
  func sentence(_ finding: Finding) -> String {
    switch finding {
    case .daemon, .busy, .missing: "radiod serve is not running (no socket at \(path))" + Self.appendix(startHint)
    case .noListener: "radiod serve is not running (no listener at \(path))" + Self.appendix(startHint)
    case .noSocket: "\(path) is not a socket" + Self.appendix(hint)
    case .forbidden: "not allowed to use the socket \(path): it belongs to another user"
    case .foreignProcess(let userID):
      "the socket \(path) is not used: user \(userID) listens there, who is neither you nor root"
    case .fault(let reason): "cannot connect to radiod serve at \(path): \(reason)"
    }
  }
}
