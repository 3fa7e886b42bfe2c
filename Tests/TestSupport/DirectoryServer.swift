import Foundation
import Synchronization

/// A station directory on this machine that follows the documentation of radio-browser.info: it searches, counts
/// clicks, and rejects undocumented requests.
public final class DirectoryServer: Sendable {
  /// A station in the directory.
  public struct Entry: Sendable {
    /// `stationuuid`.
    public var id: String
    /// `name`.
    public var name: String
    /// `url`.
    public var url: String
    /// `tags`.
    public var tags: [String]
    /// `countrycode`; the country's name is derived from it.
    public var country: String
    /// `codec`.
    public var codec: String
    /// `clickcount`.
    public var clicks: Int
    /// `lastcheckok`.
    public var isWorking: Bool

    /// The station with this number, from which its id is derived.
    public init(
      _ number: Int, _ name: String, url: String = "http://127.0.0.1:1/", tags: [String] = [], country: String = "FR",
      codec: String = "MP3", clicks: Int = 0, isWorking: Bool = true
    ) {
      id = Self.id(number)
      self.name = name
      self.url = url
      self.tags = tags
      self.country = country
      self.codec = codec
      self.clicks = clicks
      self.isWorking = isWorking
    }

    /// The id of the station with this number.
    public static func id(_ number: Int) -> String {
      let digits = String(number, radix: 16)
      return "0123abcd-89ab-4def-8123-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
  }

  private static let searchPath = "/json/stations/search"
  private static let clickPath = "/json/url/"

  private let server: ScriptedServer
  private let state: State

  private final class State: Sendable {
    let clicks = Mutex<[String]>([])
  }

  /// Starts a server that knows `entries`, on `address`, an IPv4 address of this machine.
  public init(_ entries: [Entry], on address: String = "127.0.0.1") throws {
    let state = State()
    self.state = state
    server = try ScriptedServer(on: address) { call in
      let (status, body) = Self.answer(call.request, from: entries, state: state)
      call.answer(
        status, headers: ["Content-Type: application/json", "Content-Length: \(body.count)"], body: Array(body))
    }
  }

  /// The address of `/` on this server.
  public var url: String { server.url }
  /// The port it listens on.
  public var port: Int { server.port }
  /// The ids of the stations for which clicks were reported, in order.
  public var clicks: [String] { state.clicks.withLock { $0 } }
  /// All requests, in order.
  public var requests: [ScriptedRequest] { server.requests }
  /// The parameters of each search, by their names, in order.
  public var searches: [[String: String]] {
    requests.filter { $0.path.hasPrefix(Self.searchPath) }.map { Self.parameters(of: $0.path) }
  }

  /// Ends all connections and accepts no more.
  public func stop() { server.stop() }

  private static func answer(
    _ request: ScriptedRequest, from entries: [Entry], state: State
  ) -> (status: String, body: Data) {
    let agent = request.header("User-Agent") ?? ""
    guard agent.hasPrefix("SpringRadio/") else { return ("403 Forbidden", Data()) }
    let path = String(request.path.prefix { $0 != "?" })
    if path == searchPath {
      guard let found = search(parameters(of: request.path), in: entries) else { return ("400 Bad Request", Data()) }
      return ("200 OK", json(found.map(object)))
    }
    if path.hasPrefix(clickPath), let entry = entries.first(where: { path == clickPath + $0.id }) {
      state.clicks.withLock { $0.append(entry.id) }
      let result: [String: Any] = [
        "ok": true, "message": "retrieved station url", "stationuuid": entry.id, "name": entry.name, "url": entry.url,
      ]
      return ("200 OK", json(result))
    }
    return ("404 Not Found", Data())
  }

  private static func parameters(of path: String) -> [String: String] {
    let query = path.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let pairs = query.split(separator: "&").map { pair in
      let words = pair.split(separator: "=", maxSplits: 1).map {
        $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
      }
      return (words.first ?? "", words.count > 1 ? words[1] : "")
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The stations that match, as the documentation defines each parameter; nil for an undocumented parameter.
  private static func search(_ parameters: [String: String], in entries: [Entry]) -> [Entry]? {
    func has(_ text: String, _ part: String) -> Bool { text.lowercased().contains(part.lowercased()) }
    var found = entries
    var order = "name"
    var isReversed = false
    var limit = 100_000
    for (name, value) in parameters {
      switch name {
      case "name": found.removeAll { !has($0.name, value) }
      case "country": found.removeAll { !has("The Country of \($0.country)", value) }
      case "countrycode": found.removeAll { $0.country.lowercased() != value.lowercased() }
      case "tagList":
        let tags = value.split(separator: ",")
        found.removeAll { entry in !tags.allSatisfy { has(entry.tags.joined(separator: ","), String($0)) } }
      case "language": found.removeAll { _ in !has("french,english", value) }
      case "codec": found.removeAll { $0.codec.lowercased() != value.lowercased() }
      case "order": order = value
      case "reverse": isReversed = value == "true"
      case "hidebroken": if value == "true" { found.removeAll { !$0.isWorking } }
      case "limit": limit = Int(value) ?? 0
      default: return nil
      }
    }
    switch order {
    case "name": found.sort { $0.name < $1.name }
    case "clickcount": found.sort { $0.clicks < $1.clicks }
    default: return nil
    }
    return Array((isReversed ? found.reversed() : found).prefix(limit))
  }

  /// A station in the format of the documentation's example.
  private static func object(_ entry: Entry) -> [String: Any] {
    [
      "changeuuid": "01234567-89ab-cdef-0123-456789abcdef", "stationuuid": entry.id, "name": entry.name,
      "url": entry.url, "url_resolved": entry.url, "homepage": "https://www.example.com",
      "favicon": "https://www.example.com/icon.png", "tags": entry.tags.joined(separator: ","),
      "country": "The Country of \(entry.country)", "countrycode": entry.country, "iso_3166_2": NSNull(), "state": "",
      "language": "french,english", "languagecodes": "fr,en", "votes": 7, "lastchangetime": "2019-12-12 18:37:02",
      "lastchangetime_iso8601": "2019-12-12T18:37:02Z", "codec": entry.codec, "bitrate": 128, "hls": 0,
      "lastcheckok": entry.isWorking ? 1 : 0, "clicktimestamp_iso8601": NSNull(), "clickcount": entry.clicks,
      "clicktrend": -3, "ssl_error": 0, "geo_lat": 1.1, "geo_long": -2.2, "has_extended_info": false,
    ]
  }

  private static func json(_ value: Any) -> Data { (try? JSONSerialization.data(withJSONObject: value)) ?? Data() }
}
