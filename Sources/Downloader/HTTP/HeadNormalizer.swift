import AudioCore

/// Turns whatever a radio server sends as a response head into one that a strict HTTP parser accepts.
///
/// A value fed bytes: it holds them until the blank line, then gives a canonical head (CRLF, known status line, no control
/// bytes, text as UTF-8), and from then on passes the body on, without the framing of chunks and without what follows its
/// end. SHOUTcast's `ICY 200 OK`, heads with bare LF, header lines without a colon, `Content-Length: -1` and a length beside
/// chunked coding all come out right; `100 Continue` heads are swallowed.
package struct HeadNormalizer: Sendable {
  /// Most bytes that may come before the body, interim heads included.
  package static let maximumHeadBytes = 64 * 1024

  /// What to do with the bytes that were fed.
  package enum Output: Equatable, Sendable {
    /// The head is not complete.
    case needMore
    /// Pass this on: the canonical head and what followed it, or body bytes.
    case pass([UInt8])
  }

  private let charset: TextCharset
  private let keepsAlive: Bool
  private var isPersistent = false
  private var hasSurplus = false
  private var held: [UInt8] = []
  /// Where the head that is being looked for begins in `held`; what is before it was swallowed.
  private var start = 0
  /// Where the search for the blank line goes on.
  private var searchPosition = 0
  private var body = BodyFraming.untilEnd
  /// True once the head was given out: what follows is the body.
  package private(set) var isComplete = false

  /// The status of the answer, once its head is complete.
  package private(set) var status: Int?
  /// The server's own reason phrase, one clean line; empty where it gave none.
  package private(set) var reason = ""
  /// Bytes of the canonical head, which stand before those of the body.
  package private(set) var headByteCount = 0

  /// True when the whole body came, by its length and nothing behind it, on a connection that both sides want to keep.
  package var isReusable: Bool {
    if case .length = body { hasEnded && isPersistent && !hasSurplus } else { false }
  }

  /// True once the body has all come, by its length or its chunks: what follows is not wanted.
  package var hasEnded: Bool { isComplete && body.hasEnded }

  /// True when the bytes of the body need no more looking at.
  package var isTransparent: Bool {
    if case .untilEnd = body { isComplete } else { false }
  }

  /// What is wrong with the chunks of the body; nothing is passed on from then on.
  package var bodyFault: ChunkDecoder.Fault? { body.fault }

  /// True when the connection may end here: the body ends with it, or has ended.
  package var mayEnd: Bool { isComplete && body.mayEnd }

  /// A normaliser for one answer; header values that are not UTF-8 are read in `charset`. With `keepsAlive` the connection is not
  /// announced as closing where it may be used again.
  package init(charset: TextCharset = .standard, keepsAlive: Bool = false) {
    self.charset = charset
    self.keepsAlive = keepsAlive
  }

  /// Takes the next bytes of the connection. Throws ``HeadFault`` when this is no HTTP or ICY answer or is too long.
  package mutating func feed(_ bytes: some Collection<UInt8>) throws(HeadFault) -> Output {
    if isComplete { return .pass(take(Array(bytes)[...])) }
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
      let output = canonical + take(held[end...])
      held = []
      return .pass(output)
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let content = body.take(bytes)
    if case .length = body, content.count < bytes.count { hasSurplus = true }
    return content
  }

  private mutating func skipLeadingLineEnds() {
    guard searchPosition == start else { return }
    while start < held.count, held[start] == .carriageReturn || held[start] == .lineFeed { start += 1 }
    searchPosition = start
  }

  /// Refuses at once what cannot become a head, so that raw audio without one is not held for 64 KiB.
  private func checkStart() throws(HeadFault) {
    guard searchPosition - start < ResponseHead.protocolNames[0].count else { return }  // it was seen to be one
    let first = held[start...].prefix(5).map { $0 | 0x20 }  // lower case
    let known = ResponseHead.protocolNames.contains { name in
      first.starts(with: name.prefix(first.count).map { $0 | 0x20 })
    }
    if !known { throw .noHead }
  }

  /// Index after the blank line that ends the head; lines end with CRLF or a bare LF.
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

/// Why a connection's first bytes are no response head.
package enum HeadFault: Error, Equatable, Sendable {
  /// Neither `HTTP/…` nor `ICY …` at the start.
  case noHead
  /// More than ``HeadNormalizer/maximumHeadBytes``.
  case tooLong
  /// The status line has no three-digit status.
  case badStatusLine

  /// The fault in words, to follow "bad answer from HOST: ".
  package var reason: String {
    switch self {
    case .noHead: "it does not begin with an HTTP or ICY head"
    case .tooLong: "its head is longer than \(HeadNormalizer.maximumHeadBytes / 1024) KiB"
    case .badStatusLine: "its status line makes no sense"
    }
  }
}

extension UInt8 {
  static let carriageReturn = UInt8(ascii: "\r")
  static let lineFeed = UInt8(ascii: "\n")
}
