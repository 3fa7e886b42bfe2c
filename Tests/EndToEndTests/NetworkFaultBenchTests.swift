import Foundation
import TestSupport
import Testing

@Suite("The test tools for network faults", .ownThreads)
struct NetworkFaultBenchTests {
  private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  @Test("damage depends on the seed, and not on how the stream is cut into pieces", arguments: [1, 2, 3] as [UInt64])
  func splits(seed: UInt64) {
    let rates = ByteDamage.Rates(flippedBits: 1e-4, losses: 1e-4, duplicates: 1e-4, longest: 20)
    var whole = ByteDamage(rates, seed: seed)
    let expected = whole.feed(Self.bytes)
    #expect(expected != Self.bytes)
    var random = SeededRandom(seed: seed)
    var damage = ByteDamage(rates, seed: seed)
    var result: [UInt8] = []
    var rest = Self.bytes[...]
    while !rest.isEmpty {
      let count = Int(random.next() % 100)
      result += damage.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(result == expected)
    var other = ByteDamage(rates, seed: seed + 100)
    #expect(other.feed(Self.bytes) != expected)
  }

  @Test("each kind of damage comes at its rate, and no other kind comes")
  func rates() {
    var flips = ByteDamage(.init(flippedBits: 1e-4), seed: 1)
    let flipped = flips.feed(Self.bytes)
    let bits = zip(flipped, Self.bytes).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    #expect(flipped.count == Self.bytes.count && bits == flips.faultCount && (120...200).contains(bits), "\(bits)")
    var losses = ByteDamage(.init(losses: 1e-3), seed: 1)
    let lost = Self.bytes.count - losses.feed(Self.bytes).count
    #expect((160...240).contains(lost) && lost == losses.faultCount, "\(lost)")
    var duplicates = ByteDamage(.init(duplicates: 1e-3), seed: 1)
    let extra = duplicates.feed(Self.bytes).count - Self.bytes.count
    #expect((160...240).contains(extra) && extra == duplicates.faultCount, "\(extra)")
    var nothing = ByteDamage(.init(), seed: 1)
    #expect(nothing.feed(Self.bytes) == Self.bytes)
  }

  /// Fetches all bytes from `url`.
  private static func fetch(_ url: String, limit: Int = 10) throws -> ProcessRunner.Result {
    try ProcessRunner.run("curl", ["-s", "--max-time", "\(limit)", url], limit: .seconds(limit + 5))
  }

  @Test(
    "the proxy forwards all bytes, with a delay or a limited rate if it has one",
    .enabled(if: ProcessRunner.hasPrograms("curl")))
  func passing() throws {
    let server = try ScriptedServer { $0.answer(body: Self.bytes) }
    let proxy = try MutatingProxy(to: server.port)
    #expect(try Self.fetch(proxy.url()).output == Self.bytes)
    func seconds(_ change: (inout MutatingProxy.Faults) -> Void) throws -> Double {
      var faults = MutatingProxy.Faults()
      change(&faults)
      proxy.faults = faults
      let start = ContinuousClock.now
      #expect(try Self.fetch(proxy.url()).output == Self.bytes)
      return (ContinuousClock.now - start) / .seconds(1)
    }
    let late = try seconds { ($0.delay, $0.jitter) = (.milliseconds(300), .milliseconds(200)) }
    #expect(late > 0.3, "\(late)")
    let slow = try seconds { $0.bytesPerSecond = 200_000 }
    #expect(slow > 0.8, "\(slow)")
    #expect(ProcessRunner.eventually { proxy.openCallCount == 0 })
  }

  @Test("the proxy damages bodies, but not heads", .enabled(if: ProcessRunner.hasPrograms("curl")))
  func damagedBody() throws {
    let server = try ScriptedServer { $0.answer(body: Self.bytes) }
    var faults = MutatingProxy.Faults()
    faults.damage = .init(flippedBits: 1e-3)
    let proxy = try MutatingProxy(to: server.port, seed: 5, faults: faults)
    var damage = ByteDamage(faults.damage, seed: 5)
    let result = try Self.fetch(proxy.url())
    #expect(result.exitCode == 0)
    #expect(result.output == damage.feed(Self.bytes))
  }

  @Test(
    "a blackhole keeps connections open and forwards nothing; a reset breaks them",
    .enabled(if: ProcessRunner.hasPrograms("curl")))
  func blackholeAndReset() throws {
    let server = try ScriptedServer { call in
      call.answer(body: Self.bytes)
      call.waitForEnd()
    }
    let proxy = try MutatingProxy(to: server.port)
    let caller = try ProcessRunner("curl", ["-sN", "--max-time", "20", proxy.url()])
    #expect(ProcessRunner.eventually { caller.output.count == Self.bytes.count })
    proxy.faults.isBlackhole = true
    let other = try ProcessRunner("curl", ["-s", "--max-time", "1", proxy.url()])
    #expect(other.wait(limit: .seconds(5)) == 28)  // timed out
    #expect(other.output.isEmpty && caller.exitCode == nil)
    proxy.faults.isBlackhole = false
    proxy.resetAll()
    #expect(caller.wait(limit: .seconds(5)) == 56)  // reset by peer
    #expect(ProcessRunner.eventually { proxy.openCallCount == 0 })
    proxy.faults.isAway = true
    let refused = try Self.fetch(proxy.url())
    #expect(refused.exitCode != 0 && refused.output.isEmpty)
  }

  @Test(
    "a namespace has its own cable, filter and resolver, and leaves nothing behind",
    .enabled(if: NetworkNamespace.isAvailable && ProcessRunner.hasPrograms("curl"), "\(NetworkNamespace.requirement)"))
  func namespace() throws {
    var network: NetworkNamespace? = try NetworkNamespace()
    let name = try #require(network?.name)
    let link = try #require(network?.outsideLink)
    do {
      let network = try #require(network)
      let server = try ScriptedServer(on: network.outside) { $0.answer(body: Array("outside".utf8)) }
      let names = try NameServer(on: network.outside) { name in
        name == "here.test" ? .addresses([network.outside]) : .noSuchName
      }
      func fetch(_ url: String, limit: Int = 20) throws -> ProcessRunner.Result {
        let (program, arguments) = network.command("curl", ["-s", "--max-time", "\(limit)", url])
        return try ProcessRunner.run(program, arguments, limit: .seconds(limit + 5))
      }
      #expect(try fetch(server.url).text == "outside")
      #expect(try fetch("http://here.test:\(server.port)/").text == "outside")
      #expect(try fetch("http://gone.test:\(server.port)/").exitCode == 6)  // no such host
      #expect(names.names.contains("gone.test"))
      try network.drop("tcp sport \(server.port)")
      #expect(try fetch(server.url, limit: 1).exitCode == 28)
      try network.dropNothing()
      try network.setLink(up: false)
      #expect(try fetch(server.url, limit: 1).exitCode != 0)
      try network.setLink(up: true)
      #expect(try fetch(server.url).text == "outside")
      let within = try network.withinIt { try ScriptedServer { $0.answer(body: Array("inside".utf8)) } }
      #expect(try fetch(within.url).text == "inside")
      #expect(try Self.fetch(within.url, limit: 1).exitCode == 7)  // outside, loopback is another interface
    }
    network = nil
    // The name server's thread may keep the namespace for a moment longer.
    let isGone = ProcessRunner.eventually {
      ["/run/netns/\(name)", "/etc/netns/\(name)", "/sys/class/net/\(link)"]
        .allSatisfy { !FileManager.default.fileExists(atPath: $0) }
    }
    #expect(isGone)
  }

  @Test("a wall clock can be set for one program while it runs", .enabled(if: WallClock.isAvailable))
  func wallClock() throws {
    let clock = try WallClock()
    let program = try ProcessRunner(
      "bash", ["-c", "while sleep 0.05; do printf '%(%s)T\\n' -1; done"], environment: clock.environment)
    func shows(_ offset: Int) -> Bool {
      let last = String(decoding: program.output, as: UTF8.self).split(separator: "\n").last.flatMap { Int($0) }
      return last.map { abs($0 - time(nil) - offset) < 5 } ?? false
    }
    for offset in [0, 400 * 86400, -3600] {
      try clock.set(aheadBySeconds: offset)
      #expect(ProcessRunner.eventually { shows(offset) }, "\(offset)")
    }
  }
}
