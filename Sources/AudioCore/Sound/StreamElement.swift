/// What travels the road in order: sound, and the titles between the packets they stand at.
public enum StreamElement: Sendable, Equatable {
  /// One compressed audio frame.
  case packet(Packet)
  /// A title that belongs to the sound that follows.
  case metadata(StreamMetadata)

  /// The packet, when it is one.
  public var packet: Packet? {
    if case .packet(let packet) = self { packet } else { nil }
  }
}

extension Sequence<StreamElement> {
  /// The packets alone, in their order.
  public var packets: [Packet] { compactMap(\.packet) }
}
