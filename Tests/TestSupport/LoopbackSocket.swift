import Glibc

/// TCP sockets of the tests' own servers, on IPv4 addresses of this machine.
enum LoopbackSocket {
  /// Listens on `port`, or on a free port if that is 0. Returns descriptor and port; throws
  /// ``ScriptedServer/ServerError``.
  static func listen(on address: String, port: Int = 0) throws -> (descriptor: Int32, port: Int) {
    let descriptor = try open(SOCK_STREAM)
    var flag: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &flag, socklen_t(MemoryLayout<Int32>.size))
    var name = self.name(address, port: port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else { throw failure("cannot listen on \(address)", closing: descriptor) }
    return (descriptor, Int(UInt16(bigEndian: name.sin_port)))
  }

  /// Binds a UDP socket; throws ``ScriptedServer/ServerError``.
  static func bindDatagrams(on address: String, port: Int) throws -> Int32 {
    let descriptor = try open(SOCK_DGRAM)
    var name = self.name(address, port: port)
    let isBound = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound else { throw failure("cannot bind port \(port) of \(address)", closing: descriptor) }
    return descriptor
  }

  /// Connects; nil when no server listens there.
  static func connect(to address: String, port: Int) -> Int32? {
    guard let descriptor = try? open(SOCK_STREAM) else { return nil }
    var name = self.name(address, port: port)
    let isConnected = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Makes the socket send each write at once, however small it is.
  static func sendAtOnce(_ descriptor: Int32) {
    var flag: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &flag, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Makes the next close break the connection: the other side sees a reset instead of an end.
  static func breakOnClose(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  private static func open(_ type: __socket_type) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else {
      throw ScriptedServer.ServerError(description: "no socket: \(String(cString: strerror(errno)))")
    }
    return descriptor
  }

  private static func name(_ address: String, port: Int) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    name.sin_addr.s_addr = inet_addr(address)
    return name
  }

  private static func failure(_ words: String, closing descriptor: Int32) -> ScriptedServer.ServerError {
    let reason = String(cString: strerror(errno))
    close(descriptor)
    return ScriptedServer.ServerError(description: "\(words): \(reason)")
  }
}
