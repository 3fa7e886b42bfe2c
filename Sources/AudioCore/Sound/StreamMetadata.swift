/// What a station says is on the air now. Both texts are cleaned: one line, no control characters, at most 512 characters.
public struct StreamMetadata: Sendable, Hashable {
  /// The title, usually `Artist - Song`; empty when the station cleared it.
  public var title: String
  /// The `StreamUrl` beside it. Data only: it is never fetched or opened.
  public var url: String?

  /// A title, and the address that came with it.
  public init(title: String, url: String? = nil) {
    self.title = title
    self.url = url
  }
}
