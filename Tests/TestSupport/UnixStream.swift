import Glibc

/// Unix sockets for tests.
public enum UnixStream {
  /// Connects without waiting; nil when no server listens there, or its queue of connections is full.
  public static func connect(to path: String) -> Int32? {
    open(path, SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue) { Glibc.connect($0, $1, $2) }
  }

  /// Listens at a path where no file exists yet; nil when that fails, with the reason in `errno`.
  public static func listen(at path: String) -> Int32? {
    open(path, SOCK_STREAM.rawValue) { descriptor, name, size in
      bind(descriptor, name, size) == 0 ? Glibc.listen(descriptor, 64) : -1
    }
  }

  /// A datagram socket that is bound to a path; nil when that fails.
  public static func bindDatagrams(to path: String) -> Int32? {
    open(path, SOCK_DGRAM.rawValue) { Glibc.bind($0, $1, $2) }
  }

  private static func open(
    _ path: String, _ kind: UInt32, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(kind | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8.prefix(MemoryLayout.size(ofValue: name.sun_path) - 1))
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    let code = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
