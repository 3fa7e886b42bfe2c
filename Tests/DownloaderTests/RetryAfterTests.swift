import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  /// 06 Nov 1994 08:49:37, the example of RFC 9110, in seconds since 1970.
  private static let example = 784_111_777

  @Test(
    "Retry-After is a number of seconds or a date, at most an hour ahead",
    arguments: [
      ("0", 0), ("7", 7), ("3600", 3600), ("3601", 3600), ("99999999999999999999999", 3600), ("-1", nil), ("", nil),
      ("1.5", nil), ("soon", nil), ("7 s", nil), ("\u{0667}", nil), ("0x10", nil),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 06 Nov 1994 08:50:07 GMT", 30),
      ("Sun Nov  6 08:50:07 1994", 30), ("Sun, 06 Nov 1994 23:00:00 GMT", 3600), ("Sun, 06 Nov 1994 08:49:36 GMT", nil),
      ("Sun, 06 Nov 9999 08:49:37 GMT", 3600), ("Sun, 32 Nov 1994 08:50:07 GMT", nil), ("Nov", nil),
      ("Sun, 06 Foo 1994 08:50:07 GMT", nil), ("Sun, 06 Nov 1994 8 GMT", nil), ("06 07 Nov 1994 08:50:07", nil),
    ] as [(String, Int?)])
  func value(text: String, seconds: Int?) {
    #expect(RetryAfter.seconds(text, now: Self.example) == seconds)
  }

  @Test("a date counts from the server's own clock when the server sends its date")
  func serverClock() {
    let wait = RetryAfter.seconds(
      "Sunday, 06-Nov-94 09:00:00 GMT", date: "Sunday, 06-Nov-94 08:59:00 GMT", now: Self.example)
    #expect(wait == 60)
    #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:50:07 GMT", date: "nonsense", now: Self.example) == 30)
  }

  @Test(
    "the time comes with the answers that mean \"later\", and with no other",
    arguments: [
      ("403 Forbidden", "text/html", TuneError.status(403, host: "127.0.0.1", reason: "Forbidden", retryAfter: 42)),
      ("429 Slow Down", "text/html", .status(429, host: "127.0.0.1", reason: "Slow Down", retryAfter: 42)),
      ("503 Down", "text/html", .status(503, host: "127.0.0.1", reason: "Down", retryAfter: 42)),
      ("503 Server Full", "text/html", .serverFull(host: "127.0.0.1", retryAfter: 42)),
      ("400 Server Full", "text/html", .serverFull(host: "127.0.0.1", retryAfter: 42)),
      ("403 Forbidden", "text/plain", .serverFull(host: "127.0.0.1", retryAfter: 42)),
      ("401 Who", "text/html", .status(401, host: "127.0.0.1", reason: "Who")),
      ("404 Gone", "text/html", .status(404, host: "127.0.0.1", reason: "Gone")),
      ("410 Gone", "text/html", .status(410, host: "127.0.0.1", reason: "Gone")),
      ("500 Oh", "text/html", .status(500, host: "127.0.0.1", reason: "Oh")),
    ])
  func answers(status: String, type: String, error: TuneError) async throws {
    let server = try ScriptedServer {
      $0.answer(
        status, headers: ["Content-Type: \(type)", "Retry-After: 42"], body: Array("Too many clients\r\n".utf8))
    }
    #expect(try await Fetch.failure(server.url) == error)
  }

  @Test("a refusal whose body breaks off is still a refusal")
  func brokenRefusal() async throws {
    let server = try ScriptedServer { call in
      call.send(
        "HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: 900\r\n\r\nmax listeners: is full")
    }
    #expect(try await Fetch.failure(server.url) == .serverFull(host: "127.0.0.1"))
  }
}
