import Foundation
import Glibc
import Synchronization

/// A private network for one test: a network namespace that one virtual cable joins to this machine. Programs in it
/// reach servers that listen on ``outside``, and the test can cut, slow or filter the cable. The network is removed
/// with this object.
///
///     let network = try NetworkNamespace()
///     let server = try ScriptedServer(on: network.outside) { … }
///     … network.command("radiod", ["play", server.url]) …
///     try network.drop("tcp sport \(server.port)")
public final class NetworkNamespace: Sendable {
  /// A command failed while the network was made or changed.
  public struct NamespaceError: Error, CustomStringConvertible {
    /// The command and its error output.
    public var description: String
  }

  /// Whether networks can be made: this takes root, `ip`, `nft` and `tc`.
  public static let isAvailable =
    getuid() == 0 && ProcessRunner.hasPrograms("ip", "nft", "tc")
    && (try? ProcessRunner.run("unshare", ["-n", "true"]))?.exitCode == 0

  /// The command that runs `program` where there is no network but its own loopback, if networks can be made; else the
  /// program itself. For browsers: they end all their requests when an address of the machine changes, as it does when
  /// another test makes a network.
  public static func alone(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
    guard isAvailable else { return (program, arguments) }
    return ("unshare", ["-n", "sh", "-c", #"ip link set lo up && exec "$0" "$@""#, program] + arguments)
  }

  /// Why tests that need a network are skipped.
  public static let requirement = "needs root, ip, nft and tc"

  /// Its name for `ip netns`.
  public let name: String
  /// The address of this machine's end of the cable: where servers listen.
  public let outside: String
  /// A second address of this machine's end.
  public let outsideToo: String
  /// An address of this machine that the namespace reaches by the default route alone, like the whole internet.
  public let farAway = "198.51.100.1"
  /// The IPv6 address of this machine's end.
  public let outsideIPv6: String
  /// The address of the end in the namespace.
  public let inside: String
  /// Another address that this end may get instead.
  public let insideToo: String
  /// The name of this machine's end of the cable.
  public let outsideLink: String
  private let insideLink = "eth0"

  private static let count = Atomic<Int>(0)

  /// Makes the network. `hosts` are lines for its /etc/hosts, `nameServer` is the address that its resolver asks.
  /// Without one, the resolver asks this machine's end, where no server answers unless the test runs a ``NameServer``.
  public init(hosts: [String] = [], nameServer: String? = nil) throws {
    let number = Self.count.add(1, ordering: .relaxed).oldValue
    name = "radiod-\(getpid())-\(number)"
    outsideLink = "rd\(getpid())n\(number)"
    // One of 32 × 256 networks of a private range that is seldom used, so two processes seldom get the same one.
    let network = "10.\(192 + (Int(getpid()) >> 8) % 32).\(Int(getpid()) % 256)"
    let first = number % 32 * 8
    outside = "\(network).\(first + 1)"
    outsideToo = "\(network).\(first + 2)"
    inside = "\(network).\(first + 4)"
    insideToo = "\(network).\(first + 5)"
    // A group of zero would be left out where programs write the address.
    let network6 = "fd52:6164:\(String(getpid() % 65536, radix: 16)):\(String(number + 1, radix: 16))::"
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

  /// The command that runs `program` in the network. `ip` replaces itself with the program, so the process is the same.
  public func command(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
    ("ip", ["netns", "exec", name, program] + arguments)
  }

  /// Makes the namespace drop incoming packets that match this nft expression: `tcp sport 8000`, `udp sport 53`,
  /// `numgen random mod 20 == 0`, or `meta l4proto tcp` for all of TCP.
  public func drop(_ expression: String) throws {
    try nft("add rule inet fault input \(expression) drop")
  }

  /// Removes all rules of ``drop(_:)``: no more packets are lost.
  public func dropNothing() throws { try nft("flush chain inet fault input") }

  /// Plugs the cable in or unplugs it.
  public func setLink(up isUp: Bool) throws {
    try ipInside("link", "set", insideLink, isUp ? "up" : "down")
    if isUp { try setDefaultRoute(true) }
  }

  /// Gives the namespace another address of its network; connections that use the old one are dead from now on.
  public func setAddress(_ address: String, insteadOf old: String) throws {
    try ipInside("addr", "del", old + "/29", "dev", insideLink)
    try ipInside("addr", "add", address + "/29", "dev", insideLink)
    try setDefaultRoute(true)
  }

  /// Adds or removes the namespace's default route.
  public func setDefaultRoute(_ exists: Bool) throws {
    try ipInside("route", exists ? "replace" : "del", "default", "via", outside)
  }

  /// Limits the traffic into the namespace to this many kilobits a second, counted with all headers.
  public func limit(kilobitsPerSecond: Int) throws {
    try run(
      "tc",
      [
        "qdisc", "add", "dev", outsideLink, "root", "tbf", "rate", "\(kilobitsPerSecond)kbit", "burst", "4k", "latency",
        "400ms",
      ])
  }

  /// Writes the namespace's /etc/hosts: lines such as `10.0.0.1 radio.example`. Programs that start later see it.
  public func setHosts(_ lines: [String]) throws {
    try (["127.0.0.1 localhost"] + lines).map { $0 + "\n" }.joined()
      .write(toFile: folder + "/hosts", atomically: true, encoding: .utf8)
  }

  /// Writes the namespace's /etc/resolv.conf: the addresses that its resolver asks, in order, and options such as
  /// `timeout:30`. Programs that start later see it.
  public func setNameServers(_ addresses: [String], options: [String] = []) throws {
    try (addresses.map { "nameserver \($0)\n" } + options.map { "options \($0)\n" }).joined()
      .write(toFile: folder + "/resolv.conf", atomically: true, encoding: .utf8)
  }

  private final class Outcome<R: Sendable>: Sendable {
    let value = Mutex<Result<R, any Error>?>(nil)
  }

  /// Another machine, joined to the namespace by a cable of its own.
  public struct Neighbour: Sendable {
    /// The namespace's address on that cable.
    public let address: String
    /// The other machine's address on that cable.
    public let itsAddress: String
    /// Its name for `ip netns`.
    fileprivate let name: String

    /// The command that runs `program` on the other machine.
    public func command(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
      ("ip", ["netns", "exec", name, program] + arguments)
    }
  }

  /// Makes another machine, which reaches nothing but the namespace, once for each network. It is for browsers: they
  /// end all their requests when an address of their machine changes, and this machine's change with the networks of
  /// other tests. It has no IPv6: such an address changes again when it was found to be the only one.
  public func makeNeighbour() throws -> Neighbour {
    let neighbour = Neighbour(address: "10.191.0.1", itsAddress: "10.191.0.2", name: neighbourName)
    try ip("netns", "add", neighbour.name)
    try ip("-n", name, "link", "add", "eth1", "type", "veth", "peer", "name", insideLink, "netns", neighbour.name)
    for (namespace, link, address) in [
      (name, "eth1", neighbour.address), (neighbour.name, insideLink, neighbour.itsAddress),
    ] {
      try ip("-n", namespace, "addr", "add", address + "/24", "dev", link)
      try ip("-n", namespace, "link", "set", link, "addrgenmode", "none")
      try ip("-n", namespace, "link", "set", link, "up")
    }
    try ip("-n", neighbour.name, "link", "set", "lo", "up")
    return neighbour
  }

  /// Runs `work` on a thread in the namespace. A server made there listens there, also on its loopback interface.
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
    guard let outcome = result.value.withLock({ $0 }) else {
      throw NamespaceError(description: "\(path) cannot be entered")
    }
    return try outcome.get()
  }

  /// Moves the calling thread into a namespace for good. `setns` is a GNU extension that Swift's Glibc does not expose.
  private static func enter(_ path: String) throws {
    typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, let symbol = dlsym(nil, "setns"),
      unsafeBitCast(symbol, to: SetNamespace.self)(descriptor, 0) == 0
    else { throw NamespaceError(description: "\(path) cannot be entered: \(String(cString: strerror(errno)))") }
  }

  private var folder: String { "/etc/netns/\(name)" }
  private var neighbourName: String { name + "-neighbour" }

  private func remove() {
    for name in [name, neighbourName] {
      _ = try? ProcessRunner.run("ip", ["netns", "del", name], limit: .seconds(10))
    }
    _ = try? ProcessRunner.run("ip", ["link", "del", outsideLink], limit: .seconds(10))
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func ip(_ arguments: String...) throws { try run("ip", arguments) }
  private func ipInside(_ arguments: String...) throws { try run("ip", ["-n", name] + arguments) }
  private func nft(_ command: String) throws { try run("ip", ["netns", "exec", name, "nft", command]) }

  private func run(_ program: String, _ arguments: [String]) throws {
    let result = try ProcessRunner.run(program, arguments, limit: .seconds(10))
    guard result.exitCode == 0 else {
      throw NamespaceError(description: "\(program) \(arguments.joined(separator: " ")): \(result.errorText)")
    }
  }
}
