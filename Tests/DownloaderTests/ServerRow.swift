import AudioCore
import Testing

/// A server's answer and its expected result.
struct ServerRow: Sendable, CustomTestStringConvertible {
  enum Verdict: Sendable {
    /// The body is exactly the sound.
    case plays
    /// The answer is not a stream, for this reason.
    case fails(TuneError)
    /// The sound comes, at least in part, and then the body fails with this error.
    case breaks(TuneError)
  }

  var name: String
  var verdict: Verdict
  /// The answer, made from the sound.
  var bytes: @Sendable (_ sound: [UInt8]) -> [UInt8]

  var testDescription: String { name }

  /// An answer of these lines, joined and ended by `lineEnd`, and the sound.
  static func head(_ name: String, _ verdict: Verdict, _ lines: [String], lineEnd: String = "\r\n") -> ServerRow {
    ServerRow(name: name, verdict: verdict) { Array((lines + ["", ""]).joined(separator: lineEnd).utf8) + $0 }
  }

  /// The sound in chunks. `blank` follows each size, and `lineEnd` ends each line. With `breaksOff` the last chunk is
  /// missing.
  static func chunks(
    _ name: String, _ verdict: Verdict = .plays, blank: String = "", lineEnd: String = "\r\n", after: String = "",
    breaksOff: Bool = false, headers: [String] = []
  ) -> ServerRow {
    ServerRow(name: name, verdict: verdict) { sound in
      let lines = ["HTTP/1.1 200 OK"] + headers + ["Transfer-Encoding: chunked", "", ""]
      var bytes = Array(lines.joined(separator: "\r\n").utf8)
      for start in stride(from: 0, to: sound.count, by: 1000) {
        let piece = sound[start..<min(start + 1000, sound.count)]
        bytes += Array((String(piece.count, radix: 16) + blank + lineEnd).utf8) + piece + Array(lineEnd.utf8)
      }
      return breaksOff ? bytes : bytes + Array(("0" + blank + lineEnd + lineEnd + after).utf8)
    }
  }
}

extension ServerRow {
  private static func bad(_ reason: String) -> Verdict { .fails(.badAnswer(host: "127.0.0.1", reason: reason)) }
  private static func lost(_ reason: String) -> Verdict { .fails(.connectionLost(host: "127.0.0.1", reason: reason)) }
  private static let noHead = bad("it does not begin with an HTTP or ICY head")
  private static let nonsense = bad("its status line makes no sense")
  private static let early = lost("the server closed the connection without an answer")
  private static let cut = Verdict.breaks(.connectionLost(host: "127.0.0.1", reason: "the server closed it"))

  /// Answers that clients of radio servers must handle.
  static let clients: [ServerRow] = [
    .head("HTTP/1.0, no length, close", .plays, ["HTTP/1.0 200 OK"]),
    .head("ICY, CRLF", .plays, ["ICY 200 OK", "icy-br:128"]),
    .head("ICY, LF only", .plays, ["ICY 200 OK", "icy-br:128"], lineEnd: "\n"),
    .head(
      "ICY 401", .fails(.status(401, host: "127.0.0.1", reason: "Service Unavailable")),
      ["ICY 401 Service Unavailable"]),
    .head("ICY 400 full", .fails(.serverFull(host: "127.0.0.1")), ["ICY 400 Server Full"]),
    ServerRow(name: "sound without a head", verdict: noHead) { $0 },
    .head("HTTP, LF only", .plays, ["HTTP/1.0 200 OK", "Content-Type: audio/mpeg"], lineEnd: "\n"),
    .head("a length of -1", .plays, ["HTTP/1.0 200 OK", "Content-Length: -1"]),
    .chunks("a length beside chunks", headers: ["Content-Length: 17"]),
    ServerRow(name: "two equal lengths", verdict: .plays) { sound in
      let line = "Content-Length: \(sound.count)\r\n"
      return Array("HTTP/1.1 200 OK\r\n\(line)\(line)\r\n".utf8) + sound
    },
    .head("a line without a colon", .plays, ["HTTP/1.1 200 OK", "what is this", "icy-br: 128"]),
    .head("a blank before the colon", .plays, ["HTTP/1.1 200 OK", "Content-Type : audio/mpeg"]),
    .head("0x01 in a value", .plays, ["HTTP/1.1 200 OK", "icy-name: A\u{1}B"]),
    .head("no type", .plays, ["HTTP/1.1 200 OK"]),
    .head("text/html, but sound", .plays, ["HTTP/1.1 200 OK", "Content-Type: text/html"]),
    .head("metaint 0", .plays, ["HTTP/1.0 200 OK", "icy-metaint: 0"]),
    .head("metaint -5", .plays, ["HTTP/1.0 200 OK", "icy-metaint: -5"]),
    .head("metaint 2^31", .plays, ["HTTP/1.0 200 OK", "icy-metaint: 2147483648"]),
    .head("metaint announced, none sent", .plays, ["HTTP/1.0 200 OK", "icy-metaint: 1000"]),
    ServerRow(
      name: "unrequested gzip", verdict: .fails(.unsupported(source: "", kind: "compressed with gzip"))
    ) { _ in
      Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]
    },
  ]

  /// Answers that NIO's parser refuses, or reads in its own way.
  static let parser: [ServerRow] = [
    .head("HTTP/1", .plays, ["HTTP/1 200 OK"]), .head("HTTP/1.2", .plays, ["HTTP/1.2 200 OK"]),
    .head("http/1.0", .plays, ["http/1.0 200 OK"]), .head("HTTP/2", .plays, ["HTTP/2 200"]),
    .head("ICE/1.0", .plays, ["ICE/1.0 200 OK"]), .head("RTSP/1.0", noHead, ["RTSP/1.0 200 OK"]),
    .head("a line folded with a tab", .plays, ["HTTP/1.1 200 OK", "icy-name: A", "\tB"]),
    .head("a bare CR in a value", .plays, ["HTTP/1.1 200 OK", "icy-name: A\rB"]),
    .head("NUL in a value", .plays, ["HTTP/1.1 200 OK", "icy-name: A\u{0}B"]),
    .head("DEL in a value", .plays, ["HTTP/1.1 200 OK", "icy-name: A\u{7F}B"]),
    ServerRow(name: "Latin-1 in a field's name", verdict: .plays) { sound in
      Array("HTTP/1.1 200 OK\r\nicy-n".utf8) + [0xE4] + Array("me: A\r\n\r\n".utf8) + sound
    },
    ServerRow(name: "Latin-1 in a value and in the reason", verdict: .plays) { sound in
      Array("HTTP/1.1 200 ".utf8) + [0xC4] + Array("\r\nicy-name: A".utf8) + [0xE9] + Array("\r\n\r\n".utf8) + sound
    },
    .head("an empty length", .plays, ["HTTP/1.1 200 OK", "Content-Length:"]),
    .head("a length beyond 2^64", .plays, ["HTTP/1.1 200 OK", "Content-Length: 99999999999999999999"]),
    .head("a length beyond 2^63", .plays, ["HTTP/1.1 200 OK", "Content-Length: 18446744073709551615"]),
    .head("lengths that differ", .plays, ["HTTP/1.1 200 OK", "Content-Length: 5", "Content-Length: 6"]),
    .chunks("blanks after a chunk's size", blank: "  "), .chunks("chunks with LF only", lineEnd: "\n"),
    .chunks("bytes after the last chunk", after: "HTTP/1.1 200 OK\r\n\r\n"),
    .chunks("chunks that break off", cut, breaksOff: true),
    ServerRow(name: "bytes after the length", verdict: .plays) { sound in
      Array("HTTP/1.1 200 OK\r\nContent-Length: \(sound.count)\r\nConnection: close\r\n\r\n".utf8) + sound + sound
    },
    ServerRow(name: "fewer bytes than the length", verdict: cut) { sound in
      Array("HTTP/1.1 200 OK\r\nContent-Length: \(sound.count + 1)\r\n\r\n".utf8) + sound
    },
    .head("no reason", .plays, ["HTTP/1.1 200"]), .head("no reason, but its blank", .plays, ["HTTP/1.1 200 "]),
    .head("line ends before the head", .plays, ["", "", "HTTP/1.1 200 OK"]),
    .head("status 000", nonsense, ["HTTP/1.1 000 OK"]),
    .head("status 999", .fails(.status(999, host: "127.0.0.1", reason: "No")), ["HTTP/1.1 999 No"]),
    .head("an unrequested upgrade", .plays, ["HTTP/1.1 200 OK", "Upgrade: h2c"]),
    .head(
      "interim answers", .plays, ["HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early", "A: b", "", "HTTP/1.1 200 OK"]),
    .head("more fields than NIO takes", .plays, ["HTTP/1.1 200 OK"] + Array(repeating: "a: b", count: 300)),
    .head("206 to a request for all", .plays, ["HTTP/1.1 206 Partial Content", "Content-Range: bytes 0-9/10"]),
    ServerRow(name: "nothing", verdict: early) { _ in [] },
    ServerRow(name: "half a head", verdict: early) { _ in Array("HTTP/1.1 200 OK\r\nicy-na".utf8) },
    ServerRow(name: "another protocol", verdict: noHead) { _ in Array("220 mail ready\r\n".utf8) },
    ServerRow(
      name: "a chunked body that is none",
      verdict: .breaks(
        .connectionLost(host: "127.0.0.1", reason: "the server broke the protocol"))
    ) { _ in Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello".utf8) },
  ]
}
