import AudioCore

/// How the samples of a track in MP4 are coded, as its sample description says, and how packets are made of them.
enum MP4Coding: Sendable, Equatable {
  case aac(AudioSpecificConfig)
  /// Frames of MPEG audio, with their headers.
  case mpegAudio
  /// With an identification header as Ogg has it, and the frames at 48 kHz that are not to be heard at the beginning.
  case opus(setup: CodecSetup, channels: Int, preSkip: Int)
  /// With the stream's information block.
  case flac(setup: CodecSetup, format: AudioFormat, blockSize: Int)
  /// With the box that describes it.
  case alac(setup: CodecSetup, format: AudioFormat, blockSize: Int)
  /// One that cannot be played, by its name.
  case unsupported(kind: String)

  /// Opus always decodes to this, in hertz.
  static let opusRate = 48000

  /// The packet that a sample is; nil when its bytes cannot be one. `duration` is the sample's in seconds, as the
  /// container says it.
  func packet(_ sample: [UInt8], duration: Double, isDiscontinuity: Bool) -> Packet? {
    guard !sample.isEmpty else { return nil }
    switch self {
    case .aac(let config):
      return config.framed(sample).map { header, bytes in
        FrameHeader.adts(header).packet(bytes, isDiscontinuity: isDiscontinuity)
      }
    case .mpegAudio:
      guard sample.count >= MPEGAudioHeader.size,
        let header = MPEGAudioHeader(word: sample.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }),
        header.length ?? sample.count == sample.count, !InfoFrame.isOne(sample, header: header)
      else { return nil }
      return FrameHeader.mpeg(header).packet(sample, isDiscontinuity: isDiscontinuity)
    case .opus(let setup, let channels, _):
      guard let frames = OpusMapping.frames(of: sample) else { return nil }
      let format = AudioFormat(sampleRate: Self.opusRate, channels: channels)
      return Self.packet(.opus, sample, format, frames: frames, setup, isDiscontinuity)
    case .flac(let setup, let format, let blockSize):
      guard sample.withUnsafeBytes({ FLACChecksum.crc16($0) }) == 0 else { return nil }
      var packet = Self.lossless(.flac, sample, format, blockSize, duration: duration, setup, isDiscontinuity)
      packet.isVerified = true
      return packet
    case .alac(let setup, let format, let blockSize):
      return Self.lossless(.alac, sample, format, blockSize, duration: duration, setup, isDiscontinuity)
    case .unsupported: return nil
    }
  }

  /// What the first bytes of a sample say that those of its neighbours say too; 0 when nothing does, nil when no sample
  /// begins so.
  ///
  /// Of Opus that is its length in frames, of FLAC and MPEG audio the second byte of the sync word.
  func mark(of beginning: [UInt8]) -> Int? {
    switch self {
    case .opus: OpusMapping.frames(of: beginning)
    case .flac: beginning.count > 1 && beginning[0] == 0xFF && beginning[1] & 0xFE == 0xF8 ? Int(beginning[1]) : nil
    case .mpegAudio:
      beginning.count > 1 && beginning[0] == 0xFF && beginning[1] >= 0xE0 ? Int(beginning[1] & 0xFE) : nil
    case .aac, .alac, .unsupported: 0
    }
  }

  /// A packet of blocks that all have `blockSize` frames, but for the last one.
  private static func lossless(
    _ codec: Codec, _ bytes: [UInt8], _ format: AudioFormat, _ blockSize: Int, duration: Double, _ setup: CodecSetup,
    _ isDiscontinuity: Bool
  ) -> Packet {
    let frames = (duration * Double(format.sampleRate)).rounded()
    let known = (1...65535).contains(frames) ? Int(frames) : blockSize
    return packet(codec, bytes, format, frames: known, setup, isDiscontinuity)
  }

  private static func packet(
    _ codec: Codec, _ bytes: [UInt8], _ format: AudioFormat, frames: Int, _ setup: CodecSetup, _ isDiscontinuity: Bool
  ) -> Packet {
    Packet(
      codec: codec, bytes: bytes, headerFormat: format, frameCount: frames,
      bitRate: bytes.count * 8 * format.sampleRate / max(1, frames), isDiscontinuity: isDiscontinuity, setup: setup)
  }
}
