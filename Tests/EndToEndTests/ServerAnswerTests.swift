import Foundation
import TestSupport
import Testing

/// What a server sends, and the expected result.
struct ServerAnswer: Sendable, CustomTestStringConvertible {
  enum Verdict: Sendable {
    /// All of the sound is played, to the bit.
    case plays
    /// The sound is played, possibly with faults.
    case playsSomehow
    /// The program ends with this code and one line that contains these words.
    case fails(Int32, String)
  }

  var name: String
  var verdict: Verdict
  /// The whole answer to a request, made from an MP3.
  var bytes: @Sendable (_ audio: [UInt8]) -> [UInt8]

  var testDescription: String { name }

  /// An answer of these lines, joined and ended by `lineEnd`, followed by the MP3.
  static func head(
    _ name: String, _ verdict: Verdict, _ lines: [String], lineEnd: String = "\r\n"
  ) -> ServerAnswer {
    ServerAnswer(name: name, verdict: verdict) { audio in
      Array((lines + ["", ""]).joined(separator: lineEnd).utf8) + audio
    }
  }
}

@Suite("Server answers", .ownThreads)
struct ServerAnswerTests {
  private static let recording = SignalSource.Recording(.music, seconds: 3)
  private static let seconds = "2.5"

  /// The rows of the table of one server and four clients, and more answers that strict parsers reject.
  static let answers: [ServerAnswer] = [
    .head("HTTP/1.0 without a length", .plays, ["HTTP/1.0 200 OK", "Content-Type: audio/mpeg"]),
    .head("SHOUTcast, CRLF", .plays, ["ICY 200 OK", "icy-name: Old Radio", "icy-br:128"]),
    .head("SHOUTcast, LF only", .plays, ["ICY 200 OK", "icy-name: Old Radio"], lineEnd: "\n"),
    .head("SHOUTcast refuses", .fails(69, "401"), ["ICY 401 Service Unavailable"]),
    .head("SHOUTcast is full", .fails(69, "full"), ["ICY 400 Server Full"]),
    ServerAnswer(name: "MP3 without a head", verdict: .fails(69, "does not begin with an HTTP or ICY head")) { $0 },
    .head("HTTP, LF only", .plays, ["HTTP/1.0 200 OK", "Content-Type: audio/mpeg"], lineEnd: "\n"),
    .head("a length of -1", .plays, ["HTTP/1.1 200 OK", "Content-Length: -1"]),
    ServerAnswer(name: "a length beside chunks", verdict: .plays) { audio in
      Array("HTTP/1.1 200 OK\r\nContent-Length: 17\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + chunked(audio)
    },
    ServerAnswer(name: "chunks", verdict: .plays) { audio in
      Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + chunked(audio)
    },
    ServerAnswer(name: "two equal lengths", verdict: .plays) { audio in
      let length = "Content-Length: \(audio.count)\r\n"
      return Array("HTTP/1.1 200 OK\r\n\(length)\(length)\r\n".utf8) + audio
    },
    .head("a line without a colon", .plays, ["HTTP/1.1 200 OK", "what is this", "Content-Type: audio/mpeg"]),
    .head("a blank before the colon", .plays, ["HTTP/1.1 200 OK", "Content-Type : audio/mpeg"]),
    .head("a control character in a value", .plays, ["HTTP/1.1 200 OK", "icy-name: A\u{1}B"]),
    .head("no content type", .plays, ["HTTP/1.1 200 OK"]),
    .head("text/html, but MP3", .plays, ["HTTP/1.1 200 OK", "Content-Type: text/html"]),
    .head("metaint 0", .plays, ["HTTP/1.0 200 OK", "icy-metaint: 0"]),
    .head("metaint -5", .plays, ["HTTP/1.0 200 OK", "icy-metaint: -5"]),
    .head("metaint beyond reason", .plays, ["HTTP/1.0 200 OK", "icy-metaint: 99999999999999999999"]),
    .head("metaint announced, none sent", .playsSomehow, ["HTTP/1.0 200 OK", "icy-metaint: 8192"]),
    .head(
      "unrequested gzip", .fails(65, "gzip"),
      ["HTTP/1.1 200 OK", "Content-Type: audio/mpeg", "Content-Encoding: gzip"]),
    .head("no reason phrase", .plays, ["HTTP/1.1 200", "Content-Type: audio/mpeg"]),
    .head("HTTP/1 without a minor version", .plays, ["HTTP/1 200 OK"]),
    .head("a version of the future", .plays, ["HTTP/1.2 200 OK"]),
    .head("a folded line", .plays, ["HTTP/1.1 200 OK", "icy-name: A", "\tB"]),
    .head("empty length", .plays, ["HTTP/1.1 200 OK", "Content-Length:"]),
    .head("100 Continue first", .plays, ["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK"]),
    .head("an unrequested upgrade", .plays, ["HTTP/1.1 200 OK", "Upgrade: h2c"]),
    .head("line ends before the head", .plays, ["", "", "HTTP/1.1 200 OK"]),
    .head("206 to a request for all", .plays, ["HTTP/1.1 206 Partial Content"]),
    ServerAnswer(name: "Latin-1 in the head", verdict: .plays) { audio in
      Array("HTTP/1.1 200 ".utf8) + [0xC4] + Array("\r\nicy-name: Caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8) + audio
    },
    .head("404", .fails(69, "404"), ["HTTP/1.1 404 Not Found", "Content-Length: 0"]),
    .head("410", .fails(69, "410"), ["HTTP/1.1 410 Gone", "Content-Length: 0"]),
    .head("500", .fails(69, "500"), ["HTTP/1.1 500 Internal Server Error", "Content-Length: 0"]),
    ServerAnswer(name: "Icecast is full", verdict: .fails(69, "full")) { _ in
      Array("HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n\r\nToo many clients on this server.\r\n".utf8)
    },
    .head(
      "a head without an end", .fails(69, "64 KiB"), ["HTTP/1.1 200 OK", String(repeating: "x: y\r\n", count: 20000)]),
    ServerAnswer(name: "gzip without a word", verdict: .fails(65, "not an audio stream")) { _ in
      Array("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n".utf8) + [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        + [UInt8](repeating: 0x5A, count: 4000)
    },
    ServerAnswer(name: "audio/mpeg, but a page", verdict: .fails(65, "HTML")) { _ in
      Array("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n<html><body>no radio here</body></html>\n".utf8)
    },
    .head("HTTP in lower case", .plays, ["http/1.0 200 OK", "Content-Type: audio/mpeg"]),
    .head("Icecast's own protocol name", .plays, ["ICE/1.0 200 OK"]),
    .head("RTSP's name", .fails(69, "bad answer"), ["RTSP/1.0 200 OK"]),
    .head("a length beyond 64 bits", .plays, ["HTTP/1.1 200 OK", "Content-Length: 99999999999999999999999"]),
    .head("NUL in a value", .plays, ["HTTP/1.1 200 OK", "icy-name: A\u{0}B"]),
    .head("DEL in a value", .plays, ["HTTP/1.1 200 OK", "icy-name: A\u{7F}B"]),
    ServerAnswer(name: "Latin-1 in a name", verdict: .plays) { audio in
      Array("HTTP/1.1 200 OK\r\nicy-n".utf8) + [0xE4] + Array("me: x\r\n\r\n".utf8) + audio
    },
    ServerAnswer(name: "chunks with blanks after the size", verdict: .plays) { audio in
      Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + chunked(audio, sizeEnd: "  \r\n")
    },
    ServerAnswer(name: "chunks with an extension", verdict: .plays) { audio in
      Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + chunked(audio, sizeEnd: ";a=b\r\n")
    },
    ServerAnswer(name: "chunks, LF only", verdict: .plays) { audio in
      Array("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n".utf8) + chunked(audio, sizeEnd: "\n", end: "\n")
    },
    ServerAnswer(name: "more than the length says", verdict: .plays) { audio in
      Array("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(audio.count)\r\n\r\n".utf8) + audio
        + [UInt8](repeating: UInt8(ascii: "x"), count: 5000)
    },
    .head("status 000", .fails(69, "bad answer"), ["HTTP/1.1 000 What", "Content-Length: 0"]),
    .head("status 999", .fails(69, "999"), ["HTTP/1.1 999 What", "Content-Length: 0"]),
    ServerAnswer(name: "nothing", verdict: .fails(69, "closed the connection")) { _ in [] },
    ServerAnswer(name: "nonsense", verdict: .fails(69, "bad answer")) { _ in Array("220 mail ready\r\n".utf8) },
  ]

  @Test("each answer plays, or is rejected with its reason", arguments: answers)
  func answer(_ answer: ServerAnswer) throws {
    let bytes = answer.bytes(try Self.audio)
    let server = try ScriptedServer { $0.send(bytes) }
    try Self.check(answer.verdict, server: server)
  }

  @Test(
    "each answer has the same result when its bytes come one by one",
    arguments: answers.filter { $0.name != "a head without an end" })
  func answerByteByByte(_ answer: ServerAnswer) throws {
    let audio = try Self.audio
    let bytes = answer.bytes(audio)
    // The head with pauses, so that no two bytes meet in one read; the rest as fast as single bytes go.
    let head = min(bytes.count, 300)
    let server = try ScriptedServer { call in
      call.send(Array(bytes[..<head]), piecesOf: 1, pause: .microseconds(200))
      call.send(Array(bytes[head...]), piecesOf: 1)
    }
    try Self.check(answer.verdict, server: server)
  }

  @Test("SHOUTcast's titles are removed from the sound", arguments: [64, 8192], ["\r\n", "\n"])
  func shoutcastTitles(interval: Int, lineEnd: String) throws {
    let audio = try Self.audio
    let body = ICYBody.interleave(
      audio, interval: interval, titles: [.init("Artist - One", at: 0), .init("Artist - Two", at: 20000)])
    let head = ["ICY 200 OK", "icy-name:Old Radio", "icy-metaint:\(interval)", "", ""].joined(separator: lineEnd)
    let server = try ScriptedServer { call in
      call.send(head, piecesOf: 1, pause: .microseconds(200))
      call.send(body, piecesOf: 1)
    }
    let errorText = try Self.check(.plays, server: server)
    #expect(server.requests.first?.header("icy-metadata") == "1")
    for line in ["connected to Old Radio", "title: Artist - One", "title: Artist - Two"] {
      #expect(errorText.split(separator: "\n").contains(Substring(line)), "\(errorText)")
    }
  }

  @Test("the request has radiod's own name, no range, no compression, and the path byte for byte")
  func request() throws {
    let audio = try Self.audio
    let server = try ScriptedServer { $0.answer(body: audio) }
    let path = "/;stream.mp3?type=http&nocache=1&x=%41%2f"
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", server.url(path), "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", "1")
    #expect(result.exitCode == 0)
    let request = try #require(server.requests.first)
    #expect(request.path == path)
    #expect(request.header("user-agent")?.hasPrefix("SpringRadio/") == true)
    #expect(request.header("host") == "127.0.0.1:\(server.port)")
    #expect(request.header("icy-metadata") == "1")
    for name in ["range", "accept-encoding", "authorization", "cookie"] { #expect(request.header(name) == nil) }
  }

  @Test("SHOUTcast's page at / leads to the stream at /;")
  func pageAtRoot() throws {
    let audio = try Self.audio
    let server = try ScriptedServer { call in
      if call.request.path == "/" {
        call.answer(
          headers: ["Content-Type: text/html"], body: Array("<!DOCTYPE html><html><body>status</body></html>".utf8))
      } else {
        call.answer(headers: ["Content-Type: audio/mpeg"], body: audio)
      }
    }
    try Self.check(.plays, server: server)
    #expect(server.requests.prefix(2).map(\.path) == ["/", "/;"])
  }

  private static var audio: [UInt8] {
    get throws { try SignalSource.shared.bytes(recording, as: .mp3(kilobits: 128)) }
  }

  /// Plays from `server` into a file, and compares that with the same sound played from a file. Returns standard error.
  @discardableResult static func check(_ verdict: ServerAnswer.Verdict, server: ScriptedServer) throws -> String {
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", server.url, "--no-view", "--output", "wav:" + scratch.path("x.wav"), "--duration", seconds,
      "--retry", "never")
    switch verdict {
    case .plays:
      #expect(result.exitCode == 0, "\(result.errorText)")
      let file = WAVFile(path: scratch.path("x.wav"))
      #expect(file?.samples.isEmpty == false)
      #expect(reference != nil && file?.samples == reference)
    case .playsSomehow:
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect((WAVFile(path: scratch.path("x.wav"))?.seconds ?? 0) > 2.4)
    case .fails(let code, let words):
      var result = result
      // These lines come before radiod looks at the bytes.
      result.errorText = result.errorLines.filter { !$0.hasPrefix("connected to ") }.map { $0 + "\n" }.joined()
      #expect(result.exitCode == code, "\(result.errorText)")
      #expect(result.isOneLineError && result.errorText.contains(words), "\(result.errorText)")
    }
    return result.errorText
  }

  /// The samples of the sound when it is played from a file; nil when that fails.
  private static let reference: [UInt8]? = {
    guard let path = try? SignalSource.shared.path(recording, as: .mp3(kilobits: 128)) else { return nil }
    let result = try? Radiod.run("play", path, "--no-view", "--output", "raw", "--duration", seconds)
    return result?.exitCode == 0 ? result?.output : nil
  }()

  private static func chunked(_ bytes: [UInt8], sizeEnd: String = "\r\n", end: String = "\r\n") -> [UInt8] {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 1000) {
      let piece = bytes[start..<min(start + 1000, bytes.count)]
      result += Array("\(String(piece.count, radix: 16))\(sizeEnd)".utf8) + piece + Array(end.utf8)
    }
    return result + Array("0\(sizeEnd)\(end)".utf8)
  }
}
