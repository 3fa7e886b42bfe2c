import Glibc

/// Recognizes names and addresses that only this machine can reach: a server that listens there needs no secret.
public enum LoopbackHost {
  /// True for `localhost`, `::1` with or without brackets, and the IPv4 addresses that begin with 127, with all four
  /// numbers written out.
  ///
  /// Any other name is false, whatever it looks like: the owner of `127.example.org` decides where that name leads.
  public static func contains(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
    var address: UInt32 = 0
    return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address) >> 24 == 127
  }
}
