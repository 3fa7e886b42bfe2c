/// Decodes a stream of server-sent events (HTML Living Standard, section 9.2.6) that arrives in pieces of any size.
///
/// Lines end with CR, LF or both. The reader ignores comments, unknown fields and events without data.
public struct ServerEventReader: Sendable {
  /// The reason why a stream cannot be read any further.
  public enum ReadError: Error, Equatable {
    /// A line, or the data of an event, is longer than `limit` bytes.
    case tooLong(limit: Int)
  }

  /// The default limit of one line and of the data of one event, in bytes. A spectrum frame with the maximum number of
  /// bands needs a quarter of it.
  public static let defaultLimit = 1 << 20
  /// The maximum length of an id, in bytes; longer ids are ignored.
  private static let maximumIDLength = 64
  /// The accepted range of a server's reconnection time, in milliseconds. Other values are clamped to it.
  private static let retries = 100...30_000

  /// The last id that arrived; nil before the first one.
  public private(set) var lastID: String?
  /// The server's reconnection time after a lost connection, 100…30,000 ms; nil when it sent none.
  public private(set) var retryMilliseconds: Int?

  private let limit: Int
  private var events: [ServerEvent] = []
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var name = ""
  private var isFirstLine = true
  /// True when the last byte was a CR: an LF right after it belongs to the same line end.
  private var endsWithCR = false

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let colon = UInt8(ascii: ":")

  /// Creates a reader for the beginning of a stream. `lastID` is the last id of an earlier connection.
  public init(lastID: String? = nil, limit: Int = ServerEventReader.defaultLimit) {
    self.lastID = lastID
    self.limit = limit
  }

  /// Decodes the next bytes of the stream. Throws ``ReadError``; the stream then cannot be read any further.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(ReadError) {
    for byte in bytes {
      if byte == Self.lineFeed, endsWithCR {
        endsWithCR = false
        continue
      }
      endsWithCR = byte == Self.carriageReturn
      if endsWithCR || byte == Self.lineFeed {
        try endLine()
      } else {
        guard line.count < limit else { throw .tooLong(limit: limit) }
        line.append(byte)
      }
    }
  }

  /// Returns the next complete event; nil when there is none yet.
  public mutating func next() -> ServerEvent? { events.isEmpty ? nil : events.removeFirst() }

  private mutating func endLine() throws(ReadError) {
    defer { line.removeAll(keepingCapacity: true) }
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else { return dispatch() }
    let nameEnd = line.firstIndex(of: Self.colon) ?? line.endIndex
    var value = line[min(nameEnd + 1, line.endIndex)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch String(decoding: line[..<nameEnd], as: UTF8.self) {
    case "data":
      guard data.count + value.count < limit else { throw .tooLong(limit: limit) }
      data += value
      data.append(Self.lineFeed)
    case "event": name = String(decoding: value, as: UTF8.self)
    case "id":
      if value.count <= Self.maximumIDLength, !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
    case "retry":
      if !value.isEmpty, value.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
        let milliseconds = Int(String(decoding: value, as: UTF8.self)) ?? Self.retries.upperBound
        retryMilliseconds = min(max(milliseconds, Self.retries.lowerBound), Self.retries.upperBound)
      }
    default: break
    }
  }

  /// Ends an event at an empty line.
  private mutating func dispatch() {
    defer {
      data.removeAll(keepingCapacity: true)
      name = ""
    }
    guard !data.isEmpty else { return }
    events.append(
      ServerEvent(
        name: name.isEmpty ? "message" : name, data: String(decoding: data.dropLast(), as: UTF8.self), id: lastID))
  }
}
