import Remote
import TestSupport
import Testing

@Suite("Reading server-sent events")
struct ServerEventReaderTests {
  /// All events of `text`, fed in pieces of at most `size` bytes.
  private static func events(_ text: String, piecesOf size: Int = .max, lastID: String? = nil) throws -> [ServerEvent] {
    var reader = ServerEventReader(lastID: lastID)
    var events: [ServerEvent] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try reader.feed(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let event = reader.next() { events.append(event) }
    }
    return events
  }

  @Test(
    "a stream is read according to the standard",
    arguments: [
      ("data: a\n\n", [ServerEvent(name: "message", data: "a")]),
      ("event: title\ndata: {}\nid: 7\n\n", [ServerEvent(name: "title", data: "{}", id: "7")]),
      ("data: a\ndata: b\n\n", [ServerEvent(name: "message", data: "a\nb")]),
      ("data:a\ndata:  b\n\n", [ServerEvent(name: "message", data: "a\n b")]),
      ("data\n\n", [ServerEvent(name: "message", data: "")]),
      (": a comment\n\nevent: none\n\n", []),
      ("event: x\n\ndata: y\n\n", [ServerEvent(name: "message", data: "y")]),
      ("id: 1\n\ndata: y\n\n", [ServerEvent(name: "message", data: "y", id: "1")]),
      (
        "id: 1\ndata: y\n\ndata: z\nid\n\n",
        [ServerEvent(name: "message", data: "y", id: "1"), ServerEvent(name: "message", data: "z", id: "")]
      ),
      ("id: a\0b\ndata: y\n\n", [ServerEvent(name: "message", data: "y")]),
      ("\u{FEFF}data: y\n\n", [ServerEvent(name: "message", data: "y")]),
      ("colour: red\ndata: y\n\n", [ServerEvent(name: "message", data: "y")]),
      ("data: not ended\n", []),
    ])
  func standard(text: String, expected: [ServerEvent]) throws {
    #expect(try Self.events(text) == expected)
  }

  @Test("every kind of line end, and every split, gives the same events")
  func splits() throws {
    let stream = "retry: 500\n: hello\nid: 1\nevent: status\ndata: {\"title\":\"光 – 1\"}\n\ndata: a\ndata: b\n\n"
    let expected = try Self.events(stream)
    #expect(expected.count == 2)
    for ending in ["\n", "\r\n", "\r"] {
      let text = stream.replacing("\n", with: ending) + (ending == "\r" ? ":\r" : "")
      for size in 1...text.utf8.count {
        #expect(try Self.events(text, piecesOf: size) == expected, "\(size) of \(ending.debugDescription)")
      }
    }
  }

  @Test("the id of an earlier connection is valid until the stream sends another one")
  func lastID() throws {
    #expect(try Self.events("data: a\n\n", lastID: "9").first?.id == "9")
    #expect(try Self.events("id: 10\ndata: a\n\n", lastID: "9").first?.id == "10")
  }

  @Test(
    "the pause before a retry is limited to 100 to 30,000 ms, and an invalid value is ignored",
    arguments: [("500", 500), ("0", 100), ("99999999999999999999", 30_000), ("soon", nil), ("-5", nil), ("", nil)])
  func retry(value: String, expected: Int?) throws {
    var reader = ServerEventReader()
    try reader.feed("retry: \(value)\n".utf8)
    #expect(reader.retryMilliseconds == expected)
  }

  @Test("neither a line nor an event grows beyond the limit", arguments: [":", "data: ", "event: ", "id: ", ""])
  func endlessLine(start: String) throws {
    var reader = ServerEventReader(limit: 1000)
    try reader.feed(start.utf8)
    #expect(throws: ServerEventReader.ReadError.tooLong(limit: 1000)) {
      for _ in 0..<1001 { try reader.feed([UInt8(ascii: "x")]) }
    }
    var many = ServerEventReader(limit: 1000)
    #expect(throws: ServerEventReader.ReadError.tooLong(limit: 1000)) {
      for _ in 0..<1001 { try many.feed("data\n".utf8) }
    }
  }

  @Test("random input is read to its end without a crash")
  func noise() throws {
    var random = SeededRandom(seed: 4)
    let alphabet = Array("data: id event retry\r\n\r\n\u{FEFF}\0 :é".utf8)
    for _ in 0..<200 {
      var reader = ServerEventReader()
      let bytes = (0..<2000).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
      try reader.feed(bytes)
      while let event = reader.next() { #expect(!event.data.contains("\r")) }
    }
  }
}
