/// The family of an IP address.
package enum AddressFamily: Sendable, CaseIterable {
  /// IPv6: `AAAA` records.
  case ipv6
  /// IPv4: `A` records.
  case ipv4
}
