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
