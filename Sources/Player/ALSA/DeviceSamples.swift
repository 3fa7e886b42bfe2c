import AudioCore

/// Converts blocks to the encoding and channel count of a device. It reuses its memory, and allocates none while blocks
/// are no longer than earlier ones.
struct DeviceSamples {
  private var arranged: [Float] = []
  private var int16s: [Int16] = []
  private var int32s: [Int32] = []
  private var bytes: [UInt8] = []
  private var dither = Dither()

  /// True when sound with `channels` channels can be played to a device with `deviceChannels`: mono and stereo to any
  /// device, other sound only to a device with the same number.
  static func canPut(_ channels: Int, on deviceChannels: Int) -> Bool {
    deviceChannels > 0 && (channels == deviceChannels || channels <= 2)
  }

  /// Calls `body` with the samples of `block` in `encoding` on `channels` channels. 16-bit samples are rounded to the
  /// nearest, after adding noise when `dithering` is true. 24-bit and 32-bit samples keep the full precision of a
  /// float, except for its last bits.
  mutating func withBytes(
    of block: PCMBlock, as encoding: ALSAPCM.Encoding, channels: Int, dithering: Bool,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    guard block.format.channels != channels else {
      return try encode(block.samples, as: encoding, dithering: dithering, body)
    }
    arrange(block, on: channels)
    let samples = arranged
    arranged = []
    defer { arranged = samples }
    try encode(samples, as: encoding, dithering: dithering, body)
  }

  /// Distributes mono to the first two channels and stereo to the first two, or its mean to a single channel. The other
  /// channels get silence.
  private mutating func arrange(_ block: PCMBlock, on channels: Int) {
    let frames = block.frameCount
    let count = frames * channels
    if arranged.count != count { arranged = [Float](repeating: 0, count: count) }
    let isMono = block.format.channels == 1
    block.samples.withUnsafeBufferPointer { source in
      arranged.withUnsafeMutableBufferPointer { target in
        for frame in 0..<frames {
          let left = isMono ? source[frame] : source[2 * frame]
          let right = isMono ? left : source[2 * frame + 1]
          if channels == 1 {
            target[frame] = (left + right) / 2
          } else {
            target[frame * channels] = left
            target[frame * channels + 1] = right
          }
        }
      }
    }
  }

  private mutating func encode(
    _ samples: [Float], as encoding: ALSAPCM.Encoding, dithering: Bool, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    let count = samples.count
    switch encoding {
    case .float: try samples.withUnsafeBytes(body)
    case .int16:
      if int16s.count < count { int16s = [Int16](repeating: 0, count: count) }
      samples.withUnsafeBufferPointer { source in
        int16s.withUnsafeMutableBufferPointer { target in
          if dithering {
            PCM16.convert(source, into: target, dither: &dither)
          } else {
            PCM16.convert(source, into: target)
          }
        }
      }
      try int16s.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<(2 * count)])) }
    case .int32, .int24InFour:
      if int32s.count < count { int32s = [Int32](repeating: 0, count: count) }
      samples.withUnsafeBufferPointer { source in
        int32s.withUnsafeMutableBufferPointer { target in
          for index in 0..<count {
            target[index] = encoding == .int32 ? Self.int32(source[index]) : Self.int24(source[index])
          }
        }
      }
      try int32s.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<(4 * count)])) }
    case .int24InThree:
      if bytes.count < 3 * count { bytes = [UInt8](repeating: 0, count: 3 * count) }
      samples.withUnsafeBufferPointer { source in
        bytes.withUnsafeMutableBufferPointer { target in
          for index in 0..<count {
            let value = Self.int24(source[index])
            target[3 * index] = UInt8(truncatingIfNeeded: value)
            target[3 * index + 1] = UInt8(truncatingIfNeeded: value >> 8)
            target[3 * index + 2] = UInt8(truncatingIfNeeded: value >> 16)
          }
        }
      }
      try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<(3 * count)])) }
    }
  }

  // MARK: Numbers

  /// Adding 1.5 × 2⁵² rounds a double below 2⁵¹ to a whole number by IEEE 754 rounding, and leaves that number in the
  /// low bits of the bit pattern.
  private static let rounder = 6_755_399_441_055_744.0

  private static func int32(_ sample: Float) -> Int32 { integer(sample, scale: 0x1p31) }
  private static func int24(_ sample: Float) -> Int32 { integer(sample, scale: 0x1p23) }

  /// Returns `sample` × `scale`, rounded to the nearest (ties to even) and clamped; NaN becomes 0.
  @inline(__always)
  private static func integer(_ sample: Float, scale: Double) -> Int32 {
    let number = sample == sample ? Double(sample) * scale : 0
    let low = number > -scale ? number : -scale
    let clamped = low < scale - 1 ? low : scale - 1
    return Int32(truncatingIfNeeded: (clamped + rounder).bitPattern)
  }
}
