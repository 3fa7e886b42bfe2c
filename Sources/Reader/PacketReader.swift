public import AudioCore

/// Decodes packets into sound. It selects the decoder by the codec, makes a new one where the stream breaks or changes,
/// trims frames that are not part of the programme, and replaces only the sound of a bad packet, by silence instead of
/// noise. More than two channels become stereo, unless unmixed sound is requested. Only one thread at a time may use it.
public final class PacketReader {
  private let mixesDown: Bool
  private var decoder: (any Decoder)?
  private var current: Link?
  private var lastDecoded: (format: AudioFormat, frameCount: Int)?
  private var noise = NoiseGuard()
  /// The format of the last block that was rejected because damage may have changed its format.
  private var stray: AudioFormat?
  /// Frames that remain to be trimmed at the start, at the blocks' sample rate. A decoder that holds sound back
  /// delivers them with a later packet.
  private var startTrim = 0
  /// The reason why no decoder can be made for this link: its headers are broken.
  private var flaw: String?
  /// The error when the headers of the current link are broken and nothing was decoded before; a valid link may follow.
  /// Nil while a decoder exists, and when the library has no decoder for the codec.
  public private(set) var brokenLink: TuneError?
  /// The duration of the packets without sound in the current unbroken run, since the last packet with sound.
  private var silentFor: Duration = .zero
  /// The codec of the last packet; nil before the first.
  private var lastCodec: Codec?
  /// True once a frame was returned.
  private var hasGivenFrames = false
  /// Codec and failure of the last packet if it gave no sound; nil when it did.
  private var problem: (codec: Codec, reason: String)?

  /// Maximum frames of silence for one packet, the maximum of any packet. Broken FLAC headers can state 4000 Hz for the
  /// stream and 655,350 Hz for the frames, and the silence would otherwise take hundreds of megabytes.
  private static let maximumSilence = 1 << 16
  /// When packets of this duration give no sound at all, they are not damaged: the decoder cannot read them.
  static let maximumWithoutSound: Duration = .seconds(1)

  /// The properties that all packets of one decoder share.
  private struct Link: Equatable {
    var codec: Codec
    var headerFormat: AudioFormat
    var setup: CodecSetup?
    /// The bit depth of FLAC samples: a decoder is made for one depth.
    var bits: Int?

    init(_ packet: Packet, after last: Link?) {
      codec = packet.codec
      headerFormat = packet.headerFormat
      setup = packet.setup
      if codec == .flac { bits = FLACDepth.bits(ofFrame: packet.bytes, setup: setup) ?? last?.bits }
    }
  }

  /// The number of packets replaced by silence, because they could not be decoded or because their samples or format
  /// were rejected as damage.
  public private(set) var badPackets = 0
  /// True when a packet was decoded to sound.
  public private(set) var hasSounded = false
  /// True when a packet was decoded to sound since the last ``restart()``.
  public private(set) var hasSoundedSinceRestart = false

  /// Creates a reader for the start of a stream. With `mixesDown`, more than two channels are mixed down to stereo, as
  /// for playback; otherwise blocks have all channels of the source, with their `channelMask` where it is known.
  public init(mixesDown: Bool = true) { self.mixesDown = mixesDown }

  /// Returns the sound of `packet` in one format, without the frames to trim; nil when it gives none (yet).
  ///
  /// A packet that cannot be decoded gives silence of its length. Throws `TuneError.decoder` when no decoder exists for
  /// the packet: a library is missing, or the headers of a stream that gave no sound yet are broken.
  ///
  /// Throws `TuneError.noSound` once when one second of packets in an unbroken run gave no sound at all. Such packets
  /// are not damaged: where many bytes are wrong, the parser loses synchronization within a second. The caller may
  /// continue to read packets; those of the same run return nil instead of silence until one gives sound. Silence that
  /// a decoder delivers counts as sound.
  public func read(_ packet: Packet) throws(TuneError) -> PCMBlock? {
    lastCodec = packet.codec
    let block = try block(of: packet)
    if block != nil { hasGivenFrames = true }
    return block
  }

  private func block(of packet: Packet) throws(TuneError) -> PCMBlock? {
    let link = Link(packet, after: current)
    let held =
      !packet.isDiscontinuity && current == link
      ? nil : changeLink(to: link, isDoubtful: packet.followsDamage && !packet.isTrusted)
    if let brokenLink { throw brokenLink }
    if decoder == nil, flaw == nil { decoder = try makeDecoder(for: packet) }
    let block = try sound(of: packet)
    guard let held, let block else { return held ?? block }
    // Sound with another sample rate cannot join the same block. It is at most a few milliseconds long, and is dropped.
    guard held.format.sampleRate == block.format.sampleRate else { return block }
    return block.preceded(by: held) ?? block
  }

  /// Returns the sound that the decoder still holds at the end of the stream. A packet may follow; decoding then starts
  /// from scratch.
  public func finish() -> PCMBlock? {
    let rest = decoder?.finish()
    if rest != nil {
      noteSound()
      hasGivenFrames = true
    }
    decoder = nil
    current = nil
    noise = NoiseGuard()
    return rest
  }

  /// The error (`TuneError.noSound`) when the packets so far end without sound: none of them gave any, none of the last
  /// second did, or all that they gave was to be trimmed. Nil when the last packet gave sound, or no packet came.
  public var soundless: TuneError? {
    if let problem, !hasSounded || silentFor >= Self.maximumWithoutSound {
      return .noSound(codec: problem.codec, reason: problem.reason)
    }
    return hasGivenFrames ? nil : lastCodec.map { .noSound(codec: $0, reason: "it has no sample") }
  }

  /// Prepares for packets of another place of the same stream: decoding starts from scratch. The record of sound and the
  /// level of the programme stay.
  public func jump() {
    decoder = nil
    current = nil
    flaw = nil
    brokenLink = nil
    startTrim = 0
    noise.streamBreaks()
  }

  /// Discards the decoder and the record of packets without sound, so that the packets that follow are judged
  /// separately.
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
        // Some decoders report no error for packets that they cannot read. AAC's may just have no output yet.
        guard packet.codec.properties.givesSoundAtOnce, packet.frameCount > 0 else {
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
      return silentFor < Self.maximumWithoutSound ? silence(for: packet) : nil
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

  /// Notes that a decoder gave sound.
  private func noteSound() {
    hasSounded = true
    hasSoundedSinceRestart = true
    forgetSilence()
  }

  private func forgetSilence() {
    silentFor = .zero
    problem = nil
  }

  /// Counts a packet that gave no sound, with the decoder's reason. Throws when this packet completes one second of
  /// them.
  private func noteSilence(of packet: Packet, because reason: String) throws(TuneError) {
    if packet.isDiscontinuity { silentFor = .zero }
    let before = silentFor
    silentFor += silence(for: packet)?.duration ?? packet.duration
    problem = (packet.codec, reason)
    if before < Self.maximumWithoutSound, let soundless, silentFor >= Self.maximumWithoutSound { throw soundless }
  }

  /// Returns `block` without the frames at its ends that `packet` marks for trimming; nil when no frames are left.
  private func trimmed(_ block: PCMBlock, _ packet: Packet) -> PCMBlock? {
    startTrim += Self.frames(packet.startTrim, of: packet, at: block.format)
    guard startTrim > 0 || packet.endTrim > 0 else { return block }
    let start = min(startTrim, block.frameCount)
    startTrim -= start
    let end = min(Self.frames(packet.endTrim, of: packet, at: block.format), block.frameCount - start)
    guard start + end < block.frameCount else { return nil }
    let channels = block.format.channels
    var kept = block
    kept.samples = Array(block.samples.dropFirst(start * channels).dropLast(end * channels))
    return kept
  }

  /// Converts a frame count at the packet's sample rate to the decoded sample rate.
  private static func frames(_ count: Int, of packet: Packet, at format: AudioFormat) -> Int {
    let rate = packet.headerFormat.sampleRate
    guard count > 0, rate > 0, rate != format.sampleRate else { return max(count, 0) }
    return count * format.sampleRate / rate
  }

  /// True when a change of format is probably damage: a damaged AAC frame can state any format, and the sound device
  /// would be reopened for it. While damage is expected, a second block must confirm the new format.
  private func isStray(_ format: AudioFormat, in packet: Packet) -> Bool {
    guard !packet.isTrusted, noise.expectsDamage, let lastDecoded, lastDecoded.format != format, stray != format
    else {
      stray = nil
      return false
    }
    stray = format
    return true
  }

  /// Returns silence of a bad packet's length, in the format that is playing; nil when the length is not known.
  private func silence(for packet: Packet) -> PCMBlock? {
    switch packet.codec.properties.silence {
    case .ofLastPacket: return lastDecoded.map { .silence($0.frameCount, format: $0.format) }
    case .ofPacket:
      let header = packet.headerFormat
      let channels = mixesDown ? min(header.channels, 2) : header.channels
      let format = lastDecoded?.format ?? AudioFormat(sampleRate: header.sampleRate, channels: channels)
      let frames = min(Self.frames(packet.frameCount, of: packet, at: format), Self.maximumSilence)
      guard frames > 0 else { return nil }
      var silence = PCMBlock.silence(frames, format: format)
      silence.sourceChannels = max(format.channels, header.channels)
      return silence
    }
  }

  // MARK: - Links

  /// Releases the decoder, because a packet of `link` does not continue what it decoded. Returns the sound that the
  /// decoder still holds when a different link with headers begins here. When bytes of the same link were lost, that
  /// sound is not trustworthy and is dropped; when `isDoubtful`, the sound that follows is not trusted either.
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

  /// Creates a decoder for `packet` and the packets that continue it. Returns nil when its headers are broken and
  /// another link gave sound before.
  private func makeDecoder(for packet: Packet) throws(TuneError) -> (any Decoder)? {
    switch packet.codec.properties.decoder {
    case .mpg123: return MPEGAudioDecoder()
    case .libavcodec(let name, let other, let headers):
      do throws(LibavcodecDecoder.OpenError) {
        return try LibavcodecDecoder(
          for: packet, names: [name] + [other].compactMap(\.self), headers: headers, mixesDown: mixesDown)
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
    case .samples:
      guard case .samples(let coding) = packet.setup,
        let decoder = PCMDecoder(coding, format: packet.headerFormat, mixesDown: mixesDown)
      else { throw .decoder(codec: packet.codec, reason: "there are no such samples") }
      return decoder
    }
  }
}

extension Packet {
  /// True when damage is removed before the packet reaches a decoder, or when samples are uncompressed: loud sound
  /// after silence is music then.
  fileprivate var isTrusted: Bool { isVerified || codec.properties.framing == .samples }
}

extension TuneError {
  /// The reason that a decoder reported, without the codec's name.
  fileprivate var decoderReason: String {
    if case .format(.decoder(_, let reason)) = self { reason } else { description }
  }
}

extension PCMBlock {
  /// Returns the block with `held` in front of it. `held` has the same sample rate. Nil when its channels cannot join
  /// those of the block.
  fileprivate func preceded(by held: PCMBlock) -> PCMBlock? {
    let before: [Float]? =
      switch (held.format.channels, format.channels) {
      case (1, 2): held.samples.flatMap { (sample: Float) -> [Float] in [sample, sample] }
      case (2, 1):
        stride(from: 0, to: held.samples.count - 1, by: 2).map { (index: Int) -> Float in
          (held.samples[index] + held.samples[index + 1]) / 2
        }
      case (let heldChannels, let channels): heldChannels == channels ? held.samples : nil
      }
    guard let before else { return nil }
    var joined = self
    joined.samples = before + samples
    joined.invalidSamples += held.invalidSamples
    return joined
  }
}
