import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("The head normaliser")
struct HeadNormalizerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let head: String
    let canonical: String
    /// The bytes behind the head; decoded, they are ``content``.
    var body = HeadNormalizerTests.content
  }

  static let content = "\u{0}body\r\n"

  static let cases: [Case] = [
    Case(
      testDescription: "SHOUTcast's ICY line", head: "ICY 200 OK\r\nicy-metaint:8192\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nicy-metaint: 8192\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "an ICY line with bare LF", head: "ICY 200 OK\nicy-name: X\n\n",
      canonical: "HTTP/1.0 200 OK\r\nicy-name: X\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "ICY 401", head: "ICY 401 Service Unavailable\r\n\r\n",
      canonical: "HTTP/1.0 401 Service Unavailable\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "a negative length", head: "HTTP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "a length beside chunked coding",
      head: "HTTP/1.0 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n", body: "7\r\n\u{0}body\r\n\r\n"),
    Case(
      testDescription: "compressed chunks",
      head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n",
      canonical: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n",
      body: "7\r\n\u{0}body\r\n\r\n"),
    Case(
      testDescription: "two equal lengths", head: "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Length: 7\r\n\r\n",
      canonical: "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "two lengths that differ",
      head: "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Length: 8\r\n\r\n",
      canonical: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "a line without a colon", head: "HTTP/1.0 200 OK\r\nnonsense\r\nA: b\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nA: b\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "a blank before the colon", head: "HTTP/1.0 200 OK\r\nContent-Type : audio/mpeg\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "a control byte in a value", head: "HTTP/1.0 200 OK\r\nicy-name: a\u{1}b\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nicy-name: ab\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "a folded line", head: "HTTP/1.0 200 OK\r\nicy-name: a\r\n\tb\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nicy-name: a b\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "interim answers",
      head: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
      canonical: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "line ends before the head, and no reason", head: "\r\n\nhttp/1.0 200\r\n\r\n",
      canonical: "HTTP/1.0 200 \r\nConnection: close\r\n\r\n"),
  ]

  @Test("a sloppy head becomes a strict one", arguments: cases)
  func canonicalHead(_ example: Case) throws {
    var normalizer = HeadNormalizer()
    let output = try normalizer.feed(Array((example.head + example.body).utf8))
    #expect(output == .pass(Array((example.canonical + Self.content).utf8)))
    if normalizer.isTransparent {
      #expect(try normalizer.feed([1, 2, 3]) == .pass([1, 2, 3]), "bytes after the head pass untouched")
    }
  }

  @Test("a head that comes byte by byte gives the same bytes", arguments: cases)
  func byteByByte(_ example: Case) throws {
    var normalizer = HeadNormalizer()
    var output: [UInt8] = []
    for byte in (example.head + example.body).utf8 {
      if case .pass(let bytes) = try normalizer.feed([byte]) { output += bytes }
    }
    #expect(output == Array((example.canonical + Self.content).utf8))
  }

  @Test("a name that is not UTF-8 is read in the station's charset")
  func charset() throws {
    let head = Array("ICY 200 OK\r\nicy-name: ".utf8) + [0xD0, 0xE0, 0xE4, 0xE8, 0xEE] + Array("\r\n\r\n".utf8)
    var western = HeadNormalizer()
    #expect(try Self.text(western.feed(head)).contains("icy-name: Ðàäèî\r\n"))
    var cyrillic = HeadNormalizer(charset: try #require(TextCharset(name: "windows-1251")))
    #expect(try Self.text(cyrillic.feed(head)).contains("icy-name: Радио\r\n"))
  }

  @Test("bytes without a head are refused at once")
  func noHead() {
    var normalizer = HeadNormalizer()
    #expect(throws: HeadError.noHead) { try normalizer.feed([0xFF, 0xFB, 0x90]) }
  }

  /// Heads that do not end, each in a different way.
  static let endless: [(String, begin: String, more: String)] = [
    ("status line", "HTTP/1.0 200 O", "K"), ("lines", "HTTP/1.0 200 OK\r\n", "X: y\r\n"),
    ("line", "HTTP/1.0 200 OK\r\nX: ", "z"), ("folded line", "HTTP/1.0 200 OK\r\nX: y\r\n", " z\r\n"),
    ("nonsense", "HTTP/1.0 200 OK\n", "z\n"), ("interim answers", "", "HTTP/1.1 100 Continue\r\n\r\n"),
    ("interim answers with LF", "", "HTTP/1.1 199 x\n\n"), ("line ends before the head", "", "\r\n"),
  ]

  @Test(
    "an endless head fails at 64 KiB and costs less than half a second of a processor, for any size of the pieces",
    arguments: endless, [1, 7, 1000, 100_000])
  func endlessHead(_ head: (String, begin: String, more: String), piece: Int) throws {
    var bytes = Array(head.begin.utf8)
    while bytes.count < 200_000 { bytes += Array(head.more.utf8) }
    var fed = 0
    var fault: HeadError?
    let seconds = ProcessorTime.seconds {
      var normalizer = HeadNormalizer()
      while fault == nil, fed < bytes.count {
        let next = bytes[fed..<min(fed + piece, bytes.count)]
        fed += next.count
        do throws(HeadError) { _ = try normalizer.feed(next) } catch { fault = error }
      }
    }
    #expect(fault == .tooLong)
    #expect(fed <= HeadNormalizer.maximumHeadBytes + piece)
    // Linear work takes about 10 ms, byte by byte. Reading all held bytes again for each byte would take 64 Ki × 32
    // KiB.
    #expect(seconds < 0.5 * Double(TestTime.scale), "\(head.0) in pieces of \(piece): \(seconds) s")
  }

  @Test("a head of just under 64 KiB in another charset costs less than a second of a processor")
  func longHead() throws {
    let line = Array("x: ".utf8) + [0xE4, 0x0A]
    let bytes = Array("ICY 200 OK\n".utf8) + Array(repeatElement(line, count: 13_000).joined()) + [0x0A]
    var normalizer = HeadNormalizer(charset: try #require(TextCharset(name: "windows-1251")))
    var output: [UInt8] = []
    let seconds = try ProcessorTime.seconds {
      for byte in bytes { if case .pass(let head) = try normalizer.feed([byte]) { output += head } }
    }
    #expect(output.starts(with: Array("HTTP/1.0 200 OK\r\nx: д\r\n".utf8)))
    #expect(seconds < Double(TestTime.scale), "\(seconds) s")
  }

  @Test("a head with more fields than the decoder takes keeps the fields that are needed")
  func manyFields() throws {
    let head = "ICY 200 OK\r\n" + String(repeating: "a: b\r\n", count: 5000) + "icy-metaint: 16000\r\n\r\n"
    var normalizer = HeadNormalizer()
    let text = try Self.text(normalizer.feed(Array(head.utf8)))
    #expect(text.contains("\r\nicy-metaint: 16000\r\n"))
    #expect(text.split(separator: "\r\n").count < 256)
  }

  @Test(
    "a status line without a valid status is refused",
    arguments: [
      "HTTP/1.0 OK\r\n\r\n", "ICY \r\n\r\n", "HTTP/1.0 20x\r\n\r\n", "HTTP/1.0 000 OK\r\n\r\n",
      "HTTP/1.0 2000 OK\r\n\r\n",
      "HTTP/1.0\r\n\r\n", "ICY 20\r\n\r\n", "HTTP/1.0 \u{0662}00 OK\r\n\r\n",
    ])
  func badStatus(_ head: String) {
    var normalizer = HeadNormalizer()
    #expect(throws: HeadError.badStatusLine) { try normalizer.feed(Array(head.utf8)) }
  }

  private static func text(_ output: HeadNormalizer.Output) -> String {
    if case .pass(let bytes) = output { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}
