import TestSupport
import Testing

@Suite("HTTPS", .ownThreads, .enabled(if: CertificateAuthority.isAvailable && TLSServer.isAvailable))
struct SecureStationTests {
  private static let recording = SignalSource.Recording(.music, seconds: 3)
  private static let authority = Result { try CertificateAuthority() }

  /// A station whose certificate has this flaw, if any.
  private static func station(_ flaw: CertificateAuthority.Flaw = .none) throws -> TLSServer {
    let audio = try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128))
    let head = "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: \(audio.count)\r\n\r\n"
    return try TLSServer(certificate: authority.get().issue(flaw), answer: Array(head.utf8) + audio)
  }

  private static func play(_ url: String, trusting path: String) throws -> (ProcessRunner.Result, seconds: Double) {
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", url, "--no-view", "--output", "wav:" + scratch.path("x.wav"), environment: ["SSL_CERT_FILE": path])
    return (result, WAVFile(path: scratch.path("x.wav"))?.seconds ?? 0)
  }

  @Test("a station plays only for a client that trusts its certificate")
  func trust() throws {
    let server = try Self.station()
    let (trusted, seconds) = try Self.play(server.url, trusting: Self.authority.get().path)
    #expect(trusted.exitCode == 0, "\(trusted.errorText)")
    #expect(seconds > 2.9)
    let (untrusted, silence) = try Self.play(server.url, trusting: "")
    #expect(untrusted.exitCode == 69)
    #expect(untrusted.isOneLineError && untrusted.errorText.contains("certificate"), "\(untrusted.errorText)")
    #expect(silence == 0)
  }

  @Test("a certificate for another name, or an expired one, is refused with the reason")
  func badCertificates() throws {
    let wrongName = try Self.station(.otherName)
    let (mismatch, _) = try Self.play(wrongName.url, trusting: Self.authority.get().path)
    #expect(mismatch.exitCode == 69)
    #expect(mismatch.isOneLineError && mismatch.errorText.contains("another name"), "\(mismatch.errorText)")
    let expired = try Self.station(.expired)
    let (late, _) = try Self.play(expired.url, trusting: Self.authority.get().path)
    #expect(late.exitCode == 69)
    #expect(late.isOneLineError && late.errorText.contains("expired"), "\(late.errorText)")
  }

  @Test("the error names a server that does not speak TLS")
  func noTLS() throws {
    let server = try ScriptedServer(readsRequest: false) { $0.send("HTTP/1.0 400 Bad Request\r\n\r\n") }
    let (result, _) = try Self.play("https://127.0.0.1:\(server.port)/", trusting: "")
    #expect(result.exitCode == 69)
    #expect(result.isOneLineError && result.errorText.contains("TLS"), "\(result.errorText)")
  }

  @Test("a redirect from http to https is followed")
  func redirectToSecure() throws {
    let secure = try Self.station()
    let target = secure.url + "stream"
    let server = try ScriptedServer { $0.answer("301 Moved Permanently", headers: ["Location: \(target)"]) }
    let (result, seconds) = try Self.play(server.url, trusting: Self.authority.get().path)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(seconds > 2.9)
  }
}
