import AudioCore
import Bytes

/// The coding of a track's samples in MP4, as its sample description states it; it makes packets of them.
enum MP4Coding: Sendable, Equatable {
  case aac(AudioSpecificConfig)
  /// Frames of MPEG audio, with their headers.
  case mpegAudio
  /// Opus, with an identification header as in Ogg, and the frames at 48 kHz to leave out at the beginning.
  case opus(setup: CodecSetup, channels: Int, preSkip: Int)
  /// FLAC, with the stream's information block.
  case flac(setup: CodecSetup, format: AudioFormat, blockSize: Int)
  /// ALAC, with the box that describes it.
  case alac(setup: CodecSetup, format: AudioFormat, blockSize: Int)
  /// A coding that cannot be played, by its name.
  case unsupported(kind: String)

  /// The sample rate that Opus always decodes to, in hertz.
  static let opusRate = 48000

  /// Returns the packet of a sample; nil when its bytes cannot be one. `duration` is the sample's in seconds, as the
  /// container states it.
  func packet(_ sample: [UInt8], duration: Double, isDiscontinuity: Bool) -> Packet? {
    guard !sample.isEmpty else { return nil }
    switch self {
    case .aac(let config):
      return config.framed(sample).map { header, bytes in
        FrameHeader.adts(header).packet(bytes, isDiscontinuity: isDiscontinuity)
      }
    case .mpegAudio:
      guard sample.count >= MPEGAudioHeader.size,
        let header = MPEGAudioHeader(word: UInt32(bigEndianBytes: sample.prefix(4))),
        header.length ?? sample.count == sample.count, !InfoFrame.isOne(sample, header: header)
      else { return nil }
      return FrameHeader.mpeg(header).packet(sample, isDiscontinuity: isDiscontinuity)
    case .opus(let setup, let channels, _):
      guard let frames = OpusMapping.frames(of: sample) else { return nil }
      let format = AudioFormat(sampleRate: Self.opusRate, channels: channels)
      return Self.packet(.opus, sample, format, frames: frames, setup, isDiscontinuity)
    case .flac(let setup, let format, let blockSize):
      guard sample.withUnsafeBytes({ CRC16.add($0, to: 0) }) == 0 else { return nil }
      var packet = Self.lossless(.flac, sample, format, blockSize, duration: duration, setup, isDiscontinuity)
      packet.isVerified = true
      return packet
    case .alac(let setup, let format, let blockSize):
      return Self.lossless(.alac, sample, format, blockSize, duration: duration, setup, isDiscontinuity)
    case .unsupported: return nil
    }
  }

  /// Returns what the first bytes of a sample have in common with those of its neighbours; 0 when there is nothing in
  /// common, nil when no sample begins so.
  ///
  /// For Opus it is the sample's length in frames, for FLAC and MPEG audio the second byte of the sync word.
  func mark(of beginning: [UInt8]) -> Int? {
    switch self {
    case .opus: OpusMapping.frames(of: beginning)
    case .flac: beginning.count > 1 && beginning[0] == 0xFF && beginning[1] & 0xFE == 0xF8 ? Int(beginning[1]) : nil
    case .mpegAudio:
      beginning.count > 1 && beginning[0] == 0xFF && beginning[1] >= 0xE0 ? Int(beginning[1] & 0xFE) : nil
    case .aac, .alac, .unsupported: 0
    }
  }

  /// Makes a packet of lossless sound, with the frames of `duration` or, where that is implausible, `blockSize` frames:
  /// all blocks but the last one have as many.
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
