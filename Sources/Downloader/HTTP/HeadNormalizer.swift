package import AudioCore

/// Rewrites the response head of a radio server into one that a strict HTTP parser accepts.
///
/// A value type that is fed bytes. It holds them until the blank line, and then returns a canonical head (CRLF, known
/// status line, no control bytes, text in UTF-8). After that it passes the body on, without chunk framing and without
/// bytes behind the end of the body. It corrects SHOUTcast's `ICY 200 OK`, heads with bare LF, header lines without a
/// colon, `Content-Length: -1`, and a length beside chunked coding. It drops `100 Continue` and other interim heads.
package struct HeadNormalizer: Sendable {
  /// The maximum number of bytes before the body, interim heads included.
  package static let maximumHeadBytes = 64 * 1024

  /// What the caller must do with the bytes that were fed.
  package enum Output: Equatable, Sendable {
    /// The head is not complete; feed more bytes.
    case needMore
    /// Pass these bytes on: the canonical head with the bytes behind it, or body bytes.
    case pass([UInt8])
  }

  private let charset: TextCharset
  private let keepsAlive: Bool
  private var isPersistent = false
  private var hasSurplus = false
  private var held: [UInt8] = []
  /// The start of the current head in `held`; the bytes before it belong to interim heads.
  private var start = 0
  /// The position in `held` from which the search for the blank line continues.
  private var searchPosition = 0
  private var body = BodyFraming.untilEnd
  /// True once the head was returned: all further bytes are the body.
  package private(set) var isComplete = false

  /// The status of the response, once its head is complete.
  package private(set) var status: Int?
  /// The server's own reason phrase, one clean line; empty when the server sent none.
  package private(set) var reason = ""
  /// The size of the canonical head, in bytes; the body follows it.
  package private(set) var headByteCount = 0

  /// True when the connection may be used again: the whole body arrived, by its length, with no bytes behind it, and
  /// both sides keep the connection open.
  package var isReusable: Bool {
    if case .length = body { hasEnded && isPersistent && !hasSurplus } else { false }
  }

  /// True once the whole body has arrived, by its length or its chunks; further bytes are not wanted.
  package var hasEnded: Bool { isComplete && body.hasEnded }

  /// True when the bytes of the body need no processing.
  package var isTransparent: Bool {
    if case .untilEnd = body { isComplete } else { false }
  }

  /// What is wrong with the chunks of the body; after a fault nothing more is passed on.
  package var bodyFault: ChunkDecoder.ChunkError? { body.fault }

  /// True when the connection may end here: the body ends with the connection, or has already ended.
  package var mayEnd: Bool { isComplete && body.mayEnd }

  /// A normalizer for one response. Header values that are not UTF-8 are read in `charset`. With `keepsAlive`, the
  /// canonical head announces the connection as persistent when it can be used again.
  package init(charset: TextCharset = .default, keepsAlive: Bool = false) {
    self.charset = charset
    self.keepsAlive = keepsAlive
  }

  /// Processes the next bytes of the connection. Throws ``HeadError`` when they are not an HTTP or ICY response, or the
  /// head is too long.
  package mutating func feed(_ bytes: some Collection<UInt8>) throws(HeadError) -> Output {
    if isComplete { return .pass(decodeBody(Array(bytes)[...])) }
    held.append(contentsOf: bytes)
    while true {
      skipLeadingLineEnds()
      try checkStart()
      guard let end = endOfHead() else {
        if held.count > Self.maximumHeadBytes { throw .tooLong }
        return .needMore
      }
      if end > Self.maximumHeadBytes { throw .tooLong }
      let head = try ResponseHead(bytes: held[start..<end], charset: charset)
      if (100...199).contains(head.status) {
        start = end
        searchPosition = end
        continue
      }
      isComplete = true
      body = head.framing
      status = head.status
      reason = head.reason
      if case .length = body { isPersistent = keepsAlive && head.isPersistent }
      let canonical = head.canonicalBytes(isPersistent: isPersistent)
      headByteCount = canonical.count
      let output = canonical + decodeBody(held[end...])
      held = []
      return .pass(output)
    }
  }

  private mutating func decodeBody(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let content = body.decode(bytes)
    if case .length = body, content.count < bytes.count { hasSurplus = true }
    return content
  }

  private mutating func skipLeadingLineEnds() {
    guard searchPosition == start else { return }
    while start < held.count, held[start] == .carriageReturn || held[start] == .lineFeed { start += 1 }
    searchPosition = start
  }

  /// Rejects at once bytes that cannot become a head, so that raw audio without a head is not held up to 64 KiB.
  private func checkStart() throws(HeadError) {
    guard searchPosition - start < ResponseHead.protocolNames[0].count else { return }  // already checked
    let first = held[start...].prefix(5).map { $0 | 0x20 }  // lower case
    let known = ResponseHead.protocolNames.contains { name in
      first.starts(with: name.prefix(first.count).map { $0 | 0x20 })
    }
    if !known { throw .noHead }
  }

  /// Returns the index after the blank line that ends the head; lines end with CRLF or a bare LF.
  private mutating func endOfHead() -> Int? {
    var index = searchPosition
    while let lineFeed = held[index...].firstIndex(of: .lineFeed) {
      var next = lineFeed + 1
      if next < held.count, held[next] == .carriageReturn { next += 1 }
      if next < held.count, held[next] == .lineFeed { return next + 1 }
      if next >= held.count {
        searchPosition = lineFeed
        return nil
      }
      index = lineFeed + 1
    }
    searchPosition = held.count
    return nil
  }
}

extension UInt8 {
  static let carriageReturn = UInt8(ascii: "\r")
  static let lineFeed = UInt8(ascii: "\n")
}
