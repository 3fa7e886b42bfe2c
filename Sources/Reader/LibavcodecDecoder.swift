public import AudioCore
import CAVCodec
import SystemSupport

/// Decodes with libavcodec: AAC in ADTS frames (AAC-LC, HE-AAC, HE-AACv2), Vorbis, Opus, FLAC, ALAC and Speex. Sample
/// rate and channels of a block come from the decoder, never from a header. If requested, more than two channels
/// are mixed down to stereo.
///
/// It returns every sample of the packets; `PacketReader` trims the ends of a stream.
public final class LibavcodecDecoder: Decoder {
  private let codec: Codec
  /// The bit depth of FLAC samples; nil for other codecs, and when the first packet does not state it.
  private let bits: Int?
  private let decoder: OpaquePointer
  private let mixesDown: Bool
  private var downmix: StereoDownmix?
  /// The samples of the last block. A new block reuses their storage when no other reference to it exists.
  private var samples: [Float] = []

  /// The reason why a decoder could not be made.
  enum OpenError: Error {
    /// The library is missing, or was built without this decoder: no packet of the codec can be decoded.
    case noDecoder(TuneError)
    /// The codec's headers are invalid, or memory ran out; a decoder with other headers may succeed.
    case badSetup(TuneError)
  }

  /// Creates a decoder for one unbroken run of packets that begins with `first`: the first of libavcodec's decoders
  /// `names` that exists. It takes the `headers` of the packet's setup. With `mixesDown`, more than two channels become
  /// stereo.
  init(
    for first: Packet, names: [String], headers wanted: CodecProperties.Headers, mixesDown: Bool
  ) throws(OpenError) {
    codec = first.codec
    self.mixesDown = mixesDown
    bits = codec == .flac ? FLACDepth.bits(ofFrame: first.bytes, setup: first.setup) : nil
    var headers = CodecHeaders.joined(first.setup, wanted)
    if codec == .flac { headers = FLACDepth.info(headers, bits: bits) }
    var made: OpaquePointer?
    var result = Int32(CAVCODEC_NO_DECODER)
    for name in Self.ordered(names, for: first) where result == CAVCODEC_NO_DECODER {
      result = headers.withUnsafeBufferPointer { headers in
        name.withCString { name in
          var setup = cavcodec_setup(name: name, headers: headers.baseAddress, header_size: headers.count)
          return cavcodec_open(&setup, &made)
        }
      }
    }
    guard result == 0, let made else { throw Self.openFailure(result, codec) }
    decoder = made
  }

  deinit { cavcodec_close(decoder) }

  /// Returns `names` with the best for the packet first.
  ///
  /// Opus: libavcodec's own decoder takes less than half of libopus' time for music, and its output differs from
  /// libopus' by −65 dB or less, relative to the sound. For speech it uses a different resampler (difference −17 dB)
  /// and holds back some of the sound. Speech is therefore decoded with libopus, as in opusdec. Speex: libavcodec's own
  /// decoder is not faster than the reference, and its samples differ from the reference's by up to 0.04. (Measured
  /// with FFmpeg 5.1, libopus 1.3.1.)
  private static func ordered(_ names: [String], for packet: Packet) -> [String] {
    packet.codec == .opus && !isOpusMusic(packet) ? names.reversed() : names
  }

  /// True when the packet uses CELT only: configurations 16 to 31 (RFC 6716, 3.1).
  private static func isOpusMusic(_ packet: Packet) -> Bool { packet.bytes.first.map { $0 >> 3 >= 16 } ?? false }

  /// Decodes one packet; see `Decoder.decode(_:)`.
  public func decode(_ packet: Packet) throws(TuneError) -> PCMBlock? {
    let sent = packet.bytes.withUnsafeBufferPointer { cavcodec_send(decoder, $0.baseAddress, $0.count) }
    // Look for sound even after an error: blocks of an earlier packet may still be inside and would otherwise be lost.
    let block = try receiveAll()
    if sent < 0 && block == nil { throw refusal(sent) }
    return block
  }

  /// Returns the sound that libavcodec still holds. Of all these decoders, only its own Opus decoder holds some, of
  /// speech.
  public func finish() -> PCMBlock? {
    guard cavcodec_send_end(decoder) == 0 else { return nil }
    return try? receiveAll()
  }

  /// Maximum frames of one block. FLAC's longest block has one frame less. A Speex packet may hold as many codec frames
  /// as it has bytes.
  private static let maximumBlockLength = 1 << 16

  /// Returns all decoded sound as one block. The block ends at a change of format or when it would exceed
  /// `maximumBlockLength`; the rest is then dropped, because no encoder produces such packets.
  private func receiveAll() throws(TuneError) -> PCMBlock? {
    var whole: PCMBlock?
    var isFull = false
    while true {
      var piece = cavcodec_block()
      let result = cavcodec_receive(decoder, &piece)
      if result < 0 {
        if let whole { return whole }
        throw Self.failure(result, codec)
      }
      guard result == 1 else { return whole }
      guard !isFull, let block = pcmBlock(of: piece) else { continue }
      guard let before = whole.map({ (format: $0.format, frameCount: $0.frameCount) }) else {
        whole = block
        continue
      }
      isFull = before.format != block.format || before.frameCount + block.frameCount > Self.maximumBlockLength
      if !isFull { whole?.samples += block.samples }
    }
  }

  /// Copies a piece of sound out of the decoder, interleaved, mixed down if requested. Returns nil when it is empty.
  private func pcmBlock(of piece: cavcodec_block) -> PCMBlock? {
    let channels = Int(piece.channels)
    let count = Int(piece.frames) * channels
    guard count > 0 else { return nil }
    if samples.count > count { samples.removeLast(samples.count - count) }
    if samples.count < count { samples.append(contentsOf: repeatElement(0, count: count - samples.count)) }
    samples.withUnsafeMutableBufferPointer { samples in
      if let start = samples.baseAddress { cavcodec_copy(decoder, start) }
    }
    let rate = Int(piece.sample_rate)
    guard channels > 2, mixesDown else {
      return PCMBlock(
        format: AudioFormat(sampleRate: rate, channels: channels, channelMask: piece.channel_mask), samples: samples)
    }
    var block = PCMBlock(
      format: AudioFormat(sampleRate: rate, channels: 2),
      samples: downmix(channels: channels, mask: piece.channel_mask).mix(interleaved: samples))
    block.sourceChannels = channels
    return block
  }

  private func downmix(channels: Int, mask: UInt64) -> StereoDownmix {
    if let downmix, downmix.channels == channels, downmix.channelMask == mask { return downmix }
    let made = StereoDownmix(channels: channels, channelMask: mask)
    downmix = made
    return made
  }

  private static func openFailure(_ result: Int32, _ codec: Codec) -> OpenError {
    let package = "libavcodec\(cavcodec_library_version())"
    switch Int(result) {
    case CAVCODEC_NO_LIBRARY:
      let advice = LoadedLibrary.libavcodec.advice(
        version: Int(cavcodec_library_version()), problem: String(cString: cavcodec_library_problem()))
      return .noDecoder(.decoder(codec: codec, reason: "it needs libavcodec; \(advice)"))
    case CAVCODEC_NO_DECODER:
      return .noDecoder(
        .decoder(codec: codec, reason: "the installed \(package) was built without its \(codec.displayName) decoder"))
    case CAVCODEC_NO_MEMORY:
      return .badSetup(.decoder(codec: codec, reason: "out of memory"))
    default:
      return .badSetup(failure(result, codec))
    }
  }

  /// Returns the error for a packet that cannot be decoded. FFmpeg supports FLAC with 32 bits since version 6.
  private func refusal(_ code: Int32) -> TuneError {
    guard bits == 32 else { return Self.failure(code, codec) }
    return .decoder(
      codec: codec,
      reason: "its samples have 32 bits, which the installed libavcodec\(cavcodec_library_version()) does not decode")
  }

  private static func failure(_ code: Int32, _ codec: Codec) -> TuneError {
    var text = [CChar](repeating: 0, count: 128)
    cavcodec_error_text(code, &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return .decoder(codec: codec, reason: String(decoding: bytes, as: UTF8.self))
  }
}

/// Joins a codec's headers into one byte string ("extradata"), as libavcodec takes them.
enum CodecHeaders {
  /// Returns the `wanted` headers of `setup`; empty when it has fewer.
  static func joined(_ setup: CodecSetup?, _ wanted: CodecProperties.Headers) -> [UInt8] {
    guard case .headers(let headers) = setup, let first = headers.first else { return [] }
    return switch wanted {
    case .none: []
    case .first: first
    case .laced(let count): headers.count == count ? xiph(headers) : []
    }
  }

  /// Returns the headers with Xiph's lacing: the number of packets minus one, then the length of each packet except the
  /// last (as bytes of 255 and a remainder), then the packets.
  private static func xiph(_ headers: [[UInt8]]) -> [UInt8] {
    var bytes = [UInt8(headers.count - 1)]
    bytes.reserveCapacity(headers.reduce(1) { $0 + $1.count + $1.count / 255 + 1 })
    for header in headers.dropLast() {
      bytes += repeatElement(255, count: header.count / 255)
      bytes.append(UInt8(header.count % 255))
    }
    for header in headers { bytes += header }
    return bytes
  }
}
