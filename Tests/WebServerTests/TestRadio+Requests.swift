import JSON
import TestSupport
import Testing

/// The answer to a request.
struct Answer {
  var status: Int
  var head: String
  var body: String

  /// Parses `text`; throws when it is not an answer.
  init(_ text: String) throws {
    let parts = try #require(text.firstRange(of: "\r\n\r\n"), "no answer: \(text.prefix(200))")
    head = String(text[..<parts.lowerBound]).lowercased()
    body = String(text[parts.upperBound...])
    status = try #require(head.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }

  /// The body as JSON.
  var json: JSONValue { get throws { try JSONReader.read(Array(body.utf8)) } }
}

extension TestRadio {
  /// Sends a request on a new connection over the Unix socket, and waits until the connection ends.
  func ask(_ method: String, _ target: String, headers: [String] = [], body: String? = nil) throws -> Answer {
    let client = try RawClient(path: socketPath)
    client.send(Self.request(method, target, headers: headers + ["Connection: close"], body: body))
    return try Answer(client.receive())
  }

  /// Sends a request on a new connection over TCP, and waits until the connection ends. It adds no Host to `headers`.
  func askOverTCP(_ method: String, _ target: String, _ headers: [String], body: String? = nil) throws -> Answer {
    let client = try RawClient(port: port)
    var lines = ["\(method) \(target) HTTP/1.1", "Connection: close"] + headers
    if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    return try Answer(client.receive())
  }

  /// The JSON of a GET request, which must succeed.
  func get(_ target: String) throws -> JSONValue {
    let answer = try ask("GET", target)
    #expect(answer.status == 200)
    #expect(answer.head.contains("content-type: application/json"))
    return try answer.json
  }

  /// Whether the radio answers a status request.
  func isAnswering() throws -> Bool { try get("/api/status")["state"] != nil }

  /// Sends a POST request.
  func post(_ target: String, _ body: String? = nil) throws -> Answer {
    try ask("POST", target, headers: ["Content-Type: application/json"], body: body)
  }

  /// Sends POST requests, each on a connection of its own, before it reads the answers.
  func postAtOnce(_ requests: [(target: String, body: String)]) throws -> [Answer] {
    let clients = try requests.map { _ in try RawClient(path: socketPath) }
    for (client, (target, body)) in zip(clients, requests) {
      let headers = ["Content-Type: application/json", "Connection: close"]
      client.send(Self.request("POST", target, headers: headers, body: body))
    }
    return try clients.map { try Answer($0.receive()) }
  }

  /// The text of a request.
  static func request(_ method: String, _ target: String, headers: [String] = [], body: String? = nil) -> String {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
  }
}
