import AudioCore
import Downloader
import Glibc
import NIOCore
import Synchronization
import TestSupport
import Testing

@Suite("Host lookup")
struct HostLookupTests {
  /// A resolver for tests, which counts the lookups.
  private final class Resolver: Sendable {
    let questions = Mutex<[AddressFamily]>([])
    let isFailing = Mutex(false)

    func lookup(hanging: Set<AddressFamily> = [], four: [String] = ["127.0.0.1"]) -> HostLookup {
      HostLookup { [self] _, family in
        questions.withLock { $0.append(family) }
        if isFailing.withLock({ $0 }) { return .failure(.noNameServer) }
        if hanging.contains(family) {
          usleep(30_000_000)
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

  @Test("an unanswered IPv6 lookup delays a connection by 50 ms, not until its timeout")
  func swallowedIPv6() async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    let downloader = Self.downloader(Resolver().lookup(hanging: [.ipv6]))
    let seconds = try await Fetch.seconds {
      let content = try await Fetch.all("http://radio.test:\(server.port)/", by: downloader)
      #expect(content.audio == [1])
    }
    #expect(seconds < 0.5)
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
    lookup.distrust("radio.test")
    resolver.isFailing.withLock { $0 = true }
    #expect(try await Fetch.all("http://radio.test:\(server.port)/", by: downloader).audio == [1])
    #expect(resolver.questions.withLock { $0.count } == 4)
  }

  @Test("the time of a slow lookup counts neither as connecting nor as waiting for the head, and is reported")
  func slowLookup() async throws {
    let server = try ScriptedServer { call in
      call.pause(.milliseconds(600))
      call.answer(body: [1])
    }
    var limits = DownloadLimits()
    (limits.connectSeconds, limits.headSeconds) = (1, 1)
    let loopback = [try SocketAddress(ipAddress: "127.0.0.1", port: 0)]
    let lookup = HostLookup { _, family in
      usleep(5_500_000)
      return family == .ipv4 ? .success(loopback) : .failure(.unknown)
    }
    let slow = Mutex<[String]>([])
    var request = StreamRequest(url: try StreamURL("http://radio.test:\(server.port)/"))
    request.onSlowLookup = { host in slow.withLock { $0.append(host) } }
    let connection = try await Self.downloader(lookup, limits: limits).open(request)
    await connection.close()
    #expect(slow.withLock { $0 } == ["radio.test"])
  }
}
