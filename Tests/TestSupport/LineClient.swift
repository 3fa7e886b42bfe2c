import Glibc

/// A client of a line-based server, on TCP or a Unix socket. Each call waits at most 10 s.
public final class LineClient {
  /// A failed connection, or an answer that did not come.
  public struct ClientError: Error, CustomStringConvertible {
    /// The failure in words.
    public var description: String
  }

  private let descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to a port of 127.0.0.1.
  public convenience init(port: Int) throws {
    guard let descriptor = LoopbackSocket.connect(to: "127.0.0.1", port: port) else {
      throw ClientError(description: "no server listens on port \(port)")
    }
    self.init(descriptor: descriptor)
  }

  /// Connects to a Unix socket.
  public convenience init(path: String) throws {
    guard let descriptor = UnixStream.connect(to: path) else {
      throw ClientError(description: "no server listens at \(path)")
    }
    _ = fcntl(descriptor, F_SETFL, 0)
    self.init(descriptor: descriptor)
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    var timeout = timeval(tv_sec: 10, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes; false once the server has closed the connection, or has accepted nothing for 10 s.
  @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends text.
  @discardableResult public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Closes the sending side of the connection, as scripts do after they have sent everything; answers can still be
  /// read.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// True when bytes have come that were not read yet, or the server has closed the connection.
  public var hasInput: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !received.isEmpty || poll(&entry, 1, 0) > 0
  }

  /// The next line without its end; nil when the server has closed the connection. Throws when no bytes come for 10 s.
  public func line() throws -> String? {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      searched = received.count
      guard let more = try read() else { return nil }
      received += more
    }
  }

  /// The next `count` bytes; fewer when the server has closed the connection. Throws when no bytes come for 10 s.
  public func bytes(_ count: Int) throws -> [UInt8] {
    while received.count < count, let more = try read() { received += more }
    defer { received.removeFirst(min(count, received.count)) }
    return Array(received.prefix(count))
  }

  /// All bytes until the server closes the connection.
  public func rest() throws -> [UInt8] {
    while let more = try read() { received += more }
    defer { received = [] }
    return received
  }

  private func read() throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = receive(from: descriptor, into: &bytes, atMost: bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    guard count == 0 || errno == ECONNRESET else { throw ClientError(description: "nothing came for 10 s") }
    return nil
  }
}
