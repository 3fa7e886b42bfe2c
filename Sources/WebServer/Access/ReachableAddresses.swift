import NIOCore
import ServerSupport

/// The addresses under which other machines reach a server of this one.
package enum ReachableAddresses {
  /// Most addresses that are returned.
  package static let maximumCount = 6

  /// A network device of this machine, and one of its addresses.
  package struct Device: Sendable {
    /// The name of the device, such as `eth0`; empty when it is not known.
    package var name: String
    /// The address as text, an IPv6 address without brackets.
    package var address: String

    /// A device with these fields.
    package init(name: String, address: String) {
      self.name = name
      self.address = address
    }

    /// Reads the devices from the system. Where a process may not list them, as under the systemd units, they are those
    /// that packets to the internet take, without a name.
    package static func now() -> [Device] {
      guard let devices = try? System.enumerateDevices(), !devices.isEmpty else { return outgoing }
      return devices.compactMap { device in
        device.address?.ipAddress.map { Device(name: device.name, address: $0) }
      }
    }

    /// The devices that packets to the internet take; empty without a network.
    package static var outgoing: [Device] {
      [OutgoingAddress.ipv4, OutgoingAddress.ipv6].compactMap { $0.map { Device(name: "", address: $0) } }
    }
  }

  /// The devices of containers and virtual machines on this machine: no other machine is in their networks.
  private static let virtualNames = ["docker", "veth", "br-", "virbr", "lxc", "cni", "podman"]
  /// The devices to the network of a home: Ethernet and wireless.
  fileprivate static let commonNames = ["en", "eth", "wl"]

  /// True when other machines may reach a server that listens on `host`.
  package static func isOpen(_ host: String?) -> Bool { host.map { !LoopbackHost.contains($0) } ?? false }

  /// Returns the hosts of the addresses, IPv6 in brackets, those of a home's network first; empty when only this machine
  /// reaches a server that listens on `host`.
  package static func hosts(of host: String?, devices: () -> [Device]) -> [String] {
    guard let host, isOpen(host) else { return [] }
    guard ["0.0.0.0", "::", "[::]"].contains(host) else { return [bracketed(host)] }
    let hasIPv6 = host != "0.0.0.0"
    let ranked = devices().filter(isReachable).enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    let hosts = ranked.map(\.element.address).filter { hasIPv6 || !$0.contains(":") }
    return hosts.prefix(maximumCount).map(bracketed)
  }

  /// True for a device in a network that may have other machines. Addresses of one link (fe80::, 169.254.) need more than
  /// an address.
  private static func isReachable(_ device: Device) -> Bool {
    let ownPrefixes = ["127.", "fe80:", "169.254."]
    return device.address != "::1" && !ownPrefixes.contains(where: device.address.lowercased().hasPrefix)
      && !virtualNames.contains(where: device.name.hasPrefix)
  }

  private static func bracketed(_ host: String) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
  }
}

extension ReachableAddresses.Device {
  /// The place in the order: usual devices before others, IPv4 before IPv6.
  fileprivate var rank: Int {
    let isCommon = ReachableAddresses.commonNames.contains(where: name.hasPrefix)
    return (isCommon ? 0 : 2) + (address.contains(":") ? 1 : 0)
  }
}
