import AudioCore
import Downloader
import Testing

@Suite("Addresses and heads that fuzzing found")
struct FuzzRegressionTests {
  @Test(
    "a combining mark behind a slash, @ or question mark does not hide that character",
    arguments: [
      ("http://127.0.0.1/\u{301}x", "127.0.0.1"), ("http://127.0.0.1?\u{301}", "127.0.0.1"),
      ("http://127.0.0.1:80/\u{301}@h/", "127.0.0.1"),
    ])
  func combiningMark(text: String, host: String) throws {
    let url = try StreamURL(text)
    #expect(url.host.utf8.elementsEqual(host.utf8))
    #expect(url.pathAndQuery.utf8.first == UInt8(ascii: "/"))
    #expect(try StreamURL(url.text).text.utf8.elementsEqual(url.text.utf8))
  }

  @Test("a password before an @ with a combining mark is not shown")
  func password() {
    let text = "http://u:secret@\u{301}h:x/"
    let error = #expect(throws: TuneError.self) { try StreamURL(text) }
    #expect(error?.description.contains("secret") == false)
    #expect(!StreamURL.withoutCredentials(text).contains("secret"))
  }

  @Test(
    "a host that other programs could read as another host is refused",
    arguments: [
      "http://%31%32%37.0.0.1/", "http://a%2Fb/", "http://[::1]x/", "http://[::1]x:80/", "http://[h]/", "http://a[b]/",
      "http://h:+80/", "http://a:b:80/", "http://[fe80::1%/]/", "http://h@\u{301}127.0.0.1/",
      "http://h\u{FF0F}os/", "http://h\u{FF20}a/", "http://h\u{FF1A}80/", "http://\u{2100}x/", "http://\u{AD}/",
    ])
  func ambiguousHost(text: String) {
    #expect(throws: TuneError.self) { try StreamURL(text) }
  }

  @Test(
    "literal addresses with ports and zones are taken", arguments: ["http://[::1]:8000/", "http://[fe80::1%25eth0]/"])
  func literal(text: String) throws {
    #expect(try StreamURL(text).text == text)
  }

  @Test("a canonical head with combining marks in its reason is its own canonical head")
  func markedReason() throws {
    let reason = String(repeating: "e\u{301}\u{302}", count: 400)
    var (first, second) = (HeadNormalizer(), HeadNormalizer())
    guard case .pass(let head) = try first.feed(Array("HTTP/1.0 400 \(reason)\r\n\r\n".utf8)) else {
      Issue.record("no head")
      return
    }
    let again = try second.feed(head)
    #expect(again == .pass(head))
  }

  @Test("a folded line of blanks adds nothing to a header")
  func foldedBlanks() throws {
    var normalizer = HeadNormalizer()
    let output = try normalizer.feed(Array("ICY 200 OK\r\nicy-name: a\r\n \t\r\nX:\r\n b\r\n\r\n".utf8))
    #expect(output == .pass(Array("HTTP/1.0 200 OK\r\nicy-name: a\r\nX: b\r\nConnection: close\r\n\r\n".utf8)))
  }
}
