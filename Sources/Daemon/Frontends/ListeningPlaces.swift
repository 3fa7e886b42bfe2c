import ServerSupport

/// Formats the address of a service on a TCP port as people type it.
enum ListeningPlaces {
  /// Returns `host` and `port` as an address. `scheme` is `http://` or empty; `path` is the text after the port. For a
  /// host that stands for every address, the text shows this machine's outgoing address, or `localhost` without a
  /// network.
  static func text(host: String, port: Int, scheme: String = "", path: String = "") -> String {
    let isEvery = ["0.0.0.0", "::", "[::]"].contains(host)
    let shown = isEvery ? outgoing(hasIPv6: host != "0.0.0.0") ?? "localhost" : host
    let bracketed = shown.contains(":") && shown.first != "[" ? "[\(shown)]" : shown
    return "\(scheme)\(bracketed):\(port)\(path)" + (isEvery ? " (every address of this machine)" : "")
  }

  private static func outgoing(hasIPv6: Bool) -> String? {
    OutgoingAddress.ipv4 ?? (hasIPv6 ? OutgoingAddress.ipv6 : nil)
  }
}
