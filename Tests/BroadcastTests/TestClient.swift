import Glibc
import NIOCore
import NIOPosix
import TestSupport

/// An error of the test client.
enum TestClientError: Error {
  case tooLate(received: Int)
}

/// A request over a plain socket, and the bytes of its answer.
struct TestClient {
  var port: Int
  var path = "/"
  var method = "GET"
  var headers = ""

  /// Bytes received until `isEnough` accepts them or the server closes; an error when neither happens within `limit`.
  func fetch(limit: Duration = TestTime.seconds(20), until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async throws
    -> [UInt8]
  {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let request = "\(method) \(path) HTTP/1.1\r\nHost: radio.test:\(port)\r\n\(headers)\r\n"
    return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask {
        try await channel.executeThenClose { inbound, outbound in
          try await outbound.write(ByteBuffer(string: request))
          var received: [UInt8] = []
          for try await part in inbound {
            received += part.readableBytesView
            if isEnough(received) { break }
          }
          return received
        }
      }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      guard let bytes = try await group.next() ?? nil else { throw TestClientError.tooLate(received: 0) }
      return bytes
    }
  }

  /// The lines of the answer's head, and `count` bytes of its body, or fewer when the server closes before.
  func get(bytes count: Int = .max, limit: Duration = TestTime.seconds(20)) async throws -> (
    head: [String], body: [UInt8]
  ) {
    let bytes = try await fetch(limit: limit) { received in
      count < .max && Self.body(of: received).map { $0.count >= count } ?? false
    }
    let body = Self.body(of: bytes) ?? []
    let head = String(decoding: bytes.dropLast(body.count), as: UTF8.self)
    return (head.split(separator: "\r\n").map(String.init), Array(body.prefix(count)))
  }

  private static func body(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let end = Array("\r\n\r\n".utf8)
    let last = min(bytes.count, 4096) - end.count
    guard last >= 0, let start = (0...last).first(where: { bytes[$0...].starts(with: end) }) else { return nil }
    return bytes[(start + end.count)...]
  }
}

/// The standard output of a shell command.
func output(of command: String) async throws -> String {
  try await NIOThreadPool.singleton.runIfActive {
    guard let pipe = popen(command, "r") else { return "" }
    defer { pclose(pipe) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// True when a program of this name is installed.
func isInstalled(_ program: String) -> Bool {
  (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").contains {
    access("\($0)/\(program)", X_OK) == 0
  }
}

/// Waits until `condition` holds; false when it does not within `limit`.
func eventually(limit: Duration = .seconds(20), _ condition: @Sendable () -> Bool) async -> Bool {
  let end = ContinuousClock.now + limit * TestTime.waitScale
  while ContinuousClock.now < end {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return condition()
}
