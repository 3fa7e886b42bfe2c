import Glibc

/// Which names and addresses only this machine can reach: what listens there needs no secret.
public enum LoopbackHost {
  /// True for `localhost`, `::1` with or without brackets, and the IPv4 addresses that begin with 127, all four numbers written out.
  ///
  /// Other names are none, whatever they look like: `127.example.org` is whatever its owner says.
  public static func contains(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }
}
