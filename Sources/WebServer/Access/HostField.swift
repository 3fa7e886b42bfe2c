/// A host and its port, as in the header `Host` and in the end of an `Origin` (RFC 9110, section 7.2).
struct HostField: Equatable {
  /// The host in lower case; an IPv6 address is in brackets.
  var name: String
  /// The port; nil when none is given.
  var port: Int?

  /// Parses `text`; nil when it is not a host. An IPv6 address without brackets has no port.
  init?(_ text: String) {
    let text = text.lowercased()
    if text.first != "[", text.count(where: { $0 == ":" }) > 1 {
      self.init(name: "[\(text)]", rest: "")
      return
    }
    let end = text.first == "[" ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
    self.init(name: String(text[..<(end ?? text.endIndex)]), rest: text[(end ?? text.endIndex)...])
  }

  private init?(name: String, rest: Substring) {
    guard !name.isEmpty, !name.contains("/"), !name.contains("@"), !name.contains(where: \.isWhitespace) else {
      return nil
    }
    self.name = name
    guard !rest.isEmpty else { return }
    guard rest.first == ":", rest.dropFirst().allSatisfy({ ("0"..."9").contains($0) }),
      let port = UInt16(rest.dropFirst())
    else { return nil }
    self.port = Int(port)
  }
}
