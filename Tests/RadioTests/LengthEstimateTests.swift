import AudioCore
import Radio
import Testing

@Suite("The estimated length of a file")
struct LengthEstimateTests {
  /// Returns an estimate after frames of these sizes, in bytes, each of 1,152 samples at 44.1 kHz.
  private static func estimate(_ sizes: [Int], codec: Codec = .mp3) -> LengthEstimate {
    var estimate = LengthEstimate()
    for size in sizes {
      estimate.add(
        Packet(
          codec: codec, bytes: [UInt8](repeating: 0, count: size),
          headerFormat: AudioFormat(sampleRate: 44_100, channels: 2), frameCount: 1152, bitRate: 128_000,
          isDiscontinuity: false))
    }
    return estimate
  }

  private static let constant = (0..<40).map { $0.isMultiple(of: 2) ? 417 : 418 }

  @Test("frames of one size, but for their padding, and the size of the file give its length")
  func constantRate() throws {
    let estimate = Self.estimate(Self.constant)
    let length = try #require(estimate.length(soundBytes: 16_000 * 60))
    #expect(estimate.isUsable && abs(length / .seconds(60) - 1) < 0.003, "\(length)")
    #expect(estimate.length(soundBytes: 0) == nil && estimate.length(soundBytes: -5) == nil)
  }

  @Test("a varying bit rate, another codec and too little sound give none")
  func unknown() {
    #expect(Self.estimate([417, 522] + Self.constant).length(soundBytes: 1_000_000) == nil)
    #expect(Self.estimate(Self.constant, codec: .aac).length(soundBytes: 1_000_000) == nil)
    let short = Self.estimate(Array(Self.constant.prefix(5)))
    #expect(!short.isUsable && short.length(soundBytes: 1_000_000) == nil)
    #expect(LengthEstimate().length(soundBytes: 1_000_000) == nil)
    let late = Self.estimate(Self.constant + [417, 104])
    #expect(late.length(soundBytes: 1_000_000) == nil, "a later frame counts, too")
  }
}
