import AudioCore
import Glibc
import Synchronization

/// The Unix sockets of the daemon's doors: made where nobody else can put anything, for nobody else's programs.
public enum LocalSocket {
  /// The longest path the system takes, in bytes.
  public static let maximumPathBytes = 107
  /// Connections that may wait to be accepted.
  private static let backlog: Int32 = 64
  /// The mask of new files belongs to the whole process: one socket at a time is bound.
  private static let binding = Mutex(())

  /// Makes the folder `path` if it is not there (mode 0700), and checks that it is a folder, no link, this user's own, and closed to
  /// everybody else. Throws `.cannotCreate`.
  public static func prepareFolder(_ path: String) throws(TuneError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path) }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw failure(path) }
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

  /// Prepares the folder of `path`, and removes a socket that was left at `path`: only one of this user's own at which nobody listens any more.
  /// Anything else there is left alone. Throws `.cannotCreate`.
  public static func prepare(_ path: String) throws(TuneError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .cannotCreate(path: path, reason: "a socket needs a folder of its own")
    }
    try prepareFolder(String(path[..<slash]))
    var status = stat()
    guard lstat(path, &status) == 0 else {
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

  /// Prepares `path` and listens there; returns the descriptor, which the caller closes. Only this user (and root) can connect: the mode is
  /// 0600 from the beginning. Throws `.cannotCreate`.
  public static func bind(_ path: String) throws(TuneError) -> Int32 {
    try prepare(path)
    let descriptor = try open(path)
    do throws(TuneError) {
      let code = try binding.withLock { _ throws(TuneError) -> Int32 in
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

  /// The user whose program is at the other end of the connected Unix socket `descriptor`; nil when the system does not tell.
  public static func peerUserID(_ descriptor: Int32) -> UInt32? { peer(descriptor)?.user }

  /// The process that listens at `path`, when it is this user's own; nil when there is none.
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
      credentials.1 != UInt32.max  // a process of another PID namespace has the number 0, and its user is known
    else { return nil }
    return (credentials.0, credentials.1)
  }

  /// Whether a program of the user `userID` may come in: this process's own user, and root.
  public static func admits(_ userID: UInt32?) -> Bool { userID == geteuid() || userID == 0 }

  private static func open(_ path: String) throws(TuneError) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { throw failure(path) }
    return descriptor
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(TuneError) -> Int32 {
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

  private static func failure(_ path: String) -> TuneError {
    .cannotCreate(path: path, reason: String(cString: strerror(errno)))
  }
}
