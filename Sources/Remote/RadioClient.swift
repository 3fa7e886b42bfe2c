import Bytes
package import JSON
public import NIOCore
import NIOHTTP1
public import RadioModel
import Synchronization
import SystemSupport

/// A client of a running daemon over its Unix socket or over TCP. Each connection carries one request.
///
/// Every failure is thrown as a `DaemonError` with one clear sentence, or is a `CancellationError`. Call ``close()`` at
/// the end.
public final class RadioClient: Sendable {
  private let address: DaemonAddress
  let limits: RemoteLimits
  private let group: any EventLoopGroup
  private let channels = OpenChannels()

  /// Creates a client of the daemon at `address`. The event loops of `group` serve its sockets.
  public init(address: DaemonAddress, group: any EventLoopGroup, limits: RemoteLimits = RemoteLimits()) {
    self.address = address
    self.limits = limits
    self.group = group
  }

  /// Closes all connections for good.
  public func close() async {
    for channel in channels.closeAll() { try? await channel.closeFuture.get() }
  }

  // MARK: Requests

  /// Returns the JSON object of `endpoint`, with the query `query`.
  package func get(_ endpoint: Endpoint, query: String? = nil) async throws -> JSONValue {
    try await get(endpoint.path(query: query))
  }

  /// Returns the JSON object at `path`.
  package func get(_ path: String) async throws -> JSONValue { try await exchange(.GET, path, body: nil) }

  /// Posts `body` to `endpoint`, in whose path `id` takes its place; returns the JSON object of the answer, which may
  /// take `limit` to begin; nil is the usual time limit.
  @discardableResult package func post(
    _ endpoint: Endpoint, id: String? = nil, _ body: JSONValue, within limit: Duration? = nil
  ) async throws -> JSONValue {
    try await exchange(.POST, endpoint.path(id: id), body: body, within: limit)
  }

  /// Returns the stream of events at `path`, beginning after the event with the id `lastID` if that is not nil. It
  /// reconnects after a lost connection.
  public func events(_ path: String, after lastID: String? = nil, reconnectMode: ReconnectMode = .restart) -> EventFeed
  {
    EventFeed(client: self, path: path, lastID: lastID, reconnectMode: reconnectMode, maximumPause: limits.maximumPause)
  }

  // MARK: One request

  private func exchange(
    _ method: HTTPMethod, _ path: String, body: JSONValue?, within limit: Duration? = nil
  ) async throws -> JSONValue {
    let request = try RemoteRequest(method, path, json: body.map { JSONWriter.line($0) })
    return try await translating {
      let connection = try await connect(request, within: limit)
      defer { connection.close() }
      let status = try await connection.head().status
      return try object(
        in: try await connection.collect(upTo: limits.answerBytes, within: limits.answer), status: status)
    }
  }

  /// Opens a stream of events. The caller closes or releases the connection. Reading from it throws ``RemoteError``.
  func open(_ path: String, lastID: String?) async throws -> RemoteConnection {
    var request = try RemoteRequest(.GET, path)
    if let lastID { request.add("Last-Event-ID", lastID) }
    return try await open(request, type: "text/event-stream", of: "events")
  }

  /// Opens the stream of sound. The caller closes or releases the connection. Reading from it throws ``RemoteError``.
  func openSamples() async throws -> RemoteConnection {
    let request = try RemoteRequest(.GET, Endpoint.samples.path())
    return try await open(request, type: "application/x-springradio-samples", of: "sound")
  }

  /// Returns whether the daemon sends its sound to this client: it is on this machine, and not of an older version.
  public func offersSamples() async throws -> Bool {
    guard address.isLocal else { return false }
    do {
      try await openSamples().close()
      return true
    } catch DaemonError.refused(_, let status) where status == 403 || status == 404 {
      return false
    } catch DaemonError.refused {
      return true  // too many programs follow the sound at present
    }
  }

  /// True when the daemon is reached over a Unix socket.
  public var isLocal: Bool { address.isLocal }

  /// Opens a stream of this media type, which consists of `what`.
  private func open(_ request: RemoteRequest, type: String, of what: String) async throws -> RemoteConnection {
    var request = request
    request.add("Accept", type)
    return try await translating { [request] in
      let connection = try await connect(request)
      let head = try await connection.head()
      guard head.status == .ok else {
        _ = try object(
          in: try await connection.collect(upTo: Self.maximumErrorLength, within: limits.answer), status: head.status)
        throw notOurs("it answers a question for \(what) with \(head.status.code)")
      }
      guard head.headers.first(name: "Content-Type")?.hasPrefix(type) == true else {
        throw notOurs("it sends something else than \(what)")
      }
      connection.liftDeadline()
      return connection
    }
  }

  private func connect(_ request: RemoteRequest, within limit: Duration? = nil) async throws -> RemoteConnection {
    var limits = limits
    limits.answer = limit ?? limits.answer
    return try await RemoteConnection.open(request, to: address, group: group, limits: limits) { [channels] channel in
      try channels.add(channel)
    }
  }

  /// The maximum size of an answer that says why there is no stream, in bytes.
  private static let maximumErrorLength = 64 << 10

  /// Decodes the JSON object in `bytes`. For any status except 200, throws the daemon's error message.
  private func object(in bytes: [UInt8], status: HTTPResponseStatus) throws(DaemonError) -> JSONValue {
    guard status == .ok else { throw fault(in: bytes, status: status) }
    guard let value = try? JSONReader.read(bytes), value.members != nil else {
      throw notOurs("its answer is not a JSON object")
    }
    return value
  }

  /// Returns the error of an answer `bytes` with another status than 200.
  private func fault(in bytes: [UInt8], status: HTTPResponseStatus) -> DaemonError {
    let text = (try? JSONReader.read(bytes))?["error"]?.text.map { CleanText.singleLine($0) } ?? ""
    return address.refusal(text, status: Int(status.code))
  }

  /// Returns the error for a listener that does not answer as the daemon does.
  func notOurs(_ reason: String) -> DaemonError { address.notOurs(reason) }

  // MARK: Failures

  /// Runs `body` and translates what it throws for the user.
  private func translating<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    do {
      return try await body()
    } catch {
      throw Task.isCancelled ? CancellationError() : translate(error)
    }
  }

  /// Returns the error of a connection, translated for the user.
  func translate(_ error: any Error) -> any Error {
    switch error {
    case is CancellationError, is DaemonError: return error
    case RemoteError.silence(let limit): return address.silent(for: limit)
    case RemoteError.slow(let limit): return address.slow(for: limit)
    case RemoteError.endlessAnswer: return notOurs("its answer has no end")
    case RemoteError.notHTTP: return notOurs("it does not speak HTTP")
    case is SampleBlockReader.ReadError: return notOurs("it sends sound in another form")
    case is ServerEventReader.ReadError: return notOurs("it sends an event that has no end")
    default: break
    }
    // The daemon may have ended in the meantime.
    do throws(DaemonError) {
      _ = try address.locate()
    } catch {
      return error
    }
    return DaemonError.failed(reason: "radiod serve closed the connection in the middle; see its log")
  }
}

extension RadioClient {
  /// Waits until the source that a command tuned in plays; returns the status then. `first` is the daemon's answer to
  /// the command.
  ///
  /// Throws ``DaemonError`` when the daemon gave the source up, stopped it, tuned in to another source, or does not
  /// play it within `limit`.
  public func waitUntilPlaying(_ first: RadioStatus, limit: Duration) async throws -> RadioStatus {
    var wait = PlaybackWait(first)
    if try wait.isOver(first) { return first }
    // Of the task that reads the events and the one that waits for it.
    let progress = Mutex(wait)
    let status = try await withTimeout(limit) {
      for try await element in self.events(Endpoint.events.path(), after: String(first.event)) {
        guard case .event(let event) = element, case .status(let status)? = RadioEvent(event) else { continue }
        if try progress.withLock({ try $0.isOver(status) }) { return status }
      }
      throw CancellationError()
    }
    guard let status else { throw progress.withLock { $0.lateness(after: limit) } }
    return status
  }
}
