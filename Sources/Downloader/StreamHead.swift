public import AudioCore
import Bytes
import NIOHTTP1

/// What a server says about its stream before the first byte of the body. All texts are cleaned.
public struct StreamHead: Sendable, Equatable {
  /// The address that answered, after redirects, without credentials.
  public let url: StreamURL
  /// All addresses that were requested, in order; the last is `url`.
  public let hops: [String]
  /// HTTP status: 200 or 206.
  public let status: Int
  /// `Content-Type` without parameters, in lower case.
  public let contentType: String?
  /// The number of audio bytes between titles, when the server sends titles.
  public let metadataInterval: Int?
  /// `icy-name`: the station's name for itself.
  public let name: String?
  /// `icy-genre`.
  public let genre: String?
  /// `icy-description`.
  public let summary: String?
  /// `icy-url`: the station's home page. For display only.
  public let homepage: String?
  /// `icy-br` in kbit/s, or the rate that a playlist announces; the real rate often differs.
  public package(set) var announcedKilobits: Int?
  /// The length of the body in bytes, when the server announces it: then it is a file, not a live stream.
  public let contentLength: Int?
  /// `Server`.
  public let server: String?
  /// What is known about a segmented stream; nil for a stream in one response.
  public package(set) var segments: SegmentedStream?
  /// Every header line in order, cleaned, for `radiod probe`.
  public let headers: [HeaderField]

  /// One header line.
  public struct HeaderField: Sendable, Equatable {
    /// Field name as sent.
    public let name: String
    /// Its value, one clean line.
    public let value: String
  }

  init(answer: ClientExchangeHandler.Head, url: StreamURL, hops: [String]) {
    func text(_ name: String) -> String? {
      answer.headers.first(name: name).map { CleanText.singleLine($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    self.url = url
    self.hops = hops
    status = answer.status
    contentType = text("content-type").map {
      CleanText.singleLine(String($0.prefix { $0 != ";" }).lowercased())
    }
    metadataInterval = text("icy-metaint").flatMap { Int($0) }.flatMap {
      ICYDemultiplexer.intervals.contains($0) ? $0 : nil
    }
    name = text("icy-name")
    genre = text("icy-genre")
    summary = text("icy-description")
    homepage = text("icy-url")
    announcedKilobits = text("icy-br").flatMap { Int($0.prefix { $0.isNumber }) }
    contentLength = text("content-length").flatMap { Int($0) }
    server = text("server")
    headers = answer.headers.map { HeaderField(name: $0.name, value: CleanText.singleLine($0.value)) }
  }

  /// The longest validator that is sent back, in bytes.
  private static let maximumValidatorLength = 256

  /// The range that a 206 response sends, from `Content-Range: bytes 100-199/1000` (RFC 9110, 14.4): its start, and the
  /// length of the whole body if the server says it. Nil without a valid range.
  package var part: (start: Int, total: Int?)? {
    guard let value = value("content-range"), value.lowercased().hasPrefix("bytes") else { return nil }
    let numbers = value.dropFirst(5).split(separator: "/", maxSplits: 1)
    guard numbers.count == 2, let dash = numbers[0].firstIndex(of: "-"),
      let start = Self.number(numbers[0][..<dash]), start >= 0
    else { return nil }
    return (start, Self.number(numbers[1]))
  }

  /// A value that distinguishes this body from a later one at the same address: a strong entity tag, otherwise the
  /// modification date. Nil when the server sends neither, or the value cannot be sent back.
  package var validator: String? {
    if let tag = value("etag"), tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count >= 2 { return Self.plain(tag) }
    return value("last-modified").flatMap(Self.plain)
  }

  /// False when the server says that it does not send ranges.
  package var mayHaveParts: Bool { value("accept-ranges")?.lowercased() != "none" }

  private func value(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }

  private static func number(_ text: Substring) -> Int? {
    let digits = text.drop { $0 == " " }
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }

  /// Returns `text` if it can be sent back unchanged: at most ``maximumValidatorLength`` bytes of printable ASCII.
  private static func plain(_ text: String) -> String? {
    text.utf8.count <= maximumValidatorLength && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
  }
}
