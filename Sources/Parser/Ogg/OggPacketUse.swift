/// The use of a packet.
enum OggPacketUse: Sendable {
  /// An audio packet.
  case audio
  /// A header that the decoder needs, of at most this many bytes.
  case keep(atMost: Int)
  /// Comments, which begin behind this many bytes.
  case comments(behind: Int)
  /// A header that is not needed.
  case header
  /// A packet that cannot be used, or not yet.
  case skip
}
