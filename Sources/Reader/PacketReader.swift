import AudioCore

/// Reads packets into sound: picks the decoder by the coding, makes a new one where the stream breaks or changes, cuts what is no
/// sound of the programme, and lets a bad packet cost its own sound only: silence, never noise. One thread at a time may use it.
public final class PacketReader {
  private var decoder: (any Decoder)?
  private var current: Link?
  private var lastDecoded: (format: AudioFormat, frameCount: Int)?
  private var noise = NoiseGuard()
  /// A format that a damaged packet may have made up.
  private var stray: AudioFormat?
  /// Frames that are still to be cut, at the blocks' rate: a decoder that holds sound back gives them with a later packet.
  private var startTrim = 0
  /// Why no decoder can be made for this link, when its headers are broken.
  private var flaw: String?
  /// Why no decoder can be made for the present link, nothing having been heard: its headers are broken, and another
  /// link may follow that is whole. Nil as long as there is a decoder, or for want of one of that coding.
  public private(set) var brokenLink: TuneError?
  /// Sound of the packets in an unbroken run since one gave sound.
  private var silentFor: Duration = .zero
  /// The last packet that gave no sound, and why; nil when the last one did.
  private var problem: (codec: Codec, reason: String)?

  /// Most frames of silence for one packet: as many as any packet gives. FLAC's headers can say 4000 Hz outside and 655,350 Hz
  /// inside, and what is silent would be hundreds of megabytes otherwise.
  private static let longestSilence = 1 << 16
  /// Packets of so much sound of which none gives any are no damage: the decoder cannot read them.
  static let longestWithoutSound: Duration = .seconds(1)

  /// What the packets that one decoder decodes have in common.
  private struct Link: Equatable {
    var codec: Codec
    var headerFormat: AudioFormat
    var setup: CodecSetup?
    /// Bits of a FLAC sample: a decoder is made for one depth.
    var bits: Int?

    init(_ packet: Packet, after last: Link?) {
      codec = packet.codec
      headerFormat = packet.headerFormat
      setup = packet.setup
      if codec == .flac { bits = FLACDepth.bits(ofFrame: packet.bytes, setup: setup) ?? last?.bits }
    }
  }

  /// Packets that could not be decoded, or to what no sound can be, and were replaced by silence.
  public private(set) var badPackets = 0
  /// Something was decoded.
  public private(set) var hasSounded = false
  /// Something was decoded since the last ``restart()``.
  public private(set) var hasSoundedSinceRestart = false

  /// A reader at the start of a stream.
  public init() {}

  /// The sound of `packet` without what it says is to be trimmed, in one format; nil when it gives none (yet).
  ///
  /// A packet that cannot be decoded gives silence of its length. Throws when there is no decoder for it
  /// (`TuneError.decoder`): a library is missing, or the headers of a stream that gave no sound yet are broken.
  ///
  /// Throws `TuneError.noSound` once when a second of packets without a break between them gave no sound, not one of
  /// them. That is no damage: where many bytes are wrong, the parser loses its step within a second. Packets that
  /// follow may be read, and give nil instead of silence until one gives sound. Silence that a decoder delivers is
  /// sound.
  public func read(_ packet: Packet) throws(TuneError) -> PCMBlock? {
    let link = Link(packet, after: current)
    let held =
      !packet.isDiscontinuity && current == link
      ? nil : changeLink(to: link, isDoubtful: packet.followsDamage && !packet.isTrusted)
    if let brokenLink { throw brokenLink }
    if decoder == nil, flaw == nil { decoder = try makeDecoder(for: packet) }
    let block = try sound(of: packet)
    guard let held, let block else { return held ?? block }
    // Of another rate it cannot stand in the same block; it is a few milliseconds at most.
    guard held.format.sampleRate == block.format.sampleRate else { return block }
    return block.preceded(by: held)
  }

  /// What the decoder still held at the end of the stream. A packet may follow: it starts anew.
  public func finish() -> PCMBlock? {
    let rest = decoder?.finish()
    if rest != nil { noteSound() }
    decoder = nil
    current = nil
    noise = NoiseGuard()
    return rest
  }

  /// Why what was read so far ends without sound (`TuneError.noSound`): none of its packets gave any, or the last
  /// second of them did not. Nil when the last packets gave sound, or none came.
  public var soundless: TuneError? {
    guard let problem, !hasSounded || silentFor >= Self.longestWithoutSound else { return nil }
    return .noSound(codec: problem.codec, reason: problem.reason)
  }

  /// Forgets the packets that gave no sound, and their decoder: what follows is judged for itself.
  public func restart() {
    decoder = nil
    current = nil
    brokenLink = nil
    hasSoundedSinceRestart = false
    forgetSilence()
  }

  // MARK: - Decoding

  private func sound(of packet: Packet) throws(TuneError) -> PCMBlock? {
    let block: PCMBlock
    do throws(TuneError) {
      guard let decoder else { throw .decoder(codec: packet.codec, reason: flaw ?? "its headers are broken") }
      guard let decoded = try decoder.decode(packet) else {
        // A decoder may say nothing of what it cannot read. AAC's may have nothing to say yet.
        guard packet.codec.soundsAtOnce, packet.frameCount > 0 else {
          try noteSilence(of: packet, because: "its packets hold none")
          return nil
        }
        throw .decoder(codec: packet.codec, reason: "its packets hold none")
      }
      block = decoded
    } catch {
      if !packet.isTrusted { noise.expectDamage(isCertain: true) }
      badPackets += 1
      startTrim = 0
      try noteSilence(of: packet, because: error.decoderReason)
      return silentFor < Self.longestWithoutSound ? silence(for: packet) : nil
    }
    noteSound()
    if isStray(block.format, in: packet) {
      badPackets += 1
      return silence(for: packet)
    }
    lastDecoded = (block.format, block.frameCount)
    if packet.isTrusted ? NoiseGuard.isPossible(block) : noise.believes(block) { return trimmed(block, packet) }
    badPackets += 1
    return trimmed(.silence(block.frameCount, format: block.format), packet)
  }

  /// A decoder gave sound.
  private func noteSound() {
    hasSounded = true
    hasSoundedSinceRestart = true
    forgetSilence()
  }

  private func forgetSilence() {
    silentFor = .zero
    problem = nil
  }

  /// Counts a packet that gave no sound, for the reason that its decoder has; throws when they were too many just now.
  private func noteSilence(of packet: Packet, because reason: String) throws(TuneError) {
    if packet.isDiscontinuity { silentFor = .zero }
    let before = silentFor
    silentFor += silence(for: packet)?.duration ?? packet.duration
    problem = (packet.codec, reason)
    if before < Self.longestWithoutSound, let soundless, silentFor >= Self.longestWithoutSound { throw soundless }
  }

  /// `block` without the frames at its ends that `packet` says are no sound; nil when nothing is left.
  private func trimmed(_ block: PCMBlock, _ packet: Packet) -> PCMBlock? {
    startTrim += Self.frames(packet.startTrim, of: packet, at: block.format)
    guard startTrim > 0 || packet.endTrim > 0 else { return block }
    let start = min(startTrim, block.frameCount)
    startTrim -= start
    let end = min(Self.frames(packet.endTrim, of: packet, at: block.format), block.frameCount - start)
    guard start + end < block.frameCount else { return nil }
    let channels = block.format.channels
    return PCMBlock(
      format: block.format, samples: Array(block.samples.dropFirst(start * channels).dropLast(end * channels)))
  }

  /// Frames of the packet's rate as frames of the decoded one.
  private static func frames(_ count: Int, of packet: Packet, at format: AudioFormat) -> Int {
    let rate = packet.headerFormat.sampleRate
    guard count > 0, rate > 0, rate != format.sampleRate else { return max(count, 0) }
    return count * format.sampleRate / rate
  }

  /// True when another format than the last block's is damage rather than a change: AAC can say anything, and the sound
  /// device would be opened anew for it. Where damage is expected, a second block must agree.
  private func isStray(_ format: AudioFormat, in packet: Packet) -> Bool {
    guard !packet.isTrusted, noise.expectsDamage, let lastDecoded, lastDecoded.format != format, stray != format
    else {
      stray = nil
      return false
    }
    stray = format
    return true
  }

  /// Silence of a bad packet's length, in the format that is playing. The packet's header tells the length; AAC's does
  /// not tell the decoded rate, so there the last good packet stands for it, and without one there is no silence.
  private func silence(for packet: Packet) -> PCMBlock? {
    switch packet.codec {
    case .aac: return lastDecoded.map { .silence($0.frameCount, format: $0.format) }
    case .mp1, .mp2, .mp3, .vorbis, .opus, .flac, .alac, .speex, .pcm:
      let header = packet.headerFormat
      let format =
        lastDecoded?.format ?? AudioFormat(sampleRate: header.sampleRate, channels: min(header.channels, 2))
      let frames = min(Self.frames(packet.frameCount, of: packet, at: format), Self.longestSilence)
      return frames > 0 ? .silence(frames, format: format) : nil
    }
  }

  // MARK: - From link to link

  /// Lets go of the decoder, since a packet of `link` does not continue what it decoded. What it still holds comes out when another link
  /// begins here; when bytes were lost of the same it is not to be trusted, and where it `isDoubtful` neither is what follows.
  private func changeLink(to link: Link, isDoubtful: Bool) -> PCMBlock? {
    let held = current == link || link.setup == nil ? nil : decoder?.finish()
    noise.streamBreaks()
    if current == link {
      if isDoubtful { noise.expectDamage() }
    } else if current?.codec != link.codec || current?.headerFormat != link.headerFormat {
      lastDecoded = nil
    }
    decoder = nil
    flaw = nil
    brokenLink = nil
    current = link
    startTrim = 0
    return held
  }

  /// A decoder for `packet` and those that continue it; nil when its headers are broken and other links were heard before.
  private func makeDecoder(for packet: Packet) throws(TuneError) -> (any Decoder)? {
    switch packet.codec {
    case .mp1, .mp2, .mp3: return MPEGAudioDecoder()
    case .aac, .vorbis, .opus, .flac, .alac, .speex:
      do throws(LibavcodecDecoder.OpenFailure) {
        return try LibavcodecDecoder(for: packet)
      } catch {
        switch error {
        case .badSetup(let error) where hasSounded:
          flaw = error.decoderReason
          return nil
        case .badSetup(let error):
          brokenLink = error
          throw error
        case .noDecoder(let error): throw error
        }
      }
    case .pcm:
      guard case .samples(let coding) = packet.setup,
        let decoder = PCMDecoder(coding, format: packet.headerFormat)
      else { throw .decoder(codec: .pcm, reason: "there are no such samples") }
      return decoder
    }
  }
}

extension Packet {
  /// True when damage was sorted out before it comes to a decoder, or when samples are what they are: what is loud
  /// after silence is music then.
  fileprivate var isTrusted: Bool { isVerified || codec == .pcm }
}

extension Codec {
  /// True when a decoder that gives nothing of a packet cannot read it.
  fileprivate var soundsAtOnce: Bool {
    switch self {
    case .mp1, .mp2, .mp3, .aac: false
    case .vorbis, .opus, .flac, .alac, .speex, .pcm: true
    }
  }
}

extension TuneError {
  /// What a decoder said, without the coding's name.
  fileprivate var decoderReason: String { if case .decoder(_, let reason) = self { reason } else { description } }
}

extension PCMBlock {
  /// The block with `held`, of one or two channels too and the same rate, in front of it.
  fileprivate func preceded(by held: PCMBlock) -> PCMBlock {
    let before =
      switch (held.format.channels, format.channels) {
      case (1, 2): held.samples.flatMap { [$0, $0] }
      case (2, 1):
        stride(from: 0, to: held.samples.count - 1, by: 2).map { (held.samples[$0] + held.samples[$0 + 1]) / 2 }
      default: held.samples
      }
    return PCMBlock(format: format, samples: before + samples)
  }
}
