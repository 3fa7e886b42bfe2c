/// The title that a station currently announces. Both texts are cleaned: one line, no control characters, at most 512
/// characters.
public struct StreamMetadata: Sendable, Hashable {
  /// The title, usually `Artist - Song`; empty when the station cleared it, or sent something else in its place.
  public var title: String
  /// The text that the station sent; nil when it is the title itself.
  public var rawTitle: String?
  /// The `StreamUrl` that came with the title. It is data only: the program never fetches or opens it.
  public var url: String?

  /// Creates metadata from a title, the URL that came with it, and the text that holds the title if that is another.
  public init(title: String, url: String? = nil, rawTitle: String? = nil) {
    self.title = title
    self.url = url
    self.rawTitle = rawTitle
  }

  /// Returns the same with the title that `rule` finds in it.
  public func judged(by rule: TitleRule) -> StreamMetadata {
    let title = rule.title(in: title)
    return title == self.title ? self : StreamMetadata(title: title, url: url, rawTitle: rawTitle ?? self.title)
  }
}
