/// The part of a link that the granule positions of its pages cut off.
enum OggTrimming: Sendable {
  /// Nothing.
  case none
  /// The end of the last packet, and on the first page what lies before 0 (Vorbis I, A.2).
  case vorbis
  /// The end of the last page, over as many packets as it takes (RFC 7845, 4.4).
  case opus
}
