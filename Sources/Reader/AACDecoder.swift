import AudioCore
import CAVCodec

/// Decodes AAC in ADTS frames with libavcodec: AAC-LC, HE-AAC and HE-AACv2. Rate and channels of a block are what the
/// decoder gave, never what the header says. More than two channels are mixed down to stereo.
public final class AACDecoder: Decoder {
  private let decoder: OpaquePointer
  private var downmix: StereoDownmix?

  /// A decoder for one unbroken run of packets.
  ///
  /// Throws `TuneError.decoder` when libavcodec is not installed, and names the package.
  public init() throws(TuneError) {
    var made: OpaquePointer?
    let result = cavcodec_open(&made)
    guard result == 0, let made else { throw Self.openFailure(result) }
    decoder = made
  }

  deinit { cavcodec_close(decoder) }

  /// Decodes one ADTS frame, of one or several raw data blocks; see `Decoder.decode(_:)`.
  public func decode(_ packet: Packet) throws(TuneError) -> PCMBlock? {
    let sent = packet.bytes.withUnsafeBufferPointer { cavcodec_send(decoder, $0.baseAddress, $0.count) }
    // Blocks of an earlier packet that are still inside would be a loss otherwise, so look for sound after an error too.
    let block = try receiveAll()
    if sent < 0 && block == nil { throw Self.failure(sent) }
    return block
  }

  /// The sound libavcodec still holds; its AAC decoder usually holds none.
  public func finish() -> PCMBlock? {
    guard cavcodec_send_end(decoder) == 0 else { return nil }
    return try? receiveAll()
  }

  /// Everything that is ready, as one block; a change of format ends it (and the rest, which no encoder makes, is lost).
  private func receiveAll() throws(TuneError) -> PCMBlock? {
    var whole: PCMBlock?
    while true {
      var piece = cavcodec_block()
      let result = cavcodec_receive(decoder, &piece)
      if result < 0 {
        if let whole { return whole }
        throw Self.failure(result)
      }
      guard result == 1, let block = pcmBlock(of: piece) else { return whole }
      guard whole != nil else {
        whole = block
        continue
      }
      if whole?.format == block.format { whole?.samples += block.samples }
    }
  }

  /// Copies a piece out of the decoder, interleaved, at most two channels.
  private func pcmBlock(of piece: cavcodec_block) -> PCMBlock? {
    let channels = Int(piece.channels)
    let frames = Int(piece.frames)
    guard frames > 0, let first = piece.planes[0] else { return nil }
    var format = AudioFormat(sampleRate: Int(piece.sample_rate), channels: channels)
    if piece.is_interleaved != 0 || channels == 1 {
      let samples = [Float](UnsafeBufferPointer(start: first, count: frames * channels))
      guard channels > 2 else { return PCMBlock(format: format, samples: samples) }
      format.channels = 2
      let mix = downmix(channels: channels, mask: piece.channel_mask)
      return PCMBlock(format: format, samples: mix.mix(interleaved: samples))
    }
    let planes = (0..<channels).compactMap { piece.planes[$0].map { UnsafeBufferPointer(start: $0, count: frames) } }
    guard planes.count == channels else { return nil }
    if channels == 2 {
      let left = planes[0]
      let right = planes[1]
      return PCMBlock(
        format: format,
        samples: [Float](unsafeUninitializedCapacity: 2 * frames) { samples, count in
          for frame in 0..<frames {
            samples[2 * frame] = left[frame]
            samples[2 * frame + 1] = right[frame]
          }
          count = 2 * frames
        })
    }
    format.channels = 2
    let interleaved = [Float](unsafeUninitializedCapacity: channels * frames) { samples, count in
      for (channel, plane) in planes.enumerated() {
        for frame in 0..<frames { samples[frame * channels + channel] = plane[frame] }
      }
      count = channels * frames
    }
    return PCMBlock(
      format: format, samples: downmix(channels: channels, mask: piece.channel_mask).mix(interleaved: interleaved))
  }

  private func downmix(channels: Int, mask: UInt64) -> StereoDownmix {
    if let downmix, downmix.channels == channels, downmix.channelMask == mask { return downmix }
    let made = StereoDownmix(channels: channels, channelMask: mask)
    downmix = made
    return made
  }

  private static func openFailure(_ result: Int32) -> TuneError {
    let package = "libavcodec\(cavcodec_library_version())"
    switch Int(result) {
    case CAVCODEC_NO_LIBRARY:
      let problem = String(cString: cavcodec_library_problem())
      return .decoder(codec: .aac, reason: "it needs the package \(package); please install it (\(problem))")
    case CAVCODEC_NO_DECODER:
      return .decoder(codec: .aac, reason: "the installed \(package) was built without its AAC decoder")
    case CAVCODEC_NO_MEMORY:
      return .decoder(codec: .aac, reason: "out of memory")
    default:
      return failure(result)
    }
  }

  private static func failure(_ code: Int32) -> TuneError {
    var text = [CChar](repeating: 0, count: 128)
    cavcodec_error_text(code, &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return .decoder(codec: .aac, reason: String(decoding: bytes, as: UTF8.self))
  }
}
