import AudioCore

/// What to ask a server for.
public struct StreamRequest: Sendable {
  /// The address.
  public var url: StreamURL
  /// The `User-Agent`; some stations are configured to get another.
  public var userAgent: String
  /// How header values and titles that are not UTF-8 are read.
  public var charset: TextCharset
  /// False when addresses of this machine and of private networks are out of bounds, because a public server named this one.
  public var allowsLocalHosts: Bool
  /// The bytes that are asked for, counted from the body's first; nil for all of it, as stations want it.
  public var byteRange: Range<Int>?
  /// What the body must still be for ``byteRange`` to be sent: its entity tag, or when it was modified last (RFC
  /// 9110, 13.1.5). A server that has another one sends all of that.
  package var rangeValidator: String?
  /// True when the server is asked for titles between the sound, as stations send them.
  package var wantsTitles = true
  /// The host that the user chose: it is in bounds whoever names it. Nil once a public server has answered to that name, which
  /// may mean another address the next time.
  private var chosenHost: String?
  /// Every address that was asked on the way to this one, in order.
  package var trail: [String] = [] {
    didSet { if trail.isEmpty { cookiesSent = [:] } }
  }
  /// The cookies that each of those was last asked with.
  var cookiesSent: [String: String?] = [:]
  /// How many of those were redirects.
  package var redirectCount = 0
  /// How long connecting, with all redirects up to the response head, may take; nil for the downloader's own limits.
  package var timeLimit: Duration?
  /// True when the connection may stay open behind a whole answer, for the next request to the same server.
  package var keepsAlive = false
  /// Called with the name of a host, from any thread, when the name server has not answered for ``HostLookup/noticeTime``.
  package var onSlowLookup: (@Sendable (_ host: String) -> Void)?
  /// What it shares with the other requests of its opening; nil for the first.
  var session: DownloadSession?

  /// `name/version`: an honest name that does not begin with Mozilla, to which SHOUTcast would send a web page.
  public static let standardUserAgent = "SpringRadio/\(ProductVersion.text)"

  /// A request for `url`, by default as ourselves.
  public init(
    url: StreamURL, userAgent: String = Self.standardUserAgent, charset: TextCharset = .standard,
    allowsLocalHosts: Bool = true
  ) {
    self.url = url
    self.userAgent = userAgent
    self.charset = charset
    self.allowsLocalHosts = allowsLocalHosts
    chosenHost = url.host
  }

  /// A public server answered at `url`: what it names must be public, too.
  mutating func wasAnswered(atPublic url: StreamURL) {
    allowsLocalHosts = false
    if url.host == chosenHost { chosenHost = nil }
  }

  /// Goes on from what `connection` led to, with the same address: the addresses and redirects on the way count, and whom it may name is
  /// bounded by all who answered, not by the last one alone.
  package mutating func follow(_ connection: StreamConnection) {
    let url = url
    self = connection.request
    self.url = url
    if connection.serverScope == .everywhere { wasAnswered(atPublic: connection.head.url) }
  }

  /// Closes the connections that wait for another request of the same opening.
  package func closeIdleConnections() { session?.closeIdle() }

  /// Whether an address of `scope` may be asked for what is wanted.
  func allows(_ scope: AddressScope) -> Bool {
    allowsLocalHosts || scope == .everywhere || url.host == chosenHost
  }
}
