public import AudioCore

/// Decodes the uncompressed samples of WAV and AIFF files: linear of 8 to 64 bits, floating point, A-law and µ-law.
/// Integers of up to 24 bits are converted exactly; wider integers and doubles are rounded to the nearest float. If
/// requested, more than two channels are mixed down to stereo.
public final class PCMDecoder: Decoder {
  private let coding: SampleCoding
  private let channels: Int
  private let format: AudioFormat
  private let downmix: StereoDownmix?
  /// The values of G.711's 256 codes; empty for other codings.
  private let table: [Float]

  /// Creates a decoder for samples in `coding`, with the sample rate and channels of `format`. With `mixesDown`, more
  /// than two channels become stereo. Returns nil when no such samples exist.
  public init?(_ coding: SampleCoding, format: AudioFormat, mixesDown: Bool = true) {
    guard format.channels > 0, format.sampleRate > 0 else { return nil }
    switch (coding.kind, coding.bytes) {
    case (.signed, 1...4), (.signed, 8), (.unsigned, 1...4), (.unsigned, 8), (.float, 4), (.float, 8): table = []
    case (.aLaw, 1): table = G711.aLaw
    case (.muLaw, 1): table = G711.muLaw
    default: return nil
    }
    self.coding = coding
    channels = format.channels
    downmix = channels > 2 && mixesDown ? StereoDownmix(channels: channels, channelMask: coding.channelMask) : nil
    self.format = AudioFormat(
      sampleRate: format.sampleRate, channels: downmix == nil ? channels : 2, channelMask: coding.channelMask)
  }

  /// Decodes the samples of one packet. Bytes after its last complete frame are ignored. See `Decoder.decode(_:)`.
  public func decode(_ packet: Packet) throws(TuneError) -> PCMBlock? {
    let count = packet.bytes.count / (coding.bytes * channels) * channels
    guard count > 0 else { throw .decoder(codec: .pcm, reason: "the packet holds no whole frame") }
    var invalidSamples = 0
    let samples = [Float](unsafeUninitializedCapacity: count) { samples, written in
      invalidSamples = packet.bytes.withUnsafeBytes { read($0, into: samples, count: count) }
      written = count
    }
    var block = PCMBlock(format: format, samples: downmix?.mix(interleaved: samples) ?? samples)
    block.invalidSamples = invalidSamples
    block.sourceChannels = channels
    return block
  }

  /// Returns nil: the decoder holds no sound back.
  public func finish() -> PCMBlock? { nil }

  /// Reads `count` samples. Returns the number of those that are not finite.
  private func read(
    _ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutableBufferPointer<Float>, count: Int
  ) -> Int {
    var invalid: UInt32 = 0
    switch coding.kind {
    case .aLaw, .muLaw:
      for index in 0..<count { samples[index] = table[Int(bytes[index])] }
    case .float:
      if coding.bytes == 4 {
        for index in 0..<count {
          samples[index] = Self.tamed(Float(bitPattern: word(UInt32.self, bytes, index)), invalid: &invalid)
        }
      } else {
        for index in 0..<count {
          samples[index] = Self.tamed(Float(Double(bitPattern: word(UInt64.self, bytes, index))), invalid: &invalid)
        }
      }
    case .signed, .unsigned: readIntegers(bytes, into: samples, count: count)
    }
    return Int(invalid)
  }

  /// Converts integers. Unsigned samples (offset binary) are two's complement with the highest bit flipped.
  private func readIntegers(
    _ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutableBufferPointer<Float>, count: Int
  ) {
    let isSigned = coding.kind == .signed
    let isBigEndian = coding.isBigEndian
    switch coding.bytes {
    case 1:
      let flip: UInt8 = isSigned ? 0 : 0x80
      for index in 0..<count { samples[index] = Float(Int8(bitPattern: bytes[index] ^ flip)) / 0x80 }
    case 2:
      let flip: UInt16 = isSigned ? 0 : 0x8000
      // This is by far the most common size, so each byte order has a separate loop that the compiler can vectorize.
      if isBigEndian {
        for index in 0..<count {
          samples[index] = Float(Int16(bitPattern: number(UInt16.self, bytes, index).bigEndian ^ flip)) / 0x8000
        }
      } else {
        for index in 0..<count {
          samples[index] = Float(Int16(bitPattern: number(UInt16.self, bytes, index).littleEndian ^ flip)) / 0x8000
        }
      }
    case 3:
      let flip: UInt32 = isSigned ? 0 : 0x8000_0000
      let (low, high) = isBigEndian ? (2, 0) : (0, 2)
      for index in 0..<count {
        let place = 3 * index
        // The sample occupies the upper three bytes of the word, so that its sign bit is the word's.
        let value = UInt32(bytes[place + high]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + low]) << 8
        samples[index] = Float(Int32(bitPattern: value ^ flip)) / 0x8000_0000
      }
    case 4:
      let flip: UInt32 = isSigned ? 0 : 0x8000_0000
      for index in 0..<count {
        samples[index] = Float(Int32(bitPattern: word(UInt32.self, bytes, index) ^ flip)) / 0x8000_0000
      }
    default:
      let flip: UInt64 = isSigned ? 0 : 0x8000_0000_0000_0000
      for index in 0..<count {
        samples[index] = Float(Int64(bitPattern: word(UInt64.self, bytes, index) ^ flip)) / 0x8000_0000_0000_0000
      }
    }
  }

  /// Returns the number at index `index`, converted from the file's byte order.
  @inline(__always)
  private func word<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, _ bytes: UnsafeRawBufferPointer, _ index: Int
  ) -> Word {
    let word = number(type, bytes, index)
    return coding.isBigEndian ? word.bigEndian : word.littleEndian
  }

  /// Returns the number at index `index` in the byte order of the file.
  @inline(__always)
  private func number<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, _ bytes: UnsafeRawBufferPointer, _ index: Int
  ) -> Word {
    bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Word>.size, as: type)
  }

  /// Returns a safe sample: floating-point samples of a file may be anything. Values that are not finite become 0 and
  /// are counted in `invalid`; louder ones are limited to ±`NoiseGuard.hottest`.
  @inline(__always)
  private static func tamed(_ sample: Float, invalid: inout UInt32) -> Float {
    invalid &+= sample.isFinite ? 0 : 1
    return sample.isFinite ? min(max(sample, -NoiseGuard.hottest), NoiseGuard.hottest) : 0
  }
}
