import AudioCore

/// What to ask a server for.
public struct StreamRequest: Sendable {
  /// The address.
  public var url: StreamURL
  /// The `User-Agent`; some stations are configured to get another.
  public var userAgent: String
  /// How header values and titles that are not UTF-8 are read.
  public var charset: TextCharset
  /// False when an address of this machine is out of bounds, because a public server named it.
  public var allowsLocalHosts: Bool

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
  }
}
