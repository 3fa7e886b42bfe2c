import Glibc

/// Port numbers for servers that will start in a moment. Each is returned once, to all test programs that run side by
/// side. None is a port that the kernel gives to a program that asks for any free one (32768 and above), so that no
/// other program listens there first.
enum PortTicket {
  private static let ports = 20_000..<32_000

  /// The next port on which no server listens; throws ``ScriptedServer/ServerError``.
  static func next() throws -> Int {
    let path = "/tmp/springradio-test-ports-\(geteuid())"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw ScriptedServer.ServerError(description: "cannot lock \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    for _ in ports {
      var last: Int32 = 0
      _ = pread(descriptor, &last, MemoryLayout<Int32>.size, 0)
      var port = Int32(ports.contains(Int(last) + 1) ? Int(last) + 1 : ports.lowerBound)
      _ = pwrite(descriptor, &port, MemoryLayout<Int32>.size, 0)
      guard let free = try? LoopbackSocket.listen(on: "127.0.0.1", port: Int(port)) else { continue }
      close(free.descriptor)
      return Int(port)
    }
    throw ScriptedServer.ServerError(description: "no port of \(ports) is free")
  }
}
