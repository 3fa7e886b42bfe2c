import Foundation
import JSON
import Radio
import RadioModel
import ServerSupport
import TestSupport
import Testing
import WebServer

@Suite("Credentials over TCP", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct CredentialTests {
  private static let token = "a-token-of-32-characters-0123456"
  private static let listenToken = "another-one-for-players-01234567"
  private static let host = "Host: 192.0.2.2:8600"

  private static func with(_ body: (TestRadio) async throws -> Void) async throws {
    try await TestRadio.with {
      $0.token = token
      $0.listenToken = listenToken
    } _: {
      try await body($0)
    }
  }

  private static func basic(_ user: String, _ secret: String) -> String {
    "Authorization: Basic \(encode(Array("\(user):\(secret)".utf8)))"
  }

  /// Base64 (RFC 4648, section 4).
  private static func encode(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 { text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=") }
    }
    return text
  }

  @Test("Basic is accepted with any user; the stream and the metrics ask for Basic, everything else for Bearer")
  func basic() async throws {
    try await Self.with { radio in
      radio.play()
      for target in ["/stream", "/metrics"] {
        let refused = try radio.askOverTCP("HEAD", target, [Self.host])
        #expect(refused.status == 401 && refused.head.contains("www-authenticate: basic realm=\"springradio\""))
        for user in ["x", "", "other"] {
          #expect(try radio.askOverTCP("HEAD", target, [Self.host, Self.basic(user, Self.token)]).status == 200)
        }
      }
      for target in ["/api/status", "/api/events", "/openapi.json", "/nothing"] {
        let refused = try radio.askOverTCP("HEAD", target, [Self.host])
        #expect(refused.status == 401 && refused.head.contains("www-authenticate: bearer\r\n"), "\(target)")
      }
      #expect(try radio.askOverTCP("GET", "/api/status", [Self.host, Self.basic("x", Self.token)]).status == 200)
      let change = try radio.askOverTCP(
        "POST", "/api/volume", [Self.host, Self.basic("x", Self.token)], body: #"{"volume":7}"#)
      #expect(change.status == 200)
    }
  }

  @Test(
    "with a password only players that ask for titles get icy-name: VLC would leave the password out"
  )
  func nameForVLC() async throws {
    try await Self.with { radio in
      radio.play()
      let credential = Self.basic("x", Self.token)
      let plain = try radio.askOverTCP("HEAD", "/stream", [Self.host, credential])
      #expect(plain.status == 200 && !plain.head.contains("icy-name"))
      let titled = try radio.askOverTCP("HEAD", "/stream", [Self.host, credential, "Icy-MetaData: 1"])
      #expect(titled.status == 200 && titled.head.contains("icy-name: first one\r\n"))
    }
  }

  @Test("changes must obey the rules about Origin and JSON with every kind of credential")
  func rules() async throws {
    try await Self.with { radio in
      let before = radio.tuner.eventNumber
      let cookie = try Self.cookie(radio)
      for credential in ["Authorization: Bearer \(Self.token)", Self.basic("x", Self.token), cookie] {
        for headers in [["Origin: http://evil.example"], ["Origin: null"], ["Origin: http://192.0.2.2:3000"]] {
          let answer = try radio.askOverTCP(
            "POST", "/api/volume", [Self.host, credential] + headers, body: #"{"volume":7}"#)
          #expect(answer.status == 403, "\(headers): \(answer.body)")
        }
        let form = ["Content-Type: text/plain", "Content-Length: 0", "Origin: http://192.0.2.2:8600"]
        #expect(try radio.askOverTCP("POST", "/api/stop", [Self.host, credential] + form).status == 415)
      }
      #expect(radio.tuner.eventNumber == before)
    }
  }

  @Test("the listen token allows the stream, the metrics and the status, and nothing else")
  func listeners() async throws {
    try await Self.with { radio in
      radio.play()
      for credential in ["Authorization: Bearer \(Self.listenToken)", Self.basic("vlc", Self.listenToken)] {
        for target in ["/stream", "/metrics", "/api/status"] {
          #expect(try radio.askOverTCP("HEAD", target, [Self.host, credential]).status == 200, "\(target)")
        }
        for target in [
          "/api/stations", "/api/queue", "/api/events", "/api/history", "/openapi.json",
          "/api/recordings", "/api/recordings/1/files/0",
        ] {
          let answer = try radio.askOverTCP("GET", target, [Self.host, credential])
          try #require(answer.status == 403 && answer.body.contains("this token is for listeners"), "\(target)")
        }
        #expect(try radio.askOverTCP("POST", "/api/stop", [Self.host, credential], body: "{}").status == 403)
        #expect(radio.tuner.snapshot.state == .playing)
      }
      let body = "{\"token\":\"\(Self.listenToken)\"}"
      #expect(try radio.askOverTCP("POST", "/api/session", [Self.host], body: body).status == 403)
    }
  }

  /// Begins a session, and returns the request header with its cookie.
  private static func cookie(_ radio: TestRadio) throws -> String {
    let answer = try radio.askOverTCP(
      "POST", "/api/session", [host, "Origin: http://192.0.2.2:8600"], body: "{\"token\":\"\(token)\"}")
    #expect(answer.status == 204 && answer.body.isEmpty, "\(answer)")
    let line = answer.head.split(separator: "\r\n").first { $0.hasPrefix("set-cookie: springradio-\(radio.port)=") }
    let words = try #require(line).dropFirst("set-cookie: ".count).split(separator: ";")
    let attributes = words.dropFirst().map { $0.trimmingPrefix(" ") }
    #expect(Set(attributes) == ["httponly", "samesite=strict", "path=/", "max-age=2592000"])
    return "Cookie: theme=dark; \(words[0])"
  }

  @Test("a session's cookie allows reads, and changes only from the server's own page, until the session ends")
  func session() async throws {
    try await Self.with { radio in
      let cookie = try Self.cookie(radio)
      #expect(try Self.cookie(radio) != cookie)
      #expect(try radio.askOverTCP("GET", "/api/stations", [Self.host, cookie]).status == 200)
      let body = #"{"volume":7}"#
      let own = [Self.host, cookie, "Origin: http://192.0.2.2:8600"]
      #expect(try radio.askOverTCP("POST", "/api/volume", own, body: body).status == 200)
      let foreign = try radio.askOverTCP("POST", "/api/volume", [Self.host, cookie], body: body)
      #expect(foreign.status == 403 && foreign.body.contains("Origin"), "a browser says from where a change comes")
      for name in [
        "springradio-\(radio.port)=", "springradio-\(radio.port)=\(String(repeating: "0", count: 64))",
        cookie.dropFirst("Cookie: ".count).replacing("springradio-", with: "springradio"),
        cookie.dropFirst("Cookie: ".count).replacing("-\(radio.port)", with: "-1"),
      ] {
        #expect(try radio.askOverTCP("GET", "/api/stations", [Self.host, "Cookie: \(name)"]).status == 401)
      }
      let ended = try radio.askOverTCP("POST", "/api/session/end", own, body: "{}")
      #expect(ended.status == 204 && ended.head.contains("set-cookie: springradio-\(radio.port)=; "))
      #expect(ended.head.contains("max-age=0"))
      #expect(try radio.askOverTCP("GET", "/api/stations", [Self.host, cookie]).status == 401)
      let again = try radio.askOverTCP("POST", "/api/session/end", own, body: "{}")
      #expect(again.status == 204, "a session that is over can be ended")
    }
  }

  @Test("the credentials of a picture's address are in no answer and no event")
  func pictureAddress() async throws {
    try await TestRadio.with(
      {
        $0.listenToken = Self.listenToken; $0.token = Self.token
      },
      image: "http://joe:s3cr3tpw@nas.lan/logo.png"
    ) { radio in
      radio.play()
      let headers = [Self.host, Self.basic("x", Self.listenToken)]
      let status = try radio.askOverTCP("GET", "/api/status", headers)
      #expect(try status.json["image"]?.text == "http://nas.lan/logo.png")
      let client = try RawClient(path: radio.socketPath)
      client.send(TestRadio.request("GET", "/api/events"))
      let event = client.receive(until: "event: status").appending(client.receive(until: "}\n\n"))
      #expect(event.contains("http://nas.lan/logo.png") && !event.contains("s3cr3t"))
      for target in ["/api/status", "/api/stations", "/api/queue", "/api/recent", "/api/picture", "/metrics"] {
        #expect(try !radio.ask("GET", target).body.contains("s3cr3t"), "\(target)")
      }
    }
  }

  @Test("a session outlives a restart, until it is ended or the token changes")
  func sessionsAfterRestart() async throws {
    let folder = try Scratch()
    var cookie = ""
    var port = 0
    func run(token: String = Self.token, _ body: (TestRadio) async throws -> Void) async throws {
      try await TestRadio.with({
        $0.token = token
        $0.port = port
        $0.sessionsPath = folder.path("sessions.json")
      }) { radio in
        port = radio.port
        try await body(radio)
      }
    }
    func expect(_ status: Int, _ radio: TestRadio, _ comment: Comment? = nil) throws {
      let answer = try radio.askOverTCP("GET", "/api/stations", [Self.host, cookie])
      #expect(answer.status == status, comment)
    }
    try await run { radio in
      cookie = try Self.cookie(radio)
      try expect(200, radio)
    }
    try await run { try expect(200, $0) }
    try await run(token: "another-token-of-32-characters-1") { try expect(401, $0) }
    try await run { radio in
      try expect(200, radio, "a run with another token that began no session changes nothing")
      let own = [Self.host, cookie, "Origin: http://192.0.2.2:8600"]
      let ended = try radio.askOverTCP("POST", "/api/session/end", own, body: "{}")
      #expect(ended.status == 204)
    }
    try await run { try expect(401, $0) }
  }

  @Test("a wrong token begins no session, and a server that needs no token begins none")
  func noSession() async throws {
    try await Self.with { radio in
      let wrong = try radio.askOverTCP("POST", "/api/session", [Self.host], body: #"{"token":"wrong"}"#)
      #expect(wrong.status == 401 && !wrong.head.contains("set-cookie"))
      #expect(try wrong.json["error"]?.text == "the token is wrong")
      #expect(try radio.askOverTCP("POST", "/api/session", [Self.host], body: "{}").status == 400)
      let origin = try radio.askOverTCP(
        "POST", "/api/session", [Self.host, "Origin: http://evil.example"], body: "{\"token\":\"\(Self.token)\"}")
      #expect(origin.status == 403)
      #expect(try radio.post("/api/session", #"{"token":"any"}"#).status == 204, "the Unix socket needs none")
    }
    try await TestRadio.with { radio in
      let answer = try radio.askOverTCP("POST", "/api/session", [Self.host], body: #"{"token":"any"}"#)
      #expect(answer.status == 204 && !answer.head.contains("set-cookie"))
    }
  }

  @Test("after ten wrong tokens a client's tokens are refused; its session, no token and the Unix socket still work")
  func guesses() async throws {
    try await Self.with { radio in
      let cookie = try Self.cookie(radio)
      func ask(_ token: String) throws -> Answer {
        try radio.askOverTCP("GET", "/api/status", [Self.host, "Authorization: Bearer \(token)"])
      }
      for number in 0..<30 { #expect(try ask(Self.token).status == 200, "\(number): right ones do not count") }
      for number in 0..<10 { #expect(try ask("wrong-token-number-\(number)").status == 401) }
      let late = try ask("wrong-token-number-10")
      #expect(late.status == 429 && late.head.contains("retry-after: "))
      #expect(try ask(Self.token).status == 200, "behind a proxy all clients have one address")
      #expect(try ask("wrong-token-number-11").status == 429)
      let session = try radio.askOverTCP("POST", "/api/session", [Self.host], body: "{\"token\":\"\(Self.token)\"}")
      #expect(session.status == 204)
      #expect(try radio.askOverTCP("GET", "/metrics", [Self.host, Self.basic("x", Self.listenToken)]).status == 200)
      #expect(try radio.askOverTCP("GET", "/api/status", [Self.host, cookie]).status == 200)
      #expect(try radio.askOverTCP("GET", "/", [Self.host]).status == 200)
      #expect(try radio.askOverTCP("GET", "/api/status", [Self.host]).status == 401)
      #expect(try radio.isAnswering())
    }
  }

  @Test("tokens that are too short or equal are refused")
  func shortSecrets() async throws {
    for (token, listenToken) in [("fifteen-letters", nil as String?), (Self.token, "short"), (Self.token, Self.token)] {
      await #expect(throws: ServerError.self) {
        try await TestRadio.with {
          $0.token = token
          $0.listenToken = listenToken
        } _: { _ in
        }
      }
    }
  }
}
