import Foundation
import Glibc

/// One connection to a ``ScriptedServer``, as the script sees it. Bytes sent after the caller has left are lost.
public struct ScriptedCall: Sendable {
  private let descriptor: Int32
  /// 0 for the server's first connection, 1 for the second …
  public let number: Int
  /// The request; empty when the server does not read requests.
  public let request: ScriptedRequest

  /// How long a caller may take to send its request or to hang up, in seconds.
  private static let timeoutSeconds = 10

  init(descriptor: Int32, number: Int) {
    self.init(descriptor: descriptor, number: number, request: ScriptedRequest(text: ""))
    LoopbackSocket.sendAtOnce(descriptor)
    var timeout = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  private init(descriptor: Int32, number: Int, request: ScriptedRequest) {
    self.descriptor = descriptor
    self.number = number
    self.request = request
  }

  func answering(_ request: ScriptedRequest) -> ScriptedCall {
    ScriptedCall(descriptor: descriptor, number: number, request: request)
  }

  /// Sends a whole answer: status line, headers, an empty line, `body`.
  public func answer(_ status: String = "200 OK", headers: [String] = [], body: [UInt8] = []) {
    send((["HTTP/1.0 \(status)"] + headers + ["", ""]).joined(separator: "\r\n"))
    send(body)
  }

  /// Answers with `bytes` and their length, as a file server does. If the request has a `Range` and `knowsRanges` is
  /// true, it answers with that part of the bytes.
  public func serve(_ bytes: [UInt8], headers: [String] = [], knowsRanges: Bool = true) {
    guard knowsRanges, let range = request.byteRange else {
      return answer(headers: ["Content-Length: \(bytes.count)"] + headers, body: bytes)
    }
    guard range.lowerBound < bytes.count else { return answer("416 Range Not Satisfiable") }
    let part = Array(bytes[range.clamped(to: 0..<bytes.count)])
    answer(
      "206 Partial Content",
      headers: [
        "Content-Length: \(part.count)",
        "Content-Range: bytes \(range.lowerBound)-\(range.lowerBound + part.count - 1)/\(bytes.count)",
      ] + headers, body: part)
  }

  /// Answers as a live station does: `body` comes at once, then nothing more, and no end until the caller leaves.
  public func station(headers: [String] = [], body: [UInt8]) {
    answer(headers: ["Content-Type: audio/mpeg"] + headers, body: body)
    waitForEnd()
  }

  /// Sends `text`; see the other `send`.
  @discardableResult public func send(_ text: String, piecesOf size: Int = .max, pause: Duration = .zero) -> Bool {
    send(Array(text.utf8), piecesOf: size, pause: pause)
  }

  /// Sends `bytes` in pieces of at most `size` bytes, each followed by `pause`. False once the caller has left.
  @discardableResult public func send(_ bytes: [UInt8], piecesOf size: Int = .max, pause: Duration = .zero) -> Bool {
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, min($0.count, size), Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      position += count
      if pause > .zero { self.pause(pause) }
    }
    return true
  }

  /// Sends `bytes` over and over until the caller has left, at most `limit` times.
  public func sendForever(_ bytes: [UInt8], limit: Int = .max) {
    var count = 0
    while count < limit, send(bytes) { count += 1 }
  }

  /// Sends `bytes` in a loop at a station's pace, `burst` bytes ahead of it, until the caller has left, or for `limit`.
  ///
  /// With `onAirSince` all callers hear the same: `bytes` began at that time, and each caller first gets the `burst`
  /// bytes before the current position, as from Icecast. Without it each caller hears `bytes` from the beginning.
  public func broadcast(
    _ bytes: [UInt8], bytesPerSecond: Int, burst: Int, onAirSince: ContinuousClock.Instant? = nil,
    limit: Duration = .seconds(3600)
  ) {
    let end = ContinuousClock.now + limit
    let start = onAirSince ?? .now
    let present = Int((ContinuousClock.now - start) / .seconds(1) * Double(bytesPerSecond))
    var sent = onAirSince == nil ? 0 : max(0, present - burst)
    let burst = onAirSince == nil ? burst : 0
    while ContinuousClock.now < end {
      let due = burst + Int((ContinuousClock.now - start) / .seconds(1) * Double(bytesPerSecond))
      while sent < due {
        let place = sent % bytes.count
        let piece = Array(bytes[place..<min(place + due - sent, bytes.count)])
        guard send(piece) else { return }
        sent += piece.count
      }
      pause(.milliseconds(20))
    }
  }

  /// Sends nothing for a while: this is a part of the fault, not a way to wait for something.
  public func pause(_ duration: Duration) { usleep(useconds_t(duration / .microseconds(1))) }

  /// Waits until the caller hangs up, or the server is stopped.
  public func waitForEnd() {
    var slot = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&slot, 1, -1) < 0, errno == EINTR {}
  }

  /// Breaks the connection: the caller sees a reset instead of an end. This must be the script's last call.
  public func reset() {
    LoopbackSocket.breakOnClose(descriptor)
  }

  /// The next `count` bytes from the caller, or fewer when no more come.
  public func receive(exactly count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: max(1, count))
    while bytes.count < count {
      let received = TestSupport.receive(from: descriptor, into: &piece, atMost: count - bytes.count)
      guard received > 0 else { break }
      bytes += piece[..<received]
    }
    return bytes
  }

  /// Forwards all bytes between the caller and the server at `port` of this machine until one of them ends, or until
  /// neither has sent anything for 10 s.
  public func relay(toPort port: Int) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return }
    var piece = [UInt8](repeating: 0, count: 16384)
    while true {
      var slots = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&slots, 2, 10_000) > 0 else { return }
      for (slot, target) in [(slots[0], server), (slots[1], descriptor)] where slot.revents != 0 {
        let count = TestSupport.receive(from: slot.fd, into: &piece, atMost: piece.count)
        guard count > 0, Glibc.send(target, piece, count, Int32(MSG_NOSIGNAL)) == count else { return }
      }
    }
  }

  /// The next request on the same connection; nil when none comes.
  public func nextRequest() -> ScriptedRequest? { readRequest() }

  /// The caller's request up to the empty line; nil when none came.
  func readRequest() -> ScriptedRequest? {
    var head: [UInt8] = []
    var byte: [UInt8] = [0]
    let end = Array("\r\n\r\n".utf8)
    while !head.suffix(4).elementsEqual(end), head.count < 1 << 16 {
      guard TestSupport.receive(from: descriptor, into: &byte, atMost: 1) == 1 else { return nil }
      head += byte
    }
    return ScriptedRequest(text: String(decoding: head, as: UTF8.self))
  }

  /// The body of the request, as long as its head says, at most 1 MiB; shorter when the caller does not send all of it.
  public func readBody() -> [UInt8] {
    var left = min(request.header("Content-Length").flatMap { Int($0) } ?? 0, 1 << 20)
    var body: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while left > 0 {
      let count = TestSupport.receive(from: descriptor, into: &piece, atMost: left)
      guard count > 0 else { break }
      body += piece[..<count]
      left -= count
    }
    return body
  }

  /// Closes the sending side, and waits until the caller hangs up. After `reset` it only returns, so that the next
  /// close breaks the connection.
  func hangUp() {
    var linger = linger()
    var size = socklen_t(MemoryLayout<linger>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, &size)
    guard linger.l_onoff == 0 else { return }
    shutdown(descriptor, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 4096)
    while TestSupport.receive(from: descriptor, into: &rest, atMost: rest.count) > 0 {}
  }
}
