import Foundation
import TestSupport

/// A request by HTTP of the corpus, and its answer as lines.
///
/// A request is one line: `POST /api/volume {"volume":30} | If-None-Match: x`. `As:` behind a bar names the client:
/// `owner`, `listener`, `guest` with a wrong token, or `anyone` without one.
struct CorpusHTTP {
  /// Where a request goes, and what all of them have.
  struct Server: Sendable {
    /// The path of the Unix socket.
    var path: String
    /// The TCP port, for requests of which `As:` names the client; nil when there is none.
    var port: Int?
    /// The tokens of clients by their names.
    var tokens: [String: String] = [:]
  }

  /// The answer to one request.
  struct Answer {
    /// The status line without the version.
    var status: String
    /// The header fields in the order in which they came.
    var headers: [(name: String, value: String)]
    /// The body; of a stream its beginning.
    var body: [UInt8]

    /// The first value of a header.
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Header fields that nearly every answer has. They are recorded where they are missing or differ.
  private static let usual = [
    "Content-Type": "application/json", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
  ]
  /// Header fields of the connection.
  private static let ignored = ["date", "connection", "content-length", "transfer-encoding"]
  /// Paths of which the body is a file of the tree.
  private static let files = ["/", "/openapi.json"]
  /// Paths of streams, with the blocks or bytes of their beginning.
  private static let streams = ["/api/events": 2, "/api/spectrum": 2, "/api/samples": 32, "/stream": 0]

  /// The request line of the corpus.
  let line: String
  private let method: String
  private let target: String
  private let body: String
  private var headers: [String]
  private var client: String?

  /// Reads a request; `line` has no placeholders left.
  init(_ line: String) {
    self.line = line
    let parts = line.components(separatedBy: " | ")
    let words = parts[0].split(separator: " ", maxSplits: 2).map(String.init)
    (method, target, body) = (words[0], words[1], words.count > 2 ? words[2] : "")
    headers = Array(parts.dropFirst())
    client = headers.first { $0.hasPrefix("As: ") }.map { String($0.dropFirst(4)) }
    headers.removeAll { $0.hasPrefix("As: ") }
    if method == "POST", !headers.contains(where: { $0.hasPrefix("Content-Type:") }) {
      headers.append("Content-Type: application/json")
    }
    headers.removeAll { $0 == "Content-Type: none" }
  }

  private var path: String { String(target.prefix { $0 != "?" }) }

  /// Sends the request and reads the answer.
  func answer(of server: Server) throws -> Answer {
    let socket: LineClient
    var fields = headers
    if let client, let port = server.port {
      socket = try LineClient(port: port)
      if let token = server.tokens[client] { fields.append("Authorization: Bearer \(token)") }
    } else {
      socket = try LineClient(path: server.path)
    }
    if !fields.contains(where: { $0.hasPrefix("Host:") }) { fields.append("Host: localhost") }
    fields.append("Connection: close")
    if !body.isEmpty || method == "POST" { fields.append("Content-Length: \(body.utf8.count)") }
    socket.send((["\(method) \(target) HTTP/1.1"] + fields + ["", body]).joined(separator: "\r\n"))
    return try Self.read(socket, isHead: method == "HEAD", stream: Self.streams[path])
  }

  private static func read(_ socket: LineClient, isHead: Bool, stream: Int?) throws -> Answer {
    guard let first = try socket.line() else { throw CorpusError("the server sent no answer") }
    let status = first.dropFirst("HTTP/1.1 ".count).filter { $0 != "\r" }
    var answer = Answer(status: status, headers: [], body: [])
    while let line = try socket.line()?.replacing("\r", with: ""), !line.isEmpty {
      let colon = line.firstIndex(of: ":") ?? line.startIndex
      answer.headers.append((String(line[..<colon]), String(line[colon...].drop { $0 == ":" || $0 == " " })))
    }
    guard !isHead else { return answer }
    if let stream, answer.status.hasPrefix("200") {
      answer.body = try beginning(of: socket, isChunked: answer.header("transfer-encoding") != nil, stream)
    } else {
      answer.body = try socket.rest()
    }
    return answer
  }

  /// The first blocks of a stream of text, which end with an empty line; or the first bytes.
  private static func beginning(of socket: LineClient, isChunked: Bool, _ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    func isWhole() -> Bool {
      count > 8
        ? bytes.count >= count : String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n").count > count
    }
    while !isWhole() {
      guard isChunked else { return try socket.bytes(count) }
      guard let line = try socket.line(), let size = Int(line.filter { $0 != "\r" }, radix: 16), size > 0 else { break }
      bytes += try socket.bytes(size)
      _ = try socket.line()
    }
    return count > 8 ? Array(bytes.prefix(count)) : bytes
  }

  /// The lines of `answer` in the corpus.
  func lines(_ answer: Answer, _ names: CorpusNames) -> [String] {
    var lines = [answer.status]
    for (name, value) in answer.headers where !Self.ignored.contains(name.lowercased()) {
      if Self.usual[name] != value { lines.append("\(name): \(names.named(value))") }
    }
    lines += Self.usual.keys.sorted().filter { answer.header($0) == nil }.map { "without \($0)" }
    if let length = answer.header("content-length").flatMap({ Int($0) }), length != answer.body.count, method != "HEAD"
    {
      lines.append("(the body has another length than the header says)")
    }
    if answer.status.hasPrefix("200"), Self.files.contains(path) || path.hasSuffix(".js") { return lines }
    return lines + bodyLines(answer, names)
  }

  private func bodyLines(_ answer: Answer, _ names: CorpusNames) -> [String] {
    guard !answer.body.isEmpty else { return [] }
    let type = answer.header("content-type") ?? ""
    if path == "/metrics", answer.status.hasPrefix("200") {
      return names.metrics(answer.text, hasComments: headers.contains { $0.hasPrefix("Accept:") })
    }
    if type.hasPrefix("text/event-stream") { return names.events(answer.text) }
    if let json = CorpusJSON.lines(of: answer.text) {
      switch path {
      case "/api/log": return names.logMembers(json)
      // It is there from the first sound on, and the figures may be two seconds old.
      case "/api/figures": return names.members(json.filter { !$0.hasPrefix(".decodingShare") })
      default: return names.members(json)
      }
    }
    if type == "application/x-springradio-samples" {
      return ["header \(String(decoding: answer.body.prefix(4), as: UTF8.self))"]
    }
    guard !type.hasPrefix("image/"), !type.hasPrefix("audio/mpeg") else { return [] }
    return names.named(answer.text).split(separator: "\n", omittingEmptySubsequences: false).map { "| \($0)" }
  }
}

/// A failure of the corpus itself: the daemon, a station or a client did not do what is needed to ask on.
struct CorpusError: Error, CustomStringConvertible {
  /// One sentence.
  var description: String

  /// A failure with this description.
  init(_ description: String) { self.description = description }
}
