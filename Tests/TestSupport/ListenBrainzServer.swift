import Foundation
import Synchronization

/// A stand-in for a ListenBrainz server, after the API's documentation: it checks the token, the types of submissions and
/// their limits, and refuses what the documentation does not allow.
///
/// https://listenbrainz.readthedocs.io/en/latest/users/api/core.html and …/users/json.html
public final class ListenBrainzServer: Sendable {
  /// A listen that the server has, or a song that plays now, for which the time is nil.
  public struct Entry: Sendable, Hashable {
    /// `listened_at`.
    public var time: Int?
    /// `artist_name`.
    public var artist: String
    /// `track_name`.
    public var title: String
    /// `additional_info.music_service_name`.
    public var station: String?
  }

  /// What the server does with requests.
  public enum Mode: Sendable {
    /// As documented.
    case works
    /// Closes each connection without an answer.
    case down
    /// Gives this answer to every submission.
    case answers(status: String, headers: [String], body: String)
  }

  /// The only valid token.
  public static let token = "0f5e1c7a-9a5c-4f0a-8d1e-00c0ffee0000"
  /// The minimum of `listened_at`: the beginning of October 2002.
  private static let earliest = 1_033_430_400
  /// The size limit of a listen in bytes, and the number of listens in a request.
  private static let maximumListenBytes = 10_240
  private static let maximumListens = 1000

  private struct State {
    var mode = Mode.works
    var listens: [Entry] = []
    var playing: [Entry] = []
    var batches: [Int] = []
    var refusedTitles: Set<String> = []
    var headers: [String] = []
    var faults: [String] = []
  }

  private let server: ScriptedServer
  private let state: SharedState

  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  /// Starts a server; `port` 0 chooses a free one.
  public init(port: Int = 0) throws {
    let state = SharedState()
    self.state = state
    server = try ScriptedServer(port: port) { Self.answer($0, state) }
  }

  /// Stops the server.
  public func stop() { server.stop() }

  /// The root of the API.
  public var address: String { server.url("/apis/listenbrainz") }
  /// The port.
  public var port: Int { server.port }

  /// The listens that it has, in order of their arrival; the same one may arrive twice.
  public var listens: [Entry] { state.value.withLock { $0.listens } }
  /// The songs that were announced as playing now.
  public var playing: [Entry] { state.value.withLock { $0.playing } }
  /// The number of listens of each accepted submission.
  public var batches: [Int] { state.value.withLock { $0.batches } }
  /// What the client did against the documentation.
  public var faults: [String] { state.value.withLock { $0.faults } }
  /// The number of requests, whatever their answers.
  public var requestCount: Int { server.callCount }

  /// Sets what it does from now on.
  public func set(_ mode: Mode) { state.value.withLock { $0.mode = mode } }
  /// Sets further header fields of its answers.
  public func set(headers: [String]) { state.value.withLock { $0.headers = headers } }
  /// Refuses listens with these titles, as a whole request.
  public func refuse(_ titles: Set<String>) { state.value.withLock { $0.refusedTitles = titles } }

  // MARK: Answers

  private struct RefusalError: Error {
    var status: String
    var reason: String
  }

  private static func answer(_ call: ScriptedCall, _ state: SharedState) {
    let body = call.readBody()
    let (mode, headers) = state.value.withLock { ($0.mode, $0.headers) }
    let json = ["Content-Type: application/json"]
    do throws(RefusalError) {
      if case .down = mode { return call.reset() }
      switch call.request.path {
      case "/apis/listenbrainz/1/validate-token":
        let isValid = call.request.header("Authorization") == "Token \(token)"
        let text = isValid ? #"{"code":200,"valid":true,"user_name":"jane"}"# : #"{"code":200,"valid":false}"#
        call.answer(headers: json + headers, body: Array(text.utf8))
      case "/apis/listenbrainz/1/submit-listens":
        if case .answers(let status, let headers, let text) = mode {
          return call.answer(status, headers: headers, body: Array(text.utf8))
        }
        try submit(call.request, body, state)
        call.answer(headers: json + headers, body: Array(#"{"status":"ok"}"#.utf8))
      default: throw RefusalError(status: "404 Not Found", reason: "no such endpoint")
      }
    } catch {
      if error.status.hasPrefix("40"), !error.reason.hasPrefix("refused") {
        state.value.withLock { $0.faults.append("\(error.status): \(error.reason)") }
      }
      call.answer(
        error.status, headers: json,
        body: Array(#"{"code":\#(error.status.prefix(3)),"error":"\#(error.reason)"}"#.utf8))
    }
  }

  private static func submit(_ request: ScriptedRequest, _ body: [UInt8], _ state: SharedState) throws(RefusalError) {
    func bad(_ reason: String) -> RefusalError { RefusalError(status: "400 Bad Request", reason: reason) }
    guard request.line.hasPrefix("POST ") else {
      throw RefusalError(status: "405 Method Not Allowed", reason: "submissions are posted")
    }
    guard request.header("Authorization") == "Token \(token)" else {
      throw RefusalError(status: "401 Unauthorized", reason: "refused: invalid authorization token")
    }
    guard request.header("User-Agent")?.hasPrefix("SpringRadio/") == true else { throw bad("no user agent") }
    guard let document = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any],
      let type = document["listen_type"] as? String, let payload = document["payload"] as? [[String: Any]],
      document.count == 2
    else { throw bad("no submission") }
    guard ["single", "import", "playing_now"].contains(type) else { throw bad("unknown type \(type)") }
    guard type == "import" ? (1...maximumListens).contains(payload.count) : payload.count == 1 else {
      throw bad("\(payload.count) listens in a \(type)")
    }
    var entries: [Entry] = []
    for listen in payload { entries.append(try entry(listen, type: type)) }
    let refused = state.value.withLock { $0.refusedTitles }
    if let title = entries.first(where: { refused.contains($0.title) })?.title {
      throw bad("refused: the title '\(title)' is not accepted")
    }
    state.value.withLock { state in
      if type == "playing_now" {
        state.playing += entries
      } else {
        state.listens += entries
        state.batches.append(entries.count)
      }
    }
  }

  private static func entry(_ listen: [String: Any], type: String) throws(RefusalError) -> Entry {
    func bad(_ reason: String) -> RefusalError { RefusalError(status: "400 Bad Request", reason: reason) }
    let isPlaying = type == "playing_now"
    guard Set(listen.keys) == (isPlaying ? ["track_metadata"] : ["listened_at", "track_metadata"]) else {
      throw bad("wrong members of a listen")
    }
    guard let data = try? JSONSerialization.data(withJSONObject: listen), data.count <= maximumListenBytes else {
      throw bad("a listen is too large")
    }
    let time = listen["listened_at"] as? Int
    if !isPlaying {
      guard let time, time >= earliest else { throw bad("listened_at is too low") }
      guard time <= Int(Date().timeIntervalSince1970) else { throw bad("listened_at is in the future") }
    }
    guard let track = listen["track_metadata"] as? [String: Any], let artist = track["artist_name"] as? String,
      let title = track["track_name"] as? String, !artist.isEmpty, !title.isEmpty
    else { throw bad("no artist or title") }
    let more = track["additional_info"] as? [String: Any]
    guard more?["submission_client"] as? String == "SpringRadio" else { throw bad("no submission client") }
    return Entry(time: time, artist: artist, title: title, station: more?["music_service_name"] as? String)
  }
}
