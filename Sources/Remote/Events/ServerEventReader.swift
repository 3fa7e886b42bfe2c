/// Reads a stream of server-sent events (HTML Living Standard, section 9.2.6) that comes in pieces, however it is cut.
///
/// Lines end with CR, LF or both. Comments and fields that are not known are passed over, and so is an event without data.
public struct ServerEventReader: Sendable {
  /// Why a stream cannot be read on.
  public enum Fault: Error, Equatable {
    /// A line, or an event of many, is longer than is read, in bytes.
    case tooLong(limit: Int)
  }

  /// The longest line and the most data of one event, in bytes. A frame of the most bands there can be has a quarter of it.
  public static let usualLimit = 1 << 20
  /// Longer ids are not taken.
  private static let longestID = 64
  /// Milliseconds after which a server may want to be asked again.
  private static let retries = 100...30_000

  /// The last id that came; nil when none did.
  public private(set) var lastID: String?
  /// Milliseconds after which the server wants a lost connection to be tried again, if it said so; 100…30,000.
  public private(set) var retryMilliseconds: Int?

  private let limit: Int
  private var events: [ServerEvent] = []
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var name = ""
  private var isFirstLine = true
  /// The last byte was a CR: an LF right after it belongs to the same line end.
  private var endsWithCR = false

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let colon = UInt8(ascii: ":")

  /// A reader at a stream's beginning; `lastID` is that of an earlier connection.
  public init(lastID: String? = nil, limit: Int = ServerEventReader.usualLimit) {
    self.lastID = lastID
    self.limit = limit
  }

  /// Takes the next bytes of the stream. Throws ``Fault``; then the stream is at its end.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(Fault) {
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

  /// The next event that is complete.
  public mutating func next() -> ServerEvent? { events.isEmpty ? nil : events.removeFirst() }

  private mutating func endLine() throws(Fault) {
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
      if value.count <= Self.longestID, !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
    case "retry":
      if !value.isEmpty, value.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
        let milliseconds = Int(String(decoding: value, as: UTF8.self)) ?? Self.retries.upperBound
        retryMilliseconds = min(max(milliseconds, Self.retries.lowerBound), Self.retries.upperBound)
      }
    default: break
    }
  }

  /// An empty line ends an event.
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
