import AudioCore
import Downloader

/// Which servers of the directory are asked.
public enum DirectoryServers: Sendable, Hashable {
  /// Those of radio-browser.info that its names tell, in an order of chance, as its documentation asks.
  case found
  /// This one and no other.
  case one(StreamURL)

  /// The name that stands for all servers. It answers to requests, too, wherever it leads.
  static let commonName = "all.api.radio-browser.info"
  /// A server that has been there for years, for when names tell nothing.
  static let fixedName = "de1.api.radio-browser.info"
  /// What the names of all servers end with. Whoever answers for an address says what it is called: others are not asked.
  static let domain = ".api.radio-browser.info"
  /// How long the names may be looked for.
  private static let nameLimit: Duration = .seconds(4)
  /// Most servers that are asked of those that were found.
  private static let maximumFound = 4

  /// The server at `address`, such as `https://de1.api.radio-browser.info`; without a scheme it is https. Throws `.badURL`.
  public init(address: String) throws(TuneError) {
    let url = try StreamURL(address.contains("://") ? address : "https://" + address)
    guard !url.pathAndQuery.contains("?") else { throw .badURL(url.text, reason: "a server's address has no query") }
    self = .one(url)
  }

  /// What tells searches at one server from those at another; empty for the usual ones.
  var key: String {
    switch self {
    case .found: ""
    case .one(let url): url.text
    }
  }

  /// Servers in the order in which they are to be asked, and why there are none but the fixed ones. Throws `CancellationError`.
  func choose() async throws -> (servers: [StreamURL], fault: TuneError?) {
    if case .one(let url) = self { return ([url], nil) }
    var found: [String] = []
    var fault: TuneError?
    do {
      found = try await ServerPool.names(behind: Self.commonName, within: Self.nameLimit)
    } catch let error as TuneError {
      fault = error
    }
    let names = Self.order(found: found.shuffled())
    return (names.compactMap { try? StreamURL("https://\($0)/") }, fault)
  }

  /// The names to ask, in order: some of those that were found, then the fixed ones.
  package static func order(found: [String]) -> [String] {
    let ours = found.filter { $0.hasSuffix(domain) && $0 != commonName }.prefix(maximumFound)
    // The common name leads to the servers that were found, if it leads anywhere.
    let rest = ours.isEmpty ? [commonName, fixedName] : [fixedName]
    return ours + rest.filter { !ours.contains($0) }
  }
}
