import AudioCore
import Downloader
import Glibc
import NIOCore
import Synchronization
import TestSupport
import Testing

@Suite("Host lookup", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct HostLookupTests {
  /// A resolver for tests, which counts the lookups.
  private final class Resolver: Sendable {
    let questions = Mutex<[AddressFamily]>([])
    let isFailing = Mutex(false)
    /// True once the lookups that hang may end.
    let isReleased = Mutex(false)

    deinit { isReleased.withLock { $0 = true } }

    func lookup(hanging: Set<AddressFamily> = [], four: [String] = ["127.0.0.1"]) -> HostLookup {
      HostLookup { [self] _, family in
        questions.withLock { $0.append(family) }
        if isFailing.withLock({ $0 }) { return .failure(.noNameServer) }
        if hanging.contains(family) {
          _ = ProcessRunner.eventually(within: .seconds(60)) { isReleased.withLock { $0 } }
          return .failure(.noNameServer)
        }
        guard family == .ipv4 else { return .failure(.unknown) }
        return .success(four.compactMap { try? SocketAddress(ipAddress: $0, port: 0) })
      }
    }
  }

  private static func downloader(_ lookup: HostLookup, limits: DownloadLimits = DownloadLimits()) -> Downloader {
    Downloader(
      eventLoops: Fetch.eventLoops, environment: [:], limits: limits, lookup: lookup, scope: { AddressScope($0) })
  }

  @Test("a connection does not wait for an IPv6 lookup that hangs, and no user hears of it")
  func swallowedIPv6() async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    let resolver = Resolver()
    defer { resolver.isReleased.withLock { $0 = true } }
    let slow = Mutex(0)
    var request = StreamRequest(url: try StreamURL("http://radio.test:\(server.port)/"))
    request.onSlowLookup = { _ in slow.withLock { $0 += 1 } }
    let connection = try await Self.downloader(resolver.lookup(hanging: [.ipv6])).open(request)
    await connection.close()
    // The thread of the lookup may begin after the connection was made.
    #expect(ProcessRunner.eventually { resolver.questions.withLock { $0.contains(.ipv6) } })
    #expect(server.requests.count == 1)
    // A lookup is reported as slow after 5 s, and is given up after 15 s.
    #expect(slow.withLock { $0 } == 0)
  }

  @Test("a host whose lookup hangs does not delay the lookup of another host")
  func independent() async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    let isReleased = Mutex(false)
    let loopback = [try SocketAddress(ipAddress: "127.0.0.1", port: 0)]
    let lookup = HostLookup { host, family in
      guard host == "slow.test" else { return family == .ipv4 ? .success(loopback) : .failure(.unknown) }
      _ = ProcessRunner.eventually(within: .seconds(60)) { isReleased.withLock { $0 } }
      return .failure(.unknown)
    }
    let downloader = Self.downloader(lookup)
    async let failure = Fetch.failure("http://slow.test/", by: downloader)
    let content = try await Fetch.all("http://radio.test:\(server.port)/", by: downloader)
    #expect(content.audio == [1])
    isReleased.withLock { $0 = true }
    // Before the end of its lookup, which times out after 15 s, it would be another failure.
    #expect(try await failure == .unknownHost("slow.test"))
  }

  @Test("five connections within a minute ask the resolver once per family")
  func kept() async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    let resolver = Resolver()
    let downloader = Self.downloader(resolver.lookup())
    for _ in 0..<5 { _ = try await Fetch.all("http://radio.test:\(server.port)/", by: downloader) }
    #expect(resolver.questions.withLock { $0.count } == 2, "one for each family")
  }

  @Test("addresses that do not take a connection are looked up again the next time")
  func distrusted() async throws {
    let resolver = Resolver()
    let downloader = Self.downloader(resolver.lookup())
    let port = try ScriptedServer.freePort()
    for _ in 0..<2 {
      let failure = try await Fetch.failure("http://radio.test:\(port)/", by: downloader)
      #expect(failure == .refused(host: "radio.test", port: port))
    }
    #expect(resolver.questions.withLock { $0.count } == 4)
  }

  @Test("the last good answer is used while the resolver fails")
  func fallback() async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    let resolver = Resolver()
    let lookup = resolver.lookup()
    let downloader = Self.downloader(lookup)
    _ = try await Fetch.all("http://radio.test:\(server.port)/", by: downloader)
    // The connection may have been made before the answer of the other family came.
    await withCheckedContinuation { known in
      _ = lookup.start("radio.test", family: .ipv6) { _ in known.resume() }
    }
    lookup.distrust("radio.test")
    resolver.isFailing.withLock { $0 = true }
    #expect(try await Fetch.all("http://radio.test:\(server.port)/", by: downloader).audio == [1])
    #expect(ProcessRunner.eventually { resolver.questions.withLock { $0.count } == 4 })
  }

  @Test("the time of a slow lookup counts neither as connecting nor as waiting for the head, and is reported")
  func slowLookup() async throws {
    let server = try ScriptedServer { call in
      call.pause(.milliseconds(600))
      call.answer(body: [1])
    }
    var limits = DownloadLimits()
    (limits.connectSeconds, limits.headSeconds) = (4, 4)  // less than the lookup takes
    let loopback = [try SocketAddress(ipAddress: "127.0.0.1", port: 0)]
    let slow = Mutex<[String]>([])
    let lookup = HostLookup { _, family in
      // It answers once it is reported, after 5 s.
      _ = ProcessRunner.eventually(within: .seconds(14)) { slow.withLock { !$0.isEmpty } }
      return family == .ipv4 ? .success(loopback) : .failure(.unknown)
    }
    var request = StreamRequest(url: try StreamURL("http://radio.test:\(server.port)/"))
    request.onSlowLookup = { host in slow.withLock { $0.append(host) } }
    let connection = try await Self.downloader(lookup, limits: limits).open(request)
    await connection.close()
    #expect(slow.withLock { $0 } == ["radio.test"])
  }
}
