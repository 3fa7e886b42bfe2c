import AudioCore
import Bytes
import Glibc

/// The fields of an X.509 certificate that explain why it is refused (RFC 5280, 4.1), read from its DER bytes. The
/// bytes are untrusted: for any input, the parser returns the fields or nil.
package struct CertificateFields: Sendable, Equatable {
  /// The validity period, in seconds since 1970.
  package let notBefore, notAfter: Int
  /// True when the certificate names its own subject as the issuer.
  package let isSelfIssued: Bool

  /// Parses `der`; returns nil when it is not a certificate.
  package init?(der: [UInt8]) {
    var file = DERReader(bytes: der[...])
    guard var certificate = file.enter(.sequence), var signed = certificate.enter(.sequence) else { return nil }
    _ = signed.enter(.version)
    guard signed.enter(.integer) != nil, signed.enter(.sequence) != nil, let issuer = signed.enter(.sequence),
      var validity = signed.enter(.sequence), let subject = signed.enter(.sequence),
      let notBefore = validity.time(), let notAfter = validity.time()
    else { return nil }
    self.notBefore = notBefore
    self.notAfter = notAfter
    isSelfIssued = issuer.bytes == subject.bytes
  }

  /// Returns what is wrong with a refused `chain` at the time `now` (seconds since 1970); nil when the chain is empty.
  /// The server's own certificate is the first element.
  package static func fault(of chain: [CertificateFields], now: Int) -> String? {
    guard let own = chain.first else { return nil }
    var faults = own.isSelfIssued ? ["is self-signed"] : []
    if let expired = chain.first(where: { $0.notAfter < now }) {
      faults.append("expired on \(day(expired.notAfter))")
    } else if let early = chain.first(where: { $0.notBefore > now }) {
      faults.append("is not valid before \(day(early.notBefore)), if the clock here is right")
    }
    if faults.isEmpty { faults.append("comes from an authority that is not trusted here") }
    return "its certificate " + faults.joined(separator: " and ")
  }

  /// Returns a date such as `2026-11-21`, in UTC.
  private static func day(_ seconds: Int) -> String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map { NumberText.twoDigits($0) }.joined(
      separator: "-")
  }
}

/// Reads the elements of a DER encoding (ITU-T X.690) in order.
private struct DERReader {
  /// The first byte of an element.
  enum Tag: UInt8 {
    case integer = 0x02
    case utcTime = 0x17
    case generalizedTime = 0x18
    case sequence = 0x30
    case version = 0xA0
  }

  var bytes: ArraySlice<UInt8>

  /// Consumes the next element and returns its content. Returns nil and consumes nothing when the tag is another one or
  /// the length is invalid.
  mutating func enter(_ tag: Tag) -> DERReader? {
    guard bytes.first == tag.rawValue else { return nil }
    var rest = bytes.dropFirst()
    guard let first = rest.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let digits = rest.prefix(Int(first & 0x7F))
      guard (1...4).contains(digits.count), digits.count == Int(first & 0x7F) else { return nil }
      length = Int(bigEndianBytes: digits)
      rest = rest.dropFirst(digits.count)
    }
    guard length <= rest.count else { return nil }
    bytes = rest.dropFirst(length)
    return DERReader(bytes: rest.prefix(length))
  }

  /// Returns the next element as seconds since 1970. The text is `YYMMDDHHMMSSZ`, or `YYYYMMDDHHMMSSZ` from 2050 on.
  mutating func time() -> Int? {
    let short = enter(.utcTime)
    guard let text = short ?? enter(.generalizedTime) else { return nil }
    let digits = text.bytes.dropLast().map { Int($0) - 0x30 }
    let yearDigits = short == nil ? 4 : 2
    guard digits.count == yearDigits + 10, digits.allSatisfy((0...9).contains), text.bytes.last == UInt8(ascii: "Z")
    else { return nil }
    let year = digits[..<yearDigits].reduce(0) { $0 * 10 + $1 }
    func pair(_ index: Int) -> Int { digits[yearDigits + index] * 10 + digits[yearDigits + index + 1] }
    return HTTPDate.seconds(
      year: short == nil ? year : year < 50 ? 2000 + year : 1900 + year, month: pair(0) - 1, day: pair(2),
      hour: pair(4), minute: pair(6), second: pair(8))
  }
}
