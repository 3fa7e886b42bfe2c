import Reader
import Testing

@Suite struct StereoDownmixTests {
  @Test("full-scale input cannot clip, in any layout", arguments: 1...8)
  func noClipping(channels: Int) {
    let mix = StereoDownmix(channels: channels, channelMask: 0)
    #expect(mix.left.reduce(0, +) <= 1.00001)
    #expect(mix.right.reduce(0, +) <= 1.00001)
    #expect(mix.left.count == channels && mix.right.count == channels)
  }

  @Test("left and right have the same weights, for mirrored channels", arguments: [3, 4, 5, 6, 7, 8])
  func symmetry(channels: Int) {
    let mix = StereoDownmix(channels: channels, channelMask: 0)
    #expect(mix.left.sorted() == mix.right.sorted())
  }

  @Test("stereo passes unchanged")
  func stereo() {
    let samples: [Float] = [0.25, -0.5, 1, -1]
    #expect(StereoDownmix(channels: 2, channelMask: 0b11).mix(interleaved: samples) == samples)
  }

  @Test("the mask assigns the channels to speakers")
  func mask() {
    // Left, right, low frequency, side left, side right: no centre.
    let mix = StereoDownmix(channels: 5, channelMask: 0b110_0000_1011)
    let half = Float(0.5).squareRoot()
    let scale = 1 / (1 + half)
    #expect(mix.left == [scale, 0, 0, half * scale, 0])
    #expect(mix.right == [0, scale, 0, 0, half * scale])
  }

  @Test("a mask that does not fit the channels is ignored")
  func wrongMask() {
    let usual = StereoDownmix(channels: 6, channelMask: 0)
    let wrong = StereoDownmix(channels: 6, channelMask: 0b1)
    #expect(usual.left == wrong.left && usual.right == wrong.right)
  }
}
