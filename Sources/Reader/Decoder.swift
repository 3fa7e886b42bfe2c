import AudioCore

/// Turns the packets of one coding into sound: packet in, block out.
///
/// A decoder carries state from packet to packet (bit reservoir, overlap), so it is made anew where the stream breaks:
/// `PacketReader` does that. One thread at a time may use it.
public protocol Decoder: AnyObject {
  /// Decodes one packet. The block's format is what the decoder found, which may differ from the packet's header;
  /// nil when the packet gives no sound yet.
  ///
  /// Throws `TuneError.decoder` when this packet cannot be decoded; the next one may still be.
  func decode(_ packet: Packet) throws(TuneError) -> PCMBlock?

  /// The sound the decoder still holds at the end of the stream, if any. No packet may follow.
  func finish() -> PCMBlock?
}
