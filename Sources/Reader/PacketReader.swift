import AudioCore

/// Reads packets into sound: picks the decoder by the coding, makes a new one where the stream breaks or changes, and
/// lets a bad packet cost its own sound only: silence, never noise. One thread at a time may use it.
public final class PacketReader {
  private var decoder: (any Decoder)?
  private var current: (codec: Codec, headerFormat: AudioFormat)?
  private var lastDecoded: (format: AudioFormat, frameCount: Int)?
  private var noise = NoiseGuard()
  /// A format that a damaged packet may have made up.
  private var stray: AudioFormat?

  /// Packets that could not be decoded, or to what no sound can be, and were replaced by silence.
  public private(set) var badPackets = 0

  /// A reader at the start of a stream.
  public init() {}

  /// The sound of `packet`, in one format; nil when it gives none (yet).
  ///
  /// A packet that cannot be decoded gives silence of its length. Throws only when there is no decoder at all for it
  /// (`TuneError.decoder`): a library is missing.
  public func read(_ packet: Packet) throws(TuneError) -> PCMBlock? {
    let decoder = try decoder(for: packet)
    do {
      guard let block = try decoder.decode(packet) else { return nil }
      if isStray(block.format) {
        badPackets += 1
        return silence(for: packet)
      }
      lastDecoded = (block.format, block.frameCount)
      if noise.believes(block) { return block }
      badPackets += 1
      return .silence(block.frameCount, format: block.format)
    } catch {
      noise.expectDamage(isCertain: true)
      badPackets += 1
      return silence(for: packet)
    }
  }

  /// What the decoder still held at the end of the stream. A packet may follow: it starts anew.
  public func finish() -> PCMBlock? {
    let rest = decoder?.finish()
    decoder = nil
    current = nil
    noise = NoiseGuard()
    return rest
  }

  /// True when another format than the last block's is damage rather than a change: AAC can say anything, and the sound
  /// device would be opened anew for it. Where damage is expected, a second block must agree.
  private func isStray(_ format: AudioFormat) -> Bool {
    guard noise.expectsDamage, let lastDecoded, lastDecoded.format != format, stray != format else {
      stray = nil
      return false
    }
    stray = format
    return true
  }

  private func decoder(for packet: Packet) throws(TuneError) -> any Decoder {
    if let decoder, let current, !packet.isDiscontinuity, current == (packet.codec, packet.headerFormat) {
      return decoder
    }
    if let current, current == (packet.codec, packet.headerFormat) {
      noise.expectDamage()  // bytes were lost
    } else {
      lastDecoded = nil
    }
    decoder = nil
    let made: any Decoder =
      switch packet.codec {
      case .mp1, .mp2, .mp3: MPEGAudioDecoder()
      case .aac: try AACDecoder()
      }
    decoder = made
    current = (packet.codec, packet.headerFormat)
    return made
  }

  /// Silence of a bad packet's length, in the format that is playing. MPEG audio's header tells the length; AAC's does
  /// not tell the decoded rate, so there the last good packet stands for it, and without one there is no silence.
  private func silence(for packet: Packet) -> PCMBlock? {
    switch packet.codec {
    case .mp1, .mp2, .mp3: .silence(packet.frameCount, format: lastDecoded?.format ?? packet.headerFormat)
    case .aac: lastDecoded.map { .silence($0.frameCount, format: $0.format) }
    }
  }
}
