import Foundation
import Glibc
import Synchronization

/// A network of a test's own: a network namespace that is joined to this machine by one cable. What runs in it sees servers that
/// listen on ``outside``, and its cable can be cut, slowed or filtered. It is removed with this object.
///
///     let network = try NetworkNamespace()
///     let server = try ScriptedServer(on: network.outside) { … }
///     … network.command("radiod", ["play", server.url]) …
///     try network.drop("tcp sport \(server.port)")
public final class NetworkNamespace: Sendable {
  /// What went wrong while it was made or changed.
  public struct Failure: Error, CustomStringConvertible {
    /// The command and what it said.
    public var description: String
  }

  /// Whether it can be had: it takes root, `ip`, `nft` and `tc`.
  public static let isAvailable =
    getuid() == 0 && ProcessRunner.hasPrograms("ip", "nft", "tc")
    && (try? ProcessRunner.run("unshare", ["-n", "true"]))?.exitCode == 0

  /// Why tests that need one are skipped.
  public static let requirement = "needs root, ip, nft and tc"

  /// Its name for `ip netns`.
  public let name: String
  /// The address of this machine's end of the cable: where servers listen.
  public let outside: String
  /// A second address of this machine's end.
  public let outsideToo: String
  /// An address of this machine that is reached by the default route alone, as the whole internet is.
  public let farAway = "198.51.100.1"
  /// The IPv6 address of this machine's end.
  public let outsideIPv6: String
  /// The address of the end in the namespace.
  public let inside: String
  /// One that it may be given instead.
  public let insideToo: String
  /// The name of this machine's end of the cable.
  public let outsideLink: String
  private let insideLink = "eth0"

  private static let count = Atomic<Int>(0)

  /// Makes it. `hosts` are lines for its /etc/hosts, `nameServer` the address that its resolver asks; without one, its
  /// resolver asks this machine's end, where nobody answers unless a ``NameServer`` does.
  public init(hosts: [String] = [], nameServer: String? = nil) throws {
    let number = Self.count.add(1, ordering: .relaxed).oldValue
    name = "radiod-\(getpid())-\(number)"
    outsideLink = "rd\(getpid())n\(number)"
    // 256 × 256 networks of a private range that is seldom used; two processes seldom meet.
    let network = "10.\(192 + (Int(getpid()) >> 8) % 32).\(Int(getpid()) % 256)"
    let first = number % 32 * 8
    outside = "\(network).\(first + 1)"
    outsideToo = "\(network).\(first + 2)"
    inside = "\(network).\(first + 4)"
    insideToo = "\(network).\(first + 5)"
    let network6 = "fd52:6164:\(String(getpid() % 65536, radix: 16)):\(String(number, radix: 16))::"
    outsideIPv6 = network6 + "1"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try setHosts(hosts)
    try setNameServers([nameServer ?? outside])
    do {
      try ip("netns", "add", name)
      try ip("link", "add", outsideLink, "type", "veth", "peer", "name", insideLink, "netns", name)
      try ip("addr", "add", outside + "/29", "dev", outsideLink)
      try ip("addr", "add", outsideToo + "/29", "dev", outsideLink)
      try ip("addr", "add", farAway + "/32", "dev", outsideLink)
      try ip("addr", "add", outsideIPv6 + "/64", "dev", outsideLink, "nodad")
      try ip("link", "set", outsideLink, "up")
      try ipInside("link", "set", "lo", "up")
      try ipInside("addr", "add", inside + "/29", "dev", insideLink)
      try ipInside("addr", "add", network6 + "4/64", "dev", insideLink, "nodad")
      try ipInside("link", "set", insideLink, "up")
      try setDefaultRoute(true)
      try run(
        "ip",
        [
          "netns", "exec", name, "nft",
          "add table inet fault; add chain inet fault input { type filter hook input priority 0; }",
        ])
    } catch {
      remove()
      throw error
    }
  }

  deinit { remove() }

  /// The words that run `program` in it, in place of the program itself: `ip` becomes the program, so it is the same process.
  public func command(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
    ("ip", ["netns", "exec", name, program] + arguments)
  }

  /// Has the namespace lose what comes in and matches this expression of nft: `tcp sport 8000`, `udp sport 53`,
  /// `numgen random mod 20 == 0`, or `meta l4proto tcp` for all of TCP.
  public func drop(_ expression: String) throws {
    try nft("add rule inet fault input \(expression) drop")
  }

  /// Nothing is lost any more.
  public func dropNothing() throws { try nft("flush chain inet fault input") }

  /// Plugs the cable in or out.
  public func setLink(up isUp: Bool) throws {
    try ipInside("link", "set", insideLink, isUp ? "up" : "down")
    if isUp { try setDefaultRoute(true) }
  }

  /// Gives the namespace another address of its network; connections that use the old one lead nowhere from now on.
  public func setAddress(_ address: String, insteadOf old: String) throws {
    try ipInside("addr", "del", old + "/29", "dev", insideLink)
    try ipInside("addr", "add", address + "/29", "dev", insideLink)
    try setDefaultRoute(true)
  }

  /// Adds or removes the namespace's way to everywhere else.
  public func setDefaultRoute(_ exists: Bool) throws {
    try ipInside("route", exists ? "replace" : "del", "default", "via", outside)
  }

  /// Has what is sent into the namespace come at so many kilobits a second at most, counted with all headers.
  public func limit(kilobitsPerSecond: Int) throws {
    try run(
      "tc",
      [
        "qdisc", "add", "dev", outsideLink, "root", "tbf", "rate", "\(kilobitsPerSecond)kbit", "burst", "4k", "latency",
        "400ms",
      ])
  }

  /// Writes the namespace's /etc/hosts: lines such as `10.0.0.1 radio.example`. Programs that are started later see it.
  public func setHosts(_ lines: [String]) throws {
    try (["127.0.0.1 localhost"] + lines).map { $0 + "\n" }.joined()
      .write(toFile: folder + "/hosts", atomically: true, encoding: .utf8)
  }

  /// Writes the namespace's /etc/resolv.conf: the addresses that its resolver asks, one after the other. Programs that are started later
  /// see it.
  public func setNameServers(_ addresses: [String]) throws {
    try addresses.map { "nameserver \($0)\n" }.joined()
      .write(toFile: folder + "/resolv.conf", atomically: true, encoding: .utf8)
  }

  private final class Outcome<R: Sendable>: Sendable {
    let value = Mutex<Result<R, any Error>?>(nil)
  }

  /// Does `work` on a thread that is in the namespace: a server made there listens there, on its loopback interface, too.
  public func withinIt<R: Sendable>(_ work: @escaping @Sendable () throws -> R) throws -> R {
    let result = Outcome<R>()
    let path = "/run/netns/\(name)"
    let finished = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let outcome = Result {
        try Self.enter(path)
        return try work()
      }
      result.value.withLock { $0 = outcome }
      finished.signal()
    }
    finished.wait()
    guard let outcome = result.value.withLock({ $0 }) else { throw Failure(description: "\(path) cannot be entered") }
    return try outcome.get()
  }

  /// Takes the calling thread into a namespace, for ever. `setns` is a GNU extension that Swift's Glibc does not show.
  private static func enter(_ path: String) throws {
    typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, let symbol = dlsym(nil, "setns"),
      unsafeBitCast(symbol, to: SetNamespace.self)(descriptor, 0) == 0
    else { throw Failure(description: "\(path) cannot be entered: \(String(cString: strerror(errno)))") }
  }

  private var folder: String { "/etc/netns/\(name)" }

  private func remove() {
    _ = try? ProcessRunner.run("ip", ["netns", "del", name], limit: .seconds(10))
    _ = try? ProcessRunner.run("ip", ["link", "del", outsideLink], limit: .seconds(10))
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func ip(_ arguments: String...) throws { try run("ip", arguments) }
  private func ipInside(_ arguments: String...) throws { try run("ip", ["-n", name] + arguments) }
  private func nft(_ command: String) throws { try run("ip", ["netns", "exec", name, "nft", command]) }

  private func run(_ program: String, _ arguments: [String]) throws {
    let result = try ProcessRunner.run(program, arguments, limit: .seconds(10))
    guard result.exitCode == 0 else {
      throw Failure(description: "\(program) \(arguments.joined(separator: " ")): \(result.errorText)")
    }
  }
}
