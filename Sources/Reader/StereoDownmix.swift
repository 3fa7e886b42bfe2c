/// Mixes surround sound down to left and right. ALSA's `plug` cannot do that; it would play only the front channels.
///
/// The formula is ISO/IEC 14496-3, 4.5.1.2.2 (matrix mix-down) with the coefficient A = 1/√2: L' = k (L + C/√2 + A Ls),
/// and the same on the right; the low frequency channel is left out. k reduces the larger sum of the two sides to 1, so
/// that nothing clips.
public struct StereoDownmix: Sendable, Equatable {
  /// Number of input channels.
  public let channels: Int
  /// The speakers of the channels: bit n is speaker n of WAVEFORMATEXTENSIBLE. The channels are in ascending order of
  /// bits.
  public let channelMask: UInt64
  /// Weight of each channel in the left output.
  public let left: [Float]
  /// Weight of each channel in the right output.
  public let right: [Float]

  /// Creates the mix for `channels` channels. If the number of bits in the mask is not `channels`, it uses the usual
  /// layout for that number (3: L R C, 4: L R C and back, 5: L R C Ls Rs, 6: 5.1, 7: 6.1, 8: 7.1).
  public init(channels: Int, channelMask: UInt64) {
    self.channels = channels
    self.channelMask = channelMask
    let mask = channelMask.nonzeroBitCount == channels ? channelMask : Self.defaultMask(channels: channels)
    let speakers = (0..<64).filter { mask >> $0 & 1 == 1 }
    var left = [Float](repeating: 0, count: channels)
    var right = left
    for channel in 0..<channels where channel < speakers.count {
      (left[channel], right[channel]) = Self.weights(speaker: speakers[channel])
    }
    let loudest = max(left.reduce(0, +), right.reduce(0, +), 1)
    self.left = left.map { $0 / loudest }
    self.right = right.map { $0 / loudest }
  }

  /// Returns interleaved stereo samples for `interleaved` samples of `channels` channels.
  public func mix(interleaved: [Float]) -> [Float] {
    let frames = channels > 0 ? interleaved.count / channels : 0
    return [Float](unsafeUninitializedCapacity: 2 * frames) { samples, count in
      for frame in 0..<frames {
        var sums = (left: Float(0), right: Float(0))
        for channel in 0..<channels {
          let sample = interleaved[frame * channels + channel]
          sums.left += left[channel] * sample
          sums.right += right[channel] * sample
        }
        samples[2 * frame] = sums.left
        samples[2 * frame + 1] = sums.right
      }
      count = 2 * frames
    }
  }

  /// Returns the unscaled weights of a speaker (by WAVEFORMATEXTENSIBLE number) in left and right.
  private static func weights(speaker: Int) -> (left: Float, right: Float) {
    let half = Float(0.5).squareRoot()
    return switch speaker {
    case 0, 6, 29: (1, 0)  // front left, front left of centre, stereo left
    case 1, 7, 30: (0, 1)  // front right, front right of centre, stereo right
    case 2: (half, half)  // front centre
    case 4, 9: (half, 0)  // back left, side left
    case 5, 10: (0, half)  // back right, side right
    case 8: (half * half, half * half)  // back centre, half to each surround
    default: (0, 0)  // low frequency, height
    }
  }

  /// Returns the layout that FFmpeg uses for AAC's channel configurations.
  private static func defaultMask(channels: Int) -> UInt64 {
    switch channels {
    case 1: 0b100
    case 2: 0b11
    case 3: 0b111
    case 4: 0b1_0000_0111
    case 5: 0b11_0111
    case 6: 0b11_1111
    case 7: 0b111_0000_1111
    case 8: 0b110_0011_1111
    default: 0b11
    }
  }
}
