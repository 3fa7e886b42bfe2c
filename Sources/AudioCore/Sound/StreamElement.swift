/// An element of the stream, in order: a packet, or a title at its position between packets.
public enum StreamElement: Sendable, Equatable {
  /// One compressed audio frame.
  case packet(Packet)
  /// A title that belongs to the sound that follows.
  case metadata(StreamMetadata)

  /// The packet, or nil when the element is a title.
  public var packet: Packet? {
    if case .packet(let packet) = self { packet } else { nil }
  }
}

extension Sequence<StreamElement> {
  /// The packets of the sequence in order, without the titles.
  public var packets: [Packet] { compactMap(\.packet) }
}

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
