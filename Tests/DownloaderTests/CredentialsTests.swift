import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("Credentials and the user agent")
struct CredentialsTests {
  @Test(
    "a reference keeps the credentials at the same origin and at no other",
    arguments: [
      ("https://u:p@h/a", "/b", "u:p"), ("https://u:p@h/a", "https://h/b", "u:p"),
      ("https://u:p@h/a", "https://h:443/b", "u:p"), ("https://u:p@h/a", "http://h/b", nil),
      ("http://u:p@h/a", "https://h/b", nil), ("https://u:p@h/a", "https://h:8443/b", nil),
      ("https://u:p@h/a", "https://other/b", nil), ("https://u:p@h/a", "//other/b", nil),
      ("https://u:p@h/a", "https://v:q@other/b", "v:q"), ("http://u:p@h/a", "icy://h/b", "u:p"),
    ] as [(String, String, String?)])
  func origin(base: String, reference: String, credentials: String?) throws {
    #expect(try StreamURL(base).resolving(reference).credentials == credentials)
  }

  @Test("no error, hop or header shows the credentials")
  func secrecy() async throws {
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/401": call.answer("401 Unauthorized")
      case "/403": call.answer("403 Forbidden")
      case "/gzip": call.answer(headers: ["Content-Encoding: gzip"])
      case "/circle": call.answer("302 Found", headers: ["Location: /circle"])
      case "/bad": call.answer("302 Found", headers: ["Location: http://you:secret2@127.0.0.1:99999/"])
      case "/reset": call.reset()
      default: call.answer(body: [1])
      }
    }
    for path in ["/401", "/403", "/gzip", "/circle", "/bad", "/reset"] {
      let failure = try await Fetch.failure(server.url(path, credentials: "me:secret"))
      #expect(failure != nil)
      #expect(failure.map { "\($0)" }?.contains("secret") == false, "\(path)")
    }
    let head = try await Fetch.all(server.url("/", credentials: "me:secret")).head
    #expect("\(head.hops) \(head.url.text) \(head.headers)".contains("secret") == false)
    #expect(server.requests.last?.header("authorization") == "Basic bWU6c2VjcmV0")
  }

  @Test("a request has the standard user agent, which is not a browser's, unless the station sets its own")
  func userAgent() async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    _ = try await Fetch.all(server.url("/;stream.mp3"))
    _ = try await Fetch.all(server.url.replacing("http:", with: "icy:") + ";")
    _ = try await Fetch.all(server.url.replacing("http:", with: "HTTP:"))
    let request = StreamRequest(url: try StreamURL(server.url), userAgent: "WinampMPEG/5.0")
    try await Fetch.downloader().open(request).close()
    #expect(server.requests.map(\.path) == ["/;stream.mp3", "/;", "/", "/"])
    #expect(server.requests.prefix(3).allSatisfy { $0.header("user-agent") == StreamRequest.defaultUserAgent })
    #expect(!StreamRequest.defaultUserAgent.lowercased().hasPrefix("mozilla"))
    #expect(server.requests.last?.header("user-agent") == "WinampMPEG/5.0")
    for name in ["range", "accept-encoding"] { #expect(server.requests.allSatisfy { $0.header(name) == nil }) }
  }
}
