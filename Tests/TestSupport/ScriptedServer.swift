import Foundation
import Glibc
import Synchronization

/// A server on this machine, on TCP or a Unix socket, that treats each caller as a script says. It serves tests of
/// faults.
///
///     let server = try ScriptedServer { call in
///       call.send("HTTP/1.0 200 OK\r\n\r\n")
///       call.send(mp3, piecesOf: 1)
///     }
///     … radiod play \(server.url) …
///
/// The script runs once for each connection, on its own thread. When it returns, the server closes the connection in
/// order.
public final class ScriptedServer: Sendable {
  /// The server cannot start.
  public struct ServerError: Error, CustomStringConvertible {
    /// Part of a sentence, with the system's reason.
    public var description: String
  }

  /// The port it listens on; 0 for a Unix socket.
  public let port: Int
  private let address: String
  private let state: State
  private let listener: Int32

  /// State that the threads share.
  private final class State: Sendable {
    /// The requests by the number of their connection: of two connections, the thread of the later one may be first.
    let requests = Mutex<[Int: ScriptedRequest]>([:])
    let connections = Mutex(Connections())
    let calls = Atomic<Int>(0)
  }

  /// The connections that are open. Their descriptors are closed while this is locked: another socket may have the number
  /// of a closed one a moment later.
  private struct Connections: Sendable {
    var descriptors: Set<Int32> = []
    var isStopped = false
  }

  /// Starts to listen on `address`, an IPv4 address of this machine, at `port` or, if that is 0, at a free one. With
  /// `readsRequest` false the script runs before the caller has sent anything, as a TLS server's would.
  public convenience init(
    on address: String = "127.0.0.1", port: Int = 0, readsRequest: Bool = true,
    script: @escaping @Sendable (ScriptedCall) -> Void
  ) throws {
    let (listener, port) = try LoopbackSocket.listen(on: address, port: port)
    self.init(listener: listener, address: address, port: port, readsRequest: readsRequest, script: script)
  }

  /// Starts to listen on a Unix socket at `path`, where no file may exist yet. Its file stays when the server is
  /// stopped.
  public convenience init(
    socketPath path: String, readsRequest: Bool = true, script: @escaping @Sendable (ScriptedCall) -> Void
  ) throws {
    guard let listener = UnixStream.listen(at: path) else {
      throw ServerError(description: "cannot listen at \(path): \(String(cString: strerror(errno)))")
    }
    self.init(listener: listener, address: path, port: 0, readsRequest: readsRequest, script: script)
  }

  /// Serves the files in `folder`.
  public convenience init(files folder: Scratch) throws {
    try self.init { call in
      let name = call.request.path.prefix { $0 != "?" }.dropFirst()
      guard !name.contains("..") else { return call.answer("403 Forbidden") }
      let bytes = folder.read(String(name))
      bytes.isEmpty ? call.answer("404 Not Found") : call.serve(bytes)
    }
  }

  private init(
    listener: Int32, address: String, port: Int, readsRequest: Bool, script: @escaping @Sendable (ScriptedCall) -> Void
  ) {
    self.address = address
    self.port = port
    self.listener = listener
    state = State()
    let state = state
    Thread.detachNewThread { Self.accept(from: listener, state: state, readsRequest: readsRequest, script: script) }
  }

  deinit { stop() }

  /// Ends all connections and accepts no more.
  public func stop() {
    state.connections.withLock { connections in
      guard !connections.isStopped else { return }
      connections.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))  // its thread closes it
      for connection in connections.descriptors { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  /// The address of `/` on this server.
  public var url: String { url("/") }

  /// The address of `path` on this server; `credentials` are `user:password`.
  public func url(_ path: String, credentials: String? = nil) -> String {
    "http://\(credentials.map { $0 + "@" } ?? "")\(address):\(port)\(path)"
  }

  /// The requests so far, in the order in which their connections were made.
  public var requests: [ScriptedRequest] {
    state.requests.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Connections accepted so far.
  public var callCount: Int { state.calls.load(ordering: .relaxed) }

  /// Connections that are open now.
  public var openCallCount: Int { state.connections.withLock { $0.isStopped ? 0 : $0.descriptors.count } }

  /// A port on which no server listens, and that no other test gets.
  public static func freePort() throws -> Int { try PortTicket.next() }

  private static func accept(
    from listener: Int32, state: State, readsRequest: Bool, script: @escaping @Sendable (ScriptedCall) -> Void
  ) {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard connection >= 0 else { break }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let isWanted = state.connections.withLock { connections in
        if !connections.isStopped { connections.descriptors.insert(connection) }
        return !connections.isStopped
      }
      guard isWanted else {
        close(connection)
        break
      }
      let number = state.calls.add(1, ordering: .relaxed).oldValue
      Thread.detachNewThread {
        let call = ScriptedCall(descriptor: connection, number: number)
        if readsRequest, let request = call.readRequest() {
          state.requests.withLock { $0[number] = request }
          script(call.answering(request))
        } else if !readsRequest {
          script(call)
        }
        call.hangUp()
        state.connections.withLock { connections in
          connections.descriptors.remove(connection)
          close(connection)
        }
      }
    }
    close(listener)
  }
}
