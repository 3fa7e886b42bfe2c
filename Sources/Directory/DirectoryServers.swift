public import AudioCore
import Downloader

/// The servers of the directory to ask.
public enum DirectoryServers: Sendable, Hashable {
  /// The servers of radio-browser.info that a name lookup finds, in random order, as its documentation asks.
  case found
  /// Only this server.
  case one(StreamURL)

  /// The name that stands for all servers. It also answers requests, from whichever server it resolves to.
  static let commonName = "all.api.radio-browser.info"
  /// A server that has existed for years, for the case that the name lookup finds none.
  static let fixedName = "de1.api.radio-browser.info"
  /// The suffix of all servers' names. The owner of an address chooses its name, so servers with other names are not
  /// asked.
  static let domain = ".api.radio-browser.info"
  /// The time limit of the name lookup.
  private static let nameLimit: Duration = .seconds(4)
  /// The maximum number of found servers to ask.
  private static let maximumFound = 4

  /// The server at `address`, such as `https://de1.api.radio-browser.info`; https when there is no scheme, which needs
  /// a host with a domain or a port: a lone word is rather a slip. Throws `.badURL`.
  public init(address: String) throws(TuneError) {
    guard StreamURL.mayBeAddress(address) || address.contains(where: { ".:".contains($0) }) else {
      throw .badURL(address, reason: "it is no server, such as https://de1.api.radio-browser.info")
    }
    let url = try StreamURL(StreamURL.mayBeAddress(address) ? address : "https://" + address)
    guard !url.pathAndQuery.contains("?") else { throw .badURL(url.text, reason: "a server's address has no query") }
    self = .one(url)
  }

  /// The prefix that distinguishes searches at one server from searches at another; empty for the usual servers.
  var key: String {
    switch self {
    case .found: ""
    case .one(let url): url.text
    }
  }

  /// Returns the servers in the order in which to ask them, and the error of the name lookup, after which only the
  /// fixed servers are left. Throws `CancellationError`.
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

  /// Returns the names to ask, in order: at most four of the found ones, then the fixed ones.
  package static func order(found: [String]) -> [String] {
    let ours = found.filter { $0.hasSuffix(domain) && $0 != commonName }.prefix(maximumFound)
    // The common name resolves to servers that were found, if it resolves at all.
    let rest = ours.isEmpty ? [commonName, fixedName] : [fixedName]
    return ours + rest.filter { !ours.contains($0) }
  }
}
