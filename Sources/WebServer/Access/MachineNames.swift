import Glibc
import Synchronization
import SystemSupport

/// The names under which clients may address this machine. A request with another name may come from a browser that an
/// attacker's name server directed here (DNS rebinding). An address is always accepted: name servers cannot change it.
///
/// The search suffixes come from the network, by DHCP, and its name servers decide where the machine's names lead. The
/// system's names therefore count only where a token protects the radio: a page that was directed here does not have it.
package final class MachineNames: Sendable {
  /// The names that the operating system gives.
  package struct System: Sendable, Equatable {
    /// The host name of the machine.
    package var hostName: String
    /// The suffixes that the resolver appends to names: `search` and `domain` in /etc/resolv.conf.
    package var searchSuffixes: [String]

    /// A description with these fields.
    package init(hostName: String, searchSuffixes: [String]) {
      self.hostName = hostName
      self.searchSuffixes = searchSuffixes
    }

    /// Reads the names from the system.
    package static func now() -> System {
      var name = utsname()
      uname(&name)
      let hostName = withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      return System(hostName: hostName, searchSuffixes: suffixes(in: ReadableFile.systemText("/etc/resolv.conf")))
    }

    /// Returns the suffixes that `text`, a resolv.conf(5), names.
    package static func suffixes(in text: String) -> [String] {
      text.split(separator: "\n").flatMap { line -> [String] in
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        return ["search", "domain"].contains(words.first) ? Array(words.dropFirst().prefix(maximumSuffixes)) : []
      }
    }

    private static let maximumSuffixes = 32
  }

  /// Names that never change. The system's names may change with the network.
  private let fixed: Set<String>
  private let known = Mutex<(system: Set<String>, readAt: ContinuousClock.Instant)?>(nil)
  private let system: (@Sendable () -> System)?

  /// The age at which the system's names are read again when an unknown name comes: the network may have come up since.
  private static let age: Duration = .seconds(10)

  /// The names in `configured`, those of `system`, and `localhost`. Without `system` the operating system's names do not
  /// count.
  package init(_ configured: [String], system: (@Sendable () -> System)?) {
    fixed = Set(configured.map { Self.plain(HostField($0)?.name ?? $0) } + ["localhost"])
    self.system = system
  }

  /// True when `name`, a host without a port, is an address or one of this machine's names.
  package func contains(_ name: String, at now: ContinuousClock.Instant = .now) -> Bool {
    if Self.isAddress(name) { return true }
    let name = Self.plain(name)
    if fixed.contains(name) { return true }
    guard let system else { return false }
    return known.withLock { known in
      if let known, known.system.contains(name) { return true }
      if let known, known.readAt.duration(to: now) < Self.age { return false }
      let names = Self.names(of: system())
      known = (names, now)
      return names.contains(name)
    }
  }

  /// Returns the full and the short host name, and the short one with `local` and with each search suffix.
  private static func names(of system: System) -> Set<String> {
    let full = plain(system.hostName)
    let short = String(full.prefix { $0 != "." })
    guard !short.isEmpty else { return [] }
    let suffixes = ["local"] + system.searchSuffixes.map(plain)
    return Set([full, short] + suffixes.map { "\(short).\($0)" })
  }

  /// Returns `name` in lower case, without the dot that may end a full name.
  private static func plain(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  /// True for an IPv4 address of four numbers, and for an IPv6 address in brackets.
  private static func isAddress(_ name: String) -> Bool {
    var bytes = in6_addr()
    guard name.first == "[", name.last == "]" else { return inet_pton(AF_INET, name, &bytes) == 1 }
    // A zone (RFC 6874) selects one of the client's networks and means nothing here.
    return inet_pton(AF_INET6, String(name.dropFirst().dropLast().prefix { $0 != "%" }), &bytes) == 1
  }
}
