import Glibc
import TestSupport

/// A client that sends exactly the bytes that a test gives it.
final class RawClient {
  private let descriptor: Int32

  /// Connects to the Unix socket at `path`.
  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw ProcessRunner.StartError(description: "cannot connect to \(path): \(reason)")
    }
  }

  /// Connects to `port` of this machine.
  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw ProcessRunner.StartError(description: "cannot connect to port \(port)")
    }
  }

  deinit { close(descriptor) }

  /// Sends `text`; false when the connection is closed.
  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends `bytes`; false when the connection is closed, or accepts nothing for 10 s.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&waiting, 1, 10_000) == 1 else { return false }
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Closes the sending side of the connection.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Receives text until it contains `end`, the other side closes or `limit` is over.
  func receive(until end: String? = nil, within limit: Duration = .seconds(40)) -> String {
    String(decoding: receiveBytes(until: end, within: limit), as: UTF8.self)
  }

  /// Receives what comes next, at most `count` bytes; nothing when the other side closes, or within 40 s.
  func receiveBytes(atMost count: Int) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: count)
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(40_000 * TestTime.scale)) == 1 else { return [] }
    let received = recv(descriptor, &piece, count, 0)
    return Array(piece.prefix(max(received, 0)))
  }

  /// The same as ``receive(until:within:)``, as bytes.
  func receiveBytes(until end: String? = nil, within limit: Duration = .seconds(40)) -> [UInt8] {
    let deadline = ContinuousClock.now + limit * TestTime.scale
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&waiting, 1, Int32(left.rounded(.up))) == 1 else { break }
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { break }
      text += piece[..<count]
      let known = max(0, text.count - count - (end?.utf8.count ?? 0))
      if let end, text[known...].firstRange(of: end.utf8) != nil { break }
    }
    return text
  }

  /// True when the other side closes within `limit`; data that it sends before is ignored.
  func isClosed(within limit: Duration) -> Bool {
    let start = ContinuousClock.now
    _ = receive(within: limit)
    return ContinuousClock.now - start < limit * TestTime.scale
  }
}
