import AudioCore
import Bytes
import SystemSupport

/// A response head of a radio server: parsed leniently, written strictly.
struct ResponseHead {
  /// The valid beginnings of a status line, compared without regard to case.
  static let protocolNames: [[UInt8]] = ["HTTP/", "ICY ", "ICE/"].map { Array($0.utf8) }

  /// The maximum length of a header value, in characters. It is one more than an address may have, so that a long
  /// address is not cut to a valid one.
  private static let maximumValueLength = StreamURL.maximumLength + 1

  /// The maximum number of headers that are passed on: of those that this module reads, and again of all others. The
  /// HTTP decoder accepts 256 in all.
  private static let maximumFields = 120

  let status: Int
  let reason: String
  private let isHTTP11: Bool
  private var fields: [(name: String, value: String)] = []

  /// Parses `bytes`, from the status line to the blank line.
  init(bytes: ArraySlice<UInt8>, charset: TextCharset) throws(HeadError) {
    var lines = Self.lines(of: bytes)
    guard !lines.isEmpty else { throw .badStatusLine }
    let statusLine = charset.decode(lines.removeFirst())
    let words = statusLine.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]), (100...999).contains(status) else {
      throw .badStatusLine
    }
    self.status = status
    reason = words.count > 2 ? CleanText.singleLine(String(words[2])) : ""
    isHTTP11 = words[0].uppercased() == "HTTP/1.1"
    for line in lines {
      if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {  // a folded line
        if let last = fields.indices.last, fields[last].value.utf8.count < Self.maximumValueLength {
          let more = CleanText.singleLine(charset.decode(line), limit: Self.maximumValueLength)
          fields[last].value += fields[last].value.isEmpty || more.isEmpty ? more : " " + more
        }
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      var name = line[..<colon]
      while let last = name.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { name.removeLast() }
      guard !name.isEmpty, name.allSatisfy(Self.isTokenByte) else { continue }
      let value = CleanText.singleLine(charset.decode(line[(colon + 1)...]), limit: Self.maximumValueLength)
      fields.append((String(decoding: name, as: UTF8.self), value))
    }
  }

  /// How the body ends: chunked coding takes precedence over a length.
  var framing: BodyFraming {
    if transferCodings.contains("chunked") { return .chunked(ChunkDecoder()) }
    return contentLength.map { .length(bytesLeft: $0) } ?? .untilEnd
  }

  /// True when the server keeps the connection open after the body (RFC 9112, 9.3).
  var isPersistent: Bool {
    let options = fields.filter { Self.isSame($0.name, "Connection") }.flatMap { field in
      field.value.lowercased().split { ", ".contains($0) }.map(String.init)
    }
    if options.contains("close") { return false }
    return isHTTP11 || options.contains("keep-alive")
  }

  /// Returns the head in the form that a strict parser accepts. It does not mention chunked coding, because the chunk
  /// framing is removed before the parser. It announces the connection as closing unless `isPersistent`.
  func canonicalBytes(isPersistent: Bool) -> [UInt8] {
    var text = "\(isHTTP11 ? "HTTP/1.1" : "HTTP/1.0") \(status) \(asciiReason)\r\n"
    let ownFields = ["Content-Length", "Transfer-Encoding", "Connection"]
    var fieldsLeft = [true: Self.maximumFields, false: Self.maximumFields]
    for field in fields where !ownFields.contains(where: { Self.isSame(field.name, $0) }) {
      let isNeeded = Self.isNeeded(field.name)
      guard let left = fieldsLeft[isNeeded], left > 0 else { continue }
      fieldsLeft[isNeeded] = left - 1
      text += "\(field.name): \(field.value)\r\n"
    }
    if let coding = transferCodings.first(where: { $0 != "chunked" && $0 != "identity" }) {
      text += "Content-Encoding: \(coding)\r\n"
    }
    if case .length(let length) = framing { text += "Content-Length: \(length)\r\n" }
    text += "Connection: \(isPersistent ? "keep-alive" : "close")\r\n\r\n"
    return Array(text.utf8)
  }

  /// The length on which all Content-Length headers agree, as a plain number; otherwise nil.
  private var contentLength: UInt64? {
    let values = fields.filter { Self.isSame($0.name, "Content-Length") }.map(\.value)
    guard let first = values.first, values.allSatisfy({ $0 == first }), first.allSatisfy(\.isASCII),
      first.allSatisfy(\.isNumber), let length = Int(first)
    else { return nil }
    return UInt64(length)
  }

  /// The names of the transfer codings, in lower case.
  private var transferCodings: [String] {
    fields.filter { Self.isSame($0.name, "Transfer-Encoding") }.flatMap { field in
      field.value.lowercased().split { ", ;".contains($0) }.map(String.init)
    }
  }

  /// True for the headers that this module reads.
  private static func isNeeded(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("icy-") || name.hasPrefix("content-")
      || ["location", "retry-after", "date", "server", "set-cookie", "etag", "last-modified", "accept-ranges"].contains(
        name)
  }

  private var asciiReason: String {
    // Cuts the text again: a combining mark was part of a character before, and is a character (`?`) now.
    CleanText.singleLine(String(reason.unicodeScalars.map { $0.isASCII ? Character($0) : "?" }))
  }

  private static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

  /// True for bytes of a field name (RFC 9110, 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit(or: "!#$%&'*+-.^_`|~") }

  private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    bytes.split(separator: .lineFeed).map { line in
      line.last == .carriageReturn ? line.dropLast() : line
    }.filter { !$0.isEmpty }
  }
}
