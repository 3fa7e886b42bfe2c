import AsyncHTTPClient
import AudioCore
import NIOCore
import NIOHTTP1
import Radio
import Stations

/// Talks to a running daemon over its Unix socket.
///
/// Whatever goes wrong is thrown as a `TuneError` of one clear sentence, or is a `CancellationError`. Call ``close()`` at the end.
public final class RadioClient: Sendable {
  private let address: DaemonAddress
  private let limits: RemoteLimits
  private let client: HTTPClient

  /// A client of the daemon at `address`, whose sockets are served by `group`.
  public init(address: DaemonAddress, group: any EventLoopGroup, limits: RemoteLimits = RemoteLimits()) {
    self.address = address
    self.limits = limits
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
    configuration.httpVersion = .http1Only
    configuration.timeout.connect = TimeAmount(limits.answer)
    configuration.timeout.read = TimeAmount(limits.silence)
    client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
  }

  /// Ends all connections.
  public func close() async { try? await client.shutdown() }

  // MARK: What the daemon can be asked

  /// What `path` says: a JSON object.
  public func get(_ path: String) async throws -> JSONValue { try await exchange(.GET, path, body: nil) }

  /// Has the daemon do what `path` stands for; the answer is a JSON object.
  @discardableResult public func post(_ path: String, _ body: JSONValue = JSONValue(.object([]))) async throws
    -> JSONValue
  {
    try await exchange(.POST, path, body: body)
  }

  /// The radio's status.
  public func status() async throws -> RadioStatus { try Self.status(of: try await get("/api/status")) }

  /// Has the daemon carry out `command`; returns the status after it.
  ///
  /// Throws `TuneError.usage` for what only a radio in this process can do.
  public func perform(_ command: RemoteCommand) async throws -> RadioStatus {
    try Self.status(of: try await post(command.path, command.body))
  }

  /// The stream of events at `path`, after the event of id `lastID` if that is not nil; it is joined anew when it is lost.
  public func events(_ path: String, after lastID: String? = nil, patience: Patience = .restart) -> EventFeed {
    EventFeed(client: self, path: path, lastID: lastID, patience: patience, longestPause: limits.longestPause)
  }

  private static func status(of answer: JSONValue) throws(TuneError) -> RadioStatus {
    guard let status = RadioStatus(json: answer) else { throw notOurs("its answer has no status") }
    return status
  }

  // MARK: One request

  private func exchange(_ method: HTTPMethod, _ path: String, body: JSONValue?) async throws -> JSONValue {
    let socket = try address.locate()
    let (client, limits) = (client, limits)
    var request = Self.request(method, path, socket: socket)
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(JSONWriter.line(body))
    }
    let answer = try await within(limits.answer, socket: socket) { [request] in
      let response = try await client.execute(request, timeout: TimeAmount(limits.answer))
      return (response.status, try await response.body.collect(upTo: limits.answerBytes))
    }
    return try Self.object(in: Array(answer.1.readableBytesView), status: answer.0)
  }

  /// Opens a stream of events. Its body is to be read to its end, or dropped.
  func open(_ path: String, lastID: String?) async throws -> HTTPClientResponse {
    let socket = try address.locate()
    let (client, limits) = (client, limits)
    var request = Self.request(.GET, path, socket: socket)
    request.headers.add(name: "Accept", value: "text/event-stream")
    if let lastID { request.headers.add(name: "Last-Event-ID", value: lastID) }
    return try await within(limits.answer, socket: socket) { [request] in
      let response = try await client.execute(request, timeout: TimeAmount(limits.answer))
      guard response.status == .ok else {
        let body = try await response.body.collect(upTo: Self.longestError)
        _ = try Self.object(in: Array(body.readableBytesView), status: response.status)
        throw Self.notOurs("it answers a question for events with \(response.status.code)")
      }
      guard response.headers.first(name: "Content-Type")?.hasPrefix("text/event-stream") == true else {
        throw Self.notOurs("it sends something else than events")
      }
      return response
    }
  }

  /// Bytes of an answer that says why there is no stream.
  private static let longestError = 64 << 10

  private static func request(_ method: HTTPMethod, _ path: String, socket: String) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: "http+unix://\(hostName(of: socket))\(path)")
    request.method = method
    request.headers.add(name: "Host", value: "localhost")
    request.headers.add(name: "User-Agent", value: "radiod/\(ProductVersion.text)")
    return request
  }

  /// A path as the host of an address: everything but letters and digits is escaped.
  private static func hostName(of path: String) -> String {
    var name = ""
    for byte in path.utf8 {
      let scalar = UnicodeScalar(byte)
      if scalar.properties.isASCIIHexDigit || (byte < 0x80 && scalar.properties.isAlphabetic) {
        name.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        name += (digits.count == 1 ? "%0" : "%") + digits
      }
    }
    return name
  }

  /// The object that `bytes` hold; for another status than success, throws what the daemon says is wrong.
  private static func object(in bytes: [UInt8], status: HTTPResponseStatus) throws(TuneError) -> JSONValue {
    let value = try? JSONReader.read(bytes)
    guard status == .ok else {
      if let text = value?["error"]?.text.map({ CleanText.singleLine($0) }), !text.isEmpty {
        throw .daemon(reason: text, status: Int(status.code))
      }
      throw .daemon(reason: "radiod serve answers \(status.code) and does not say why", status: Int(status.code))
    }
    guard let value, value.members != nil else { throw notOurs("its answer is no JSON object") }
    return value
  }

  /// What is said of a listener that does not talk as the daemon does.
  static func notOurs(_ reason: String) -> TuneError {
    .daemon(reason: "what answers at the socket is not this version's radiod serve: \(reason)")
  }

  // MARK: Failures

  private struct TimeOut: Error {}

  /// Runs `body`, for as long as `limit`; what it throws becomes a sentence.
  private func within<Answer: Sendable>(
    _ limit: Duration, socket: String, _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    do {
      return try await withThrowingTaskGroup(of: Answer.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await body() }
        group.addTask {
          try await Task.sleep(for: limit)
          throw TimeOut()
        }
        guard let answer = try await group.next() else { throw CancellationError() }
        return answer
      }
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw translate(error, socket: socket)
    }
  }

  private func silence(of limit: Duration) -> TuneError {
    .daemon(reason: "radiod serve does not answer: nothing came within \(max(Int(limit / .seconds(1)), 1)) s")
  }

  /// What the network libraries throw, as a sentence for the user.
  func translate(_ error: any Error, socket: String? = nil) -> any Error {
    switch error {
    case is CancellationError, is TuneError: return error
    case is TimeOut: return silence(of: limits.answer)
    case let error as HTTPClientError where error == .readTimeout: return silence(of: limits.silence)
    case let error as HTTPClientError where error == .deadlineExceeded || error == .connectTimeout:
      return silence(of: limits.answer)
    case is NIOTooManyBytesError: return Self.notOurs("its answer has no end")
    case is HTTPParserError: return Self.notOurs("it does not speak HTTP")
    case is ServerEventReader.Fault: return Self.notOurs("it sends an event that has no end")
    default: break
    }
    // The daemon may have gone in the meantime.
    do throws(TuneError) {
      _ = try address.locate()
    } catch {
      return error
    }
    return TuneError.daemon(reason: "radiod serve closed the connection in the middle; see its log")
  }
}

extension TimeAmount {
  /// The same length of time.
  fileprivate init(_ duration: Duration) { self = .nanoseconds(Int64(duration / .nanoseconds(1))) }
}
