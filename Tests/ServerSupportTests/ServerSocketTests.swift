import NIOCore
import NIOPosix
import ServerSupport
import SystemSupport
import TestSupport
import Testing

@Suite("Listening sockets", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct ServerSocketTests {
  private func listen(_ place: ServerSocket.Place) async throws(ServerError) -> any Channel {
    try await ServerSocket.listen(
      ServerSocket.bootstrap(group: MultiThreadedEventLoopGroup.singleton, backlog: 1, sendBufferBytes: 4096),
      at: place)
  }

  @Test("a server that cannot listen names the address and the reason")
  func addresses() async throws {
    let first = try await listen(.address(host: "127.0.0.1", port: 0))
    let port = try #require(first.localAddress?.port)
    for (host, reason) in [
      ("127.0.0.1", "another program has the port"), ("192.0.2.1", "Cannot assign requested address"),
      ("no.such.invalid", "this machine has no such address"),
    ] {
      await #expect(throws: ServerError.cannotListen(host: host, port: port, reason: reason)) {
        try await listen(.address(host: host, port: port))
      }
    }
    try await first.close()
  }

  @Test("a Unix socket accepts this user's programs, and its faults name the path")
  func paths() async throws {
    let scratch = try Scratch()
    let path = scratch.path("a.sock")
    let server = try await listen(.path(path))
    await #expect(throws: ServerError.system(.cannotCreate(path: path, reason: "another program listens there"))) {
      try await listen(.path(path))
    }
    let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(unixDomainSocketPath: path).get()
    #expect(try await ChannelPeer.isAdmitted(client).get())
    try await client.close()
    try await server.close()
  }
}
