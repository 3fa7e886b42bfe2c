import Bytes

// Addresses as text: in lists, in commands and in messages.
extension StreamURL {
  /// Returns the fault of `address`, phrased to follow its name ("has a blank in it"); nil when a list may
  /// have it. Such an address has the scheme http or https, or icy or shout, which old lists write for http; a host; no
  /// blanks and no control characters. Whether the host name and the port are valid shows only ``init(_:)``.
  public static func fault(_ address: String) -> String? { check(address)?.fault }

  /// Returns the same; `isOtherText` is true for a text without one of the schemes.
  private static func check(_ address: String) -> (fault: String, isOtherText: Bool)? {
    if address.isEmpty { return ("is empty", false) }
    if address.utf8.count > maximumLength { return ("is longer than \(maximumLength) bytes", false) }
    if address.unicodeScalars.contains(where: \.isUnprintable) { return ("holds a control character", false) }
    if address.unicodeScalars.contains(where: isBlank) { return ("has a blank in it", false) }
    guard let parts = AddressParts(address), schemes[parts.scheme] != nil else {
      return ("is not an http or https address", true)
    }
    return [nil, ":"].contains(parts.hostAndPort.first) ? ("names no host", false) : nil
  }

  /// The maximum length of an address in a message, in characters.
  private static let maximumShownLength = 60

  /// Returns the fault of `address` with `noun` as its subject, such as `address has a blank in it`. Without one of the schemes the
  /// subject is the text itself: `‘radio’ is not an http(s) address`. Returns nil when a list may have the address.
  ///
  /// Of a text with an `@` only the part behind the last one is shown: what stands before may be a password.
  package static func namedFault(_ address: String, noun: String = "address") -> NamedFault? {
    guard let (predicate, isOtherText) = check(address) else { return nil }
    guard isOtherText else { return NamedFault(noun: noun, predicate: predicate) }
    let sign = address.unicodeScalars.lastIndex(of: "@")
    let shown = sign.map { String(address.unicodeScalars[$0...].dropFirst()) } ?? address
    return NamedFault(
      quoting: CleanText.singleLine(shown, limit: maximumShownLength), predicate: "is not an http(s) address")
  }

  /// True when `text` holds `://`, as addresses do and names and files do not. The bytes are compared: in the
  /// characters of a string, a combining mark after the slashes would be part of the last one.
  public static func mayBeAddress(_ text: String) -> Bool { AddressParts.schemeEnd(text) != nil }

  /// Returns `address` with a scheme that HTTP clients know: icy and shout become http, and the scheme becomes lower
  /// case. Returns any other text unchanged.
  public static func normalized(_ address: String) -> String {
    guard let parts = AddressParts(address), let scheme = schemes[parts.scheme] else { return address }
    return scheme + "://" + String(parts.rest)
  }

  /// Returns the form that `address` has in common with others that fetch the same: the parsed address, with its
  /// credentials. For comparisons only, not for requests.
  public static func identity(_ address: String) -> String {
    guard let url = try? StreamURL(address) else { return normalized(address) }
    return url.credentials.map { url.text + "\n" + $0 } ?? url.text
  }

  /// Returns `text` without the part between `://` and `@`. An `@` in the path is none of credentials, unless the host's
  /// place holds a colon without a port behind it: a password may contain a slash that should be written `%2F`.
  public static func withoutCredentials(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")), let parts = AddressParts(text) else { return text }
    let (rest, authority) = (parts.rest, parts.authority)
    let colon = authority.last == "]" ? nil : authority.lastIndex(of: ":")
    let hasPassword = colon.map { !authority[$0...].dropFirst().allSatisfy { "0"..."9" ~= $0 } } ?? false
    guard authority.contains("@") || hasPassword else { return text }
    let suspect = authority.contains("@") ? authority : rest.prefix { $0 != "?" && $0 != "#" }
    guard let at = suspect.lastIndex(of: "@") else { return text }
    return text[..<rest.startIndex] + String(rest[rest.index(after: at)...])
  }

  /// True for blanks of any script.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar == " " : scalar.properties.isWhitespace
  }
}
