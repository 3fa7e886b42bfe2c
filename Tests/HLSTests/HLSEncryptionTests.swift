import AudioCore
import Downloader
import HLS
import TestSupport
import Testing

@Suite("Encrypted HLS segments", .enabled(if: CertificateAuthority.isAvailable))
struct HLSEncryptionTests {
  private static let key = Array("sixteen bytes ok".utf8)

  /// `bytes` as openssl encrypts them.
  private static func encrypt(_ bytes: [UInt8], key: [UInt8] = key, vector: [UInt8]) throws -> [UInt8] {
    func hexadecimal(_ bytes: [UInt8]) -> String { bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() }
    let folder = try Scratch()
    let path = try folder.write(bytes, as: "plain")
    let result = try ProcessRunner.run(
      "openssl", ["enc", "-aes-128-cbc", "-K", hexadecimal(key), "-iv", hexadecimal(vector), "-in", path])
    #expect(result.exitCode == 0, "\(result.errorText)")
    return result.output
  }

  private static func vector(_ sequence: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 15) + [sequence] }

  @Test(
    "segments of any length are decrypted, with vectors that are given or counted, across changes of keys",
    arguments: [1, 7, 4096])
  func lengths(pieces: Int) async throws {
    let lengths = pieces == 4096 ? [0, 1, 15, 16, 17, 100_000] : [0, 1, 15, 16, 17, 300]
    let texts = lengths.map { String((0..<$0).map { Character(Unicode.Scalar(UInt8(65 + $0 % 26))) }) }
    let fixed = Array(UInt8(1)...16)
    let other = [UInt8](repeating: 7, count: 16)
    var bodies = try texts.enumerated().map { try Self.encrypt(Array($1.utf8), vector: Self.vector(UInt8($0))) }
    bodies.append(try Self.encrypt(Array("[fixed]".utf8), vector: fixed))
    bodies.append(try Self.encrypt(Array("[other]".utf8), key: other, vector: Self.vector(7)))
    let files = bodies
    let server = try ScriptedServer { call in
      switch call.request.path {
      case "/list":
        let lines =
          ["#EXT-X-KEY:METHOD=AES-128,URI=\"key\""] + (0..<6).flatMap { ["#EXTINF:2,", "\($0)"] } + [
            "#EXT-X-KEY:METHOD=AES-128,URI=\"key\",IV=0x0102030405060708090a0b0c0d0e0f10", "#EXTINF:2,", "6",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"other\"", "#EXTINF:2,", "7", "#EXT-X-KEY:METHOD=NONE", "#EXTINF:2,",
            "plain",
          ]
        call.serve(HLSResult.recording(lines))
      case "/key": call.serve(Self.key)
      case "/other": call.serve(other)
      case let path:
        let body = Int(path.dropFirst()).map { files[$0] } ?? Array("plain".utf8)
        call.answer(headers: ["Content-Length: \(body.count)"])
        call.send(body, piecesOf: pieces)
      }
    }
    let result = try await HLSResult(server.url("/list"))
    #expect(result.text == texts.joined() + "[fixed][other]plain" && result.failure == nil)
    #expect(server.requests.count { $0.path == "/key" } == 1)
  }

  @Test("an encrypted segment that breaks off continues where it broke", arguments: [5, 16, 4000, 16016])
  func broken(place: Int) async throws {
    let text = (0..<4000).map { "\($0) " }.joined()
    let body = try Self.encrypt(Array(text.utf8), vector: Self.vector(0))
    let server = try ScriptedServer { call in
      switch (call.request.path, call.request.header("Range")) {
      case ("/list", _):
        call.serve(HLSResult.recording(["#EXT-X-KEY:METHOD=AES-128,URI=\"key\"", "#EXTINF:2,", "long"]))
      case ("/key", _): call.serve(Self.key)
      case (_, nil):
        call.answer(headers: ["Content-Length: \(body.count)"], body: Array(body[..<place]))
      default: call.serve(body)
      }
    }
    let result = try await HLSResult(server.url("/list"))
    #expect(result.text == text && result.failure == nil)
  }
}
