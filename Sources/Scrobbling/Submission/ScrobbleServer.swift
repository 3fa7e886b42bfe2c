public import AudioCore
import Downloader

/// The root of a ListenBrainz API: that of listenbrainz.org, or of another server that understands it.
public struct ScrobbleServer: Sendable, Equatable {
  /// The address of listenbrainz.org's.
  public static let defaultAddress = "https://api.listenbrainz.org"

  /// The address, to which `/1/submit-listens` is appended.
  let url: StreamURL

  /// Reads an address such as `http://localhost:42010/apis/listenbrainz`, with or without `/1` at its end. Throws
  /// ``OptionError`` for an address that cannot be used, and for `http://` with a public address: the token would
  /// cross the network in plain text.
  public init(address: String) throws(OptionError) {
    let url: StreamURL
    do throws(TuneError) {
      url = try StreamURL(address)
    } catch {
      throw OptionError("\(error.description)")
    }
    guard url.credentials == nil else { throw OptionError("it takes no password: the token is in a file") }
    guard !url.pathAndQuery.contains("?") else { throw OptionError("it takes no parameters") }
    guard url.isSecure || url.scope != .everywhere else {
      throw OptionError("\(url.host) is a public address, which needs https://")
    }
    self.url = url
  }

  /// The host, for log lines.
  var host: String { url.host }

  /// Returns the address of `/1/NAME`.
  func address(of name: String) throws(TuneError) -> StreamURL {
    var root = url.pathAndQuery[...]
    while root.last == "/" { root.removeLast() }
    if root.hasSuffix("/1") { root.removeLast(2) }
    return try url.resolving("\(root)/1/\(name)")
  }
}
