import AudioCore
import Downloader
import Testing

@Suite("The head normaliser")
struct HeadNormalizerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let head: String
    let canonical: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "SHOUTcast's ICY line", head: "ICY 200 OK\r\nicy-metaint:8192\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nicy-metaint: 8192\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "an ICY line with bare LF", head: "ICY 200 OK\nicy-name: X\n\n",
      canonical: "HTTP/1.0 200 OK\r\nicy-name: X\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "ICY 401", head: "ICY 401 Service Unavailable\r\n\r\n",
      canonical:
        "HTTP/1.0 401 Service Unavailable\r\nSpringRadio-Reason: Service Unavailable\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "a negative length", head: "HTTP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n",
      canonical: "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n"),
    Case(
      testDescription: "a length beside chunked coding",
      head: "HTTP/1.0 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
      canonical: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"),
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

  @Test("makes a strict head of", arguments: cases)
  func canonicalHead(_ example: Case) throws {
    var normalizer = HeadNormalizer()
    let output = try normalizer.feed(Array((example.head + "\u{0}body\r\n").utf8))
    #expect(output == .pass(Array((example.canonical + "\u{0}body\r\n").utf8)))
    #expect(try normalizer.feed([1, 2, 3]) == .pass([1, 2, 3]), "bytes after the head pass untouched")
  }

  @Test("gives the same bytes when they come one at a time", arguments: cases)
  func byteByByte(_ example: Case) throws {
    var normalizer = HeadNormalizer()
    var output: [UInt8] = []
    for byte in (example.head + "body").utf8 {
      if case .pass(let bytes) = try normalizer.feed([byte]) { output += bytes }
    }
    #expect(output == Array((example.canonical + "body").utf8))
  }

  @Test("reads names that are not UTF-8 in the station's charset")
  func charset() throws {
    let head = Array("ICY 200 OK\r\nicy-name: ".utf8) + [0xD0, 0xE0, 0xE4, 0xE8, 0xEE] + Array("\r\n\r\n".utf8)
    var western = HeadNormalizer()
    #expect(try Self.text(western.feed(head)).contains("icy-name: Ðàäèî\r\n"))
    var cyrillic = HeadNormalizer(charset: try #require(TextCharset(name: "windows-1251")))
    #expect(try Self.text(cyrillic.feed(head)).contains("icy-name: Радио\r\n"))
  }

  @Test("refuses what has no head at once")
  func noHead() {
    var normalizer = HeadNormalizer()
    #expect(throws: HeadFault.noHead) { try normalizer.feed([0xFF, 0xFB, 0x90]) }
  }

  @Test(
    "gives up at 64 KiB",
    arguments: [
      String(repeating: "X: y\r\n", count: 20_000), "X: " + String(repeating: "z", count: 200_000),
    ])
  func endlessHead(_ lines: String) {
    var normalizer = HeadNormalizer()
    #expect(throws: HeadFault.tooLong) {
      _ = try normalizer.feed(Array("HTTP/1.0 200 OK\r\n".utf8))
      for start in stride(from: 0, to: lines.utf8.count, by: 1000) {
        _ = try normalizer.feed(Array(lines.utf8.dropFirst(start).prefix(1000)))
      }
    }
  }

  @Test("gives up on a flood of interim answers")
  func interimFlood() {
    var normalizer = HeadNormalizer()
    #expect(throws: HeadFault.tooLong) {
      for _ in 0..<5000 { _ = try normalizer.feed(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    }
  }

  @Test(
    "refuses a status line without a status",
    arguments: ["HTTP/1.0 OK\r\n\r\n", "ICY \r\n\r\n", "HTTP/1.0 20x\r\n\r\n"])
  func badStatus(_ head: String) {
    var normalizer = HeadNormalizer()
    #expect(throws: HeadFault.badStatusLine) { try normalizer.feed(Array(head.utf8)) }
  }

  private static func text(_ output: HeadNormalizer.Output) -> String {
    if case .pass(let bytes) = output { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}
