public import AudioCore

/// A request to a server.
public struct StreamRequest: Sendable {
  /// The address.
  public var url: StreamURL
  /// The `User-Agent`; some stations are configured with another one.
  public var userAgent: String
  /// The charset of header values and titles that are not UTF-8.
  public var charset: TextCharset
  /// False when addresses of this machine and of private networks are forbidden, because a public server named this
  /// address.
  public var allowsLocalHosts: Bool
  /// The bytes to request, counted from the first of the body; nil for the whole body, which is usual for stations.
  public var byteRange: Range<Int>?
  /// The state of the body for which ``byteRange`` is wanted: its entity tag or modification date (RFC 9110, 13.1.5). A
  /// server whose body has changed sends the whole new body.
  package var rangeValidator: String?
  /// True when the server is asked for titles between the audio, as stations send them; not for a ``byteRange``.
  package var wantsTitles = true
  /// The host that the user chose; it is allowed whichever server names it. Nil once a public server has answered under
  /// that name, because the name may mean another address the next time.
  private var chosenHost: String?
  /// All addresses that were requested so far, in order.
  package var trail: [String] = [] {
    didSet { if trail.isEmpty { cookiesSent = [:] } }
  }
  /// The cookies of the last request to each address of the trail.
  var cookiesSent: [String: String?] = [:]
  /// The number of redirects among those requests.
  package var redirectCount = 0
  /// The time limit for lookups, connecting and all redirects, up to the response head; nil for the downloader's own
  /// limits.
  package var timeLimit: Duration?
  /// True when the connection may stay open after a whole response, for the next request to the same server.
  package var keepsAlive = false
  /// Called with a host name, from any thread, when the name server has not answered for ``HostLookup/noticeTime``.
  package var onSlowLookup: (@Sendable (_ host: String) -> Void)?
  /// False when public addresses are forbidden, because the request is not encrypted and carries a secret. Then no proxy
  /// is used either.
  package var allowsPublicHosts = true
  /// What is sent beside the address to a server of a programming interface; nil for a stream.
  package var message: RequestMessage?
  /// The state shared with the other requests of the same opening; nil for the first request.
  var session: DownloadSession?

  /// `name/version`. The name is honest and does not begin with Mozilla: to such a name, SHOUTcast would send a web
  /// page.
  public static let defaultUserAgent = "SpringRadio/\(ProductVersion.text)"

  /// A request for `url`, by default with the standard user agent.
  public init(
    url: StreamURL, userAgent: String = Self.defaultUserAgent, charset: TextCharset = .default,
    allowsLocalHosts: Bool = true
  ) {
    self.url = url
    self.userAgent = userAgent
    self.charset = charset
    self.allowsLocalHosts = allowsLocalHosts
    chosenHost = url.host
  }

  /// A request for `url`, which a public server named elsewhere, such as the address of a picture in a directory:
  /// addresses of this machine and of private networks are forbidden, that of `url` itself too.
  package init(namedByPublicServer url: StreamURL) {
    self.init(url: url, allowsLocalHosts: false)
    chosenHost = nil
  }

  /// Notes that a public server answered at `url`: the addresses that it names must be public, too.
  mutating func wasAnswered(atPublic url: StreamURL) {
    allowsLocalHosts = false
    if url.host == chosenHost { chosenHost = nil }
  }

  /// Continues from the request that `connection` answered, with this request's address. The addresses and redirects so
  /// far count, and all servers that answered, not only the last one, restrict which addresses it may reach.
  package mutating func follow(_ connection: StreamConnection) {
    let url = url
    self = connection.request
    self.url = url
    if connection.serverScope == .everywhere { wasAnswered(atPublic: connection.head.url) }
  }

  /// Closes the idle connections of the same opening.
  package func closeIdleConnections() { session?.closeIdle() }

  /// True when the request may reach an address of `scope`.
  func allows(_ scope: AddressScope) -> Bool {
    scope == .everywhere ? allowsPublicHosts : allowsLocalHosts || url.host == chosenHost
  }
}
