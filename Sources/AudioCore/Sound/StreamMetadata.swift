/// The title that a station currently announces. Both texts are cleaned: one line, no control characters, at most 512
/// characters.
public struct StreamMetadata: Sendable, Hashable {
  /// The title, usually `Artist - Song`; empty when the station cleared it.
  public var title: String
  /// The `StreamUrl` that came with the title. It is data only: the program never fetches or opens it.
  public var url: String?

  /// Creates metadata from a title and the URL that came with it.
  public init(title: String, url: String? = nil) {
    self.title = title
    self.url = url
  }
}
