package import Glibc
import Synchronization
public import SystemSupport

/// Unix sockets for the daemon's frontends: created in folders that no other user can write to, and accessible only to
/// this user's programs.
public enum LocalSocket {
  /// The longest path that the system accepts, in bytes (unix(7)).
  public static let maximumPathBytes = 107
  /// The number of connections that may wait to be accepted.
  private static let backlog: Int32 = 64
  /// Held while a socket is bound: the umask belongs to the whole process, so only one socket is bound at a time.
  private static let binding = Mutex(())

  /// Creates the folder `path` if it does not exist (mode 0700). Checks that it is a folder, not a link, that it
  /// belongs to this user, and that no other user has access. Throws `.cannotCreate`.
  public static func prepareFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path) }
    guard let status = stat(ofEntry: path) else { throw failure(path) }
    let reason: String? =
      switch status.st_mode & S_IFMT {
      case S_IFDIR where status.st_uid != geteuid(): "the folder belongs to another user"
      case S_IFDIR where status.st_mode & 0o077 != 0: "the folder is open to other users (chmod 700 closes it)"
      case S_IFDIR: nil
      case S_IFLNK: "it is a symbolic link, not a folder"
      default: "it is not a folder"
      }
    if let reason { throw .cannotCreate(path: path, reason: reason) }
  }

  /// Prepares the folder of `path`, and removes a stale socket at `path`: a socket of this user on which no process
  /// listens any more. Anything else at `path` is left unchanged. Throws `.cannotCreate`.
  public static func prepare(_ path: String) throws(SystemError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .cannotCreate(path: path, reason: "a socket needs a folder of its own")
    }
    try prepareFolder(String(path[..<slash]))
    guard let status = stat(ofEntry: path) else {
      guard errno == ENOENT else { throw failure(path) }
      return
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .cannotCreate(path: path, reason: "something that is not a socket is in the way")
    }
    guard status.st_uid == geteuid() else {
      throw .cannotCreate(path: path, reason: "another user's socket is in the way")
    }
    let descriptor = try open(path)
    defer { close(descriptor) }
    guard try withAddress(path, { connect(descriptor, $0, $1) }) != 0 else {
      throw .cannotCreate(path: path, reason: "another program listens there")
    }
    switch errno {
    case ECONNREFUSED: break
    case ENOENT: return
    case EAGAIN, EINPROGRESS: throw .cannotCreate(path: path, reason: "another program listens there")
    default: throw failure(path)
    }
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
  }

  /// Prepares `path`, listens there and returns the descriptor, which the caller closes. Only this user (and root) can
  /// connect: the socket has mode 0600 from the beginning. Throws `.cannotCreate`.
  public static func bind(_ path: String) throws(SystemError) -> Int32 {
    try prepare(path)
    let descriptor = try open(path)
    do throws(SystemError) {
      let code = try binding.withLock { _ throws(SystemError) -> Int32 in
        let mask = umask(0o177)
        defer { umask(mask) }
        return try withAddress(path) { Glibc.bind(descriptor, $0, $1) }
      }
      guard code == 0, listen(descriptor, backlog) == 0 else { throw failure(path) }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Returns the user ID of the program at the other end of the connected Unix socket `descriptor`; nil when the system
  /// does not provide it.
  public static func peerUserID(_ descriptor: Int32) -> UInt32? { peer(descriptor)?.user }

  /// Returns the ID of the process that listens at `path`, when it belongs to this user; nil when there is none.
  public static func listener(at path: String) -> Int32? {
    guard let descriptor = try? open(path) else { return nil }
    defer { close(descriptor) }
    guard (try? withAddress(path) { connect(descriptor, $0, $1) }) == 0, let peer = peer(descriptor),
      peer.user == geteuid(), peer.process != 0
    else { return nil }
    return peer.process
  }

  private static func peer(_ descriptor: Int32) -> (process: Int32, user: UInt32)? {
    // struct ucred, which Swift does not import: process, user, group.
    var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
    let wanted = MemoryLayout.size(ofValue: credentials)
    var size = socklen_t(wanted)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, Int(size) == wanted,
      credentials.1 != UInt32.max  // a process of another PID namespace has ID 0, and its user is known
    else { return nil }
    return (credentials.0, credentials.1)
  }

  /// True when a program of the user `userID` may connect: this process's own user, or root.
  public static func admits(_ userID: UInt32?) -> Bool { userID == geteuid() || userID == 0 }

  private static func open(_ path: String) throws(SystemError) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { throw failure(path) }
    return descriptor
  }

  /// Calls `body` with the address of the socket at `path`. Throws ``SystemError`` for a path that is too long.
  package static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    let bytes = Array(path.utf8)
    guard bytes.count <= maximumPathBytes, !bytes.contains(0) else {
      throw .cannotCreate(path: path, reason: "the path is longer than \(maximumPathBytes) bytes")
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  private static func failure(_ path: String) -> SystemError {
    .cannotCreate(path: path, reason: SystemReason.text(of: errno))
  }
}
