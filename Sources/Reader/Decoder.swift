public import AudioCore

/// Decodes the packets of one codec into sound, one block per packet.
///
/// A decoder carries state from packet to packet (bit reservoir, overlap), so `PacketReader` creates a new one where
/// the stream breaks. Only one thread at a time may use a decoder.
public protocol Decoder: AnyObject {
  /// Decodes one packet. The block has the format that the decoder found, which may differ from the packet's header.
  /// Returns nil when the packet gives no sound yet.
  ///
  /// Throws `TuneError.decoder` when it cannot decode this packet; it may still decode the next one.
  func decode(_ packet: Packet) throws(TuneError) -> PCMBlock?

  /// Returns the sound that the decoder still holds at the end of the stream, if any. No packet may follow.
  func finish() -> PCMBlock?
}
