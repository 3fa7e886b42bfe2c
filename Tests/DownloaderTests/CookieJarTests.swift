import AudioCore
import Downloader
import TestSupport
import Testing

/// RFC 6265, sections 5.1 to 5.4.
@Suite("Cookies")
struct CookieJarTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var line: String
    var from = "http://a.radio.example/live/x"
    var to: String
    var sent: String?
  }

  static let rows: [Row] = [
    Row(testDescription: "to the same host", line: "s=1", to: "http://a.radio.example/live/y", sent: "s=1"),
    Row(testDescription: "to no other host", line: "s=1", to: "http://b.radio.example/live/y", sent: nil),
    Row(
      testDescription: "to the hosts of a parent domain", line: "s=1; Domain=.radio.example; Path=/",
      to: "http://b.radio.example/", sent: "s=1"),
    Row(
      testDescription: "not for a top-level domain", line: "s=1; Domain=example; Path=/", to: "http://a.radio.example/",
      sent: nil),
    Row(
      testDescription: "not for another domain", line: "s=1; Domain=other.example; Path=/", to: "http://other.example/",
      sent: nil),
    Row(
      testDescription: "not for a domain that ends alike", line: "s=1; Domain=dio.example; Path=/",
      to: "http://a.radio.example/", sent: nil),
    Row(
      testDescription: "not for the parent of an address", line: "s=1; Domain=0.0.1; Path=/",
      from: "http://127.0.0.1/", to: "http://127.0.0.1/", sent: nil),
    Row(testDescription: "its own folder", line: "s=1", to: "http://a.radio.example/other", sent: nil),
    Row(testDescription: "a path", line: "s=1; path=/seg", to: "http://a.radio.example/seg/1.ts", sent: "s=1"),
    Row(
      testDescription: "no path that begins alike", line: "s=1; path=/seg", to: "http://a.radio.example/segment",
      sent: nil),
    Row(
      testDescription: "secure ones by https alone", line: "s=1; Secure; Path=/", from: "https://a.radio.example/",
      to: "http://a.radio.example/", sent: nil),
    Row(
      testDescription: "secure ones over https", line: "s=1; Secure; Path=/", from: "https://a.radio.example/",
      to: "https://a.radio.example/z", sent: "s=1"),
    Row(
      testDescription: "no secure ones from plain http", line: "s=1; Secure; Path=/", to: "https://a.radio.example/",
      sent: nil),
    Row(
      testDescription: "not when it is over", line: "s=1; Max-Age=0; Path=/", to: "http://a.radio.example/", sent: nil),
    Row(
      testDescription: "not when its date is over", line: "s=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Path=/",
      to: "http://a.radio.example/", sent: nil),
    Row(
      testDescription: "with an age that counts more than the date",
      line: "s=1; Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Path=/", to: "http://a.radio.example/", sent: "s=1"
    ),
    Row(
      testDescription: "values with = and blanks", line: " s = a=b c ;Path=/", to: "http://a.radio.example/",
      sent: "s=a=b c"),
    Row(testDescription: "nothing without a name", line: "=1; Path=/", to: "http://a.radio.example/", sent: nil),
    Row(testDescription: "nothing without =", line: "s; Path=/", to: "http://a.radio.example/", sent: nil),
    Row(testDescription: "no control characters", line: "s=\u{1}; Path=/", to: "http://a.radio.example/", sent: nil),
  ]

  @Test("a cookie is sent only to the addresses that it is valid for", arguments: rows)
  func scope(row: Row) throws {
    var jar = CookieJar()
    jar.store(row.line, from: try StreamURL(row.from))
    #expect(jar.line(for: try StreamURL(row.to)) == row.sent)
  }

  @Test("an expired cookie is dropped, and a cookie of the same name, domain and path is replaced")
  func time() throws {
    let url = try StreamURL("http://h.example/")
    let start = ContinuousClock.now
    var jar = CookieJar()
    jar.store("s=1; Max-Age=10", from: url, at: start)
    jar.store("t=2", from: url, at: start)
    #expect(jar.line(for: url, at: start + .seconds(9)) == "s=1; t=2")
    #expect(jar.line(for: url, at: start + .seconds(10)) == "t=2")
    jar.store("t=3", from: url, at: start)
    #expect(jar.line(for: url, at: start + .seconds(10)) == "t=3")
  }

  @Test("the jar keeps 50 cookies of at most 4 KiB and sends at most 16 KiB of them")
  func bounds() throws {
    let url = try StreamURL("http://h.example/")
    var jar = CookieJar()
    jar.store("big=" + String(repeating: "x", count: 4094), from: url)
    #expect(jar.count == 0)
    for number in 0..<200 { jar.store("c\(number)=" + String(repeating: "x", count: 4000), from: url) }
    #expect(jar.count == CookieJar.capacity)
    let line = try #require(jar.line(for: url))
    #expect(line.utf8.count <= CookieJar.maximumLineBytes)
    #expect(line.hasPrefix("c150="))
  }
}
