import AudioCore
import Downloader
import Foundation
import TestSupport
import Testing

@Suite("Secure connections", .enabled(if: CertificateAuthority.isAvailable && TLSServer.isAvailable))
struct SecureConnectionTests {
  private static let authority = Result { try CertificateAuthority() }
  private static let answer = Array("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\nsound".utf8)

  private static func server(
    _ flaw: CertificateAuthority.Flaw, answer: [UInt8] = answer, closing: TLSServer.Closing = .polite,
    maximumVersion: String = "TLSv1_3"
  ) throws -> TLSServer {
    try TLSServer(
      certificate: authority.get().issue(flaw), answer: answer, closing: closing, maximumVersion: maximumVersion)
  }

  private static func downloader(
    limits: DownloadLimits = DownloadLimits(), environment: [String: String] = [:]
  ) throws -> Downloader {
    let trust = ["SSL_CERT_FILE": try authority.get().path]
    return Fetch.downloader(environment: trust.merging(environment) { $1 }, limits: limits)
  }

  @Test(
    "a certificate with a flaw is refused, and each flaw has its own reason",
    arguments: [
      (CertificateAuthority.Flaw.expired, "its certificate expired on 2001-02-03"),
      (.early, "its certificate is not valid before 2040-05-06, if the clock here is right"),
      (.otherName, "its certificate is for another name"), (.addressOnly, "its certificate is for another name"),
      (.selfSigned, "its certificate is self-signed"),
      (.selfSignedAndExpired, "its certificate is self-signed and expired on 2001-02-03"),
      (.unknownIssuer, "its certificate comes from an authority that is not trusted here"),
    ])
  func flaws(flaw: CertificateAuthority.Flaw, reason: String) async throws {
    let server = try Self.server(flaw)
    let failure = try await Fetch.failure(server.url, by: Self.downloader())
    #expect(failure == .tls(host: "localhost", reason: reason))
  }

  @Test("a good certificate is accepted, and a stream that ends without a TLS close is a lost connection")
  func goodCertificate() async throws {
    let politeServer = try Self.server(.none)
    let polite = try await Fetch.all(politeServer.url, by: Self.downloader())
    #expect(String(decoding: polite.audio, as: UTF8.self) == "sound")
    #expect(polite.failure == nil)
    let rudeServer = try Self.server(.none, closing: .none)
    let cutOff = try await Fetch.all(rudeServer.url, by: Self.downloader())
    #expect(String(decoding: cutOff.audio, as: UTF8.self) == "sound")
    #expect(cutOff.failure == .connectionLost(host: "localhost", reason: "the secure connection was cut off"))
  }

  @Test("a certificate for an address is good for that address, and one for a name is not")
  func address() async throws {
    let server = try Self.server(.addressOnly)
    let content = try await Fetch.all("https://127.0.0.1:\(server.port)/", by: Self.downloader())
    #expect(String(decoding: content.audio, as: UTF8.self) == "sound")
    let other = try Self.server(.none)
    guard case .network(.tls)? = try await Fetch.failure("https://127.0.0.1:\(other.port)/", by: Self.downloader())
    else {
      Issue.record("a certificate for localhost passes for 127.0.0.1")
      return
    }
  }

  @Test("behind a proxy the certificate must match the server's name, not the proxy's address")
  func addressOfProxy() async throws {
    let server = try Self.server(.addressOnly)
    let proxy = try ScriptedServer { call in
      call.send("HTTP/1.1 200 OK\r\n\r\n")
      call.relay(toPort: server.port)
    }
    let downloader = try Self.downloader(environment: ["https_proxy": "http://127.0.0.1:\(proxy.port)"])
    let failure = try await Fetch.failure("https://radio.invalid/", by: downloader)
    #expect(failure == .tls(host: "radio.invalid", reason: "its certificate is for another name"))
  }

  @Test("a file of known length is complete without a TLS close")
  func wholeFile() async throws {
    let answer = Array("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nsound".utf8)
    let server = try Self.server(.none, answer: answer, closing: .none)
    let content = try await Fetch.all(server.url, by: Self.downloader())
    #expect(content.audio.count == 5)
    #expect(content.failure == nil)
  }

  @Test("an authority file that does not exist is an error, and no certificate is trusted")
  func missingAuthority() async throws {
    let server = try Self.server(.none)
    let failure = try await Fetch.failure(
      server.url, by: Fetch.downloader(environment: ["SSL_CERT_FILE": "/nowhere/authority.pem"]))
    #expect(failure == .cannotRead(path: "/nowhere/authority.pem", reason: "No such file or directory"))
  }

  @Test(
    "an authority file that hangs holds up no other connection, and is given up at the deadline and on cancellation")
  func hangingAuthority() async throws {
    let server = try Self.server(.none)
    let plain = try ScriptedServer {
      $0.answer(headers: ["Content-Type: audio/mpeg", "Content-Length: 5"], body: Self.sound)
    }
    defer { plain.stop() }
    let scratch = try Scratch()
    let fifo = scratch.path("authority.pem")
    #expect(mkfifo(fifo, 0o600) == 0)
    defer { close(open(fifo, O_RDWR | O_NONBLOCK)) }  // releases those who wait for its writer
    var limits = DownloadLimits()
    limits.connectSeconds = 1
    let downloader = Fetch.downloader(environment: ["SSL_CERT_FILE": fifo], limits: limits)
    let url = server.url
    limits.connectSeconds = 3600  // only the cancellation can end the first one
    let patient = Fetch.downloader(environment: ["SSL_CERT_FILE": fifo], limits: limits)
    let waiting = [patient, downloader, downloader].map { way in Task { try await Fetch.failure(url, by: way) } }
    #expect(try await Fetch.failure(plain.url, by: patient) == nil)
    waiting[0].cancel()
    await #expect(throws: CancellationError.self) { try await waiting[0].value }
    for task in waiting.dropFirst() {
      let failure = try await task.value
      #expect(failure == .tls(host: "localhost", reason: "reading the trusted certificates takes too long"))
    }
  }

  private static let sound = Array("sound".utf8)

  @Test("each connection trusts the authorities that the file lists at that moment")
  func changingAuthorities() async throws {
    let server = try Self.server(.none)
    let scratch = try Scratch()
    let (trusted, other) = (try Self.authority.get(), try CertificateAuthority())
    let certificates = try [other, trusted].map { try String(contentsOfFile: $0.path, encoding: .utf8) }
    let downloader = Fetch.downloader(environment: ["SSL_CERT_FILE": scratch.path("authorities.pem")])
    let unknown = TuneError.tls(
      host: "localhost", reason: "its certificate comes from an authority that is not trusted here")
    for (text, failure) in [
      (certificates[0], unknown), (certificates[0] + certificates[1] + certificates[1], nil),
      (certificates[0], unknown),
      (certificates[1], nil),
    ] {
      try scratch.write(text, as: "authorities.pem")
      for _ in 0..<2 { #expect(try await Fetch.failure(server.url, by: downloader) == failure) }
    }
    let nonsense = try scratch.write("nothing of the kind", as: "authorities.pem")
    guard case .network(.tls)? = try await Fetch.failure(server.url, by: downloader) else {
      Issue.record("\(nonsense) is believed")
      return
    }
  }

  @Test("a server that does not speak TLS, breaks off or stays silent has its own error within the connect limit")
  func noHandshake() async throws {
    var limits = DownloadLimits()
    limits.connectSeconds = 1
    func failure(_ script: @escaping @Sendable (ScriptedCall) -> Void) async throws -> TuneError? {
      let server = try ScriptedServer(readsRequest: false, script: script)
      return try await Fetch.failure("https://127.0.0.1:\(server.port)/", by: Self.downloader(limits: limits))
    }
    guard case .network(.tls(_, let reason)) = try await failure({ $0.send("HTTP/1.0 400 Bad Request\r\n\r\n") }) else {
      Issue.record("plain http passes for something else")
      return
    }
    #expect(reason.hasSuffix("does not speak TLS; try http://"))
    let silent = try await failure { _ = $0.receive(exactly: 1 << 20) }
    #expect(silent == .connectionLost(host: "127.0.0.1", reason: "the TLS handshake was not answered within 1 s"))
    let closed = try await failure { _ in }
    #expect(closed == .connectionLost(host: "127.0.0.1", reason: "the server closed it during the handshake"))
    guard
      case .network(.connectionLost) = try await failure({
        $0.waitForEnd(); $0.reset()
      })
    else {
      Issue.record("a reset passes for something else")
      return
    }
  }

  @Test("behind a proxy, the error names the proxy for the proxy's failures and the server for the server's")
  func proxy() async throws {
    let closed = try ScriptedServer.freePort()
    let refused = try await Fetch.failure(
      "https://radio.invalid/", by: Self.downloader(environment: ["https_proxy": "http://127.0.0.1:\(closed)"]))
    #expect(refused == .refused(host: "the proxy 127.0.0.1", port: closed))
    for (answer, failure) in [
      (
        "407 Who Are You",
        TuneError.status(407, host: "the proxy 127.0.0.1", reason: "it wants a user name and password")
      ),
      ("502 Bad Gateway", .connectionLost(host: "radio.invalid", reason: "the proxy 127.0.0.1 did not let us through")),
    ] {
      let proxy = try ScriptedServer { $0.answer(answer) }
      let seen = try await Fetch.failure(
        "https://radio.invalid/", by: Self.downloader(environment: ["https_proxy": "http://127.0.0.1:\(proxy.port)"]))
      #expect(seen == failure)
      #expect(proxy.requests.map(\.line) == ["CONNECT radio.invalid:443 HTTP/1.1"])
    }
    let tunnel = try ScriptedServer { call in
      call.send("HTTP/1.1 200 OK\r\n\r\n")
      call.waitForEnd()  // until the handshake begins
      call.send("HTTP/1.0 400 Bad Request\r\n\r\n")
    }
    let server = try await Fetch.failure(
      "https://radio.invalid/", by: Self.downloader(environment: ["https_proxy": "http://127.0.0.1:\(tunnel.port)"]))
    guard case .network(.tls(host: "radio.invalid", _)) = server else {
      Issue.record("\(String(describing: server))")
      return
    }
  }

  @Test("damaged certificate bytes give fields or nothing, and do not crash")
  func certificateFields() throws {
    let pem = try String(contentsOfFile: Self.authority.get().issue(.expired).certificate, encoding: .utf8)
    let der = Array(
      try #require(Data(base64Encoded: pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined())))
    let fields = try #require(CertificateFields(der: der))
    #expect(fields.notBefore == 946_684_800 && fields.notAfter == 981_158_400 && !fields.isSelfIssued)
    var generator = SeededRandom(seed: 3)
    for count in 0..<der.count { _ = CertificateFields(der: Array(der.prefix(count))) }
    for _ in 0..<20_000 {
      var damaged = der
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: 0..<min(der.count, 160), using: &generator)] = .random(in: 0...255, using: &generator)
      }
      if let fields = CertificateFields(der: damaged) { _ = CertificateFields.fault(of: [fields], now: 0) }
    }
  }
}
