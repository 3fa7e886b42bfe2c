import Loudness
import TestSupport
import Testing

@Suite struct SampleStatisticsTests {
  /// Statistics of interleaved samples, added in blocks of these numbers of frames, over and over.
  private func statistics(_ samples: [Float], channels: Int, blocks: [Int] = [.max]) -> SampleStatistics {
    var statistics = SampleStatistics(channels: channels)
    samples.withUnsafeBufferPointer { all in
      var (start, turn) = (0, 0)
      while start < all.count {
        let end = start + min(blocks[turn % blocks.count], (all.count - start) / channels) * channels
        statistics.add(UnsafeBufferPointer(rebasing: all[start..<end]))
        (start, turn) = (end, turn + 1)
      }
    }
    return statistics
  }

  @Test("each measure is that of the definition, for any number of channels", arguments: 1...8)
  func definition(channels: Int) {
    let frames = 3001
    var random = SeededRandom(seed: UInt64(channels))
    var samples = (0..<frames * channels).map { _ in Float(random.unit() * 1.6 - 0.8) }
    for index in samples.indices where random.unit() < 0.3 { samples[index] = index % 3 == 0 ? 1 : -1 }
    samples[1234 * channels + channels - 1] = -1.25
    samples[1300 * channels + channels - 1] = 1.25
    let measured = statistics(samples, channels: channels)
    #expect(measured.frames == frames)
    #expect(measured.channels.count == channels)
    for (channel, got) in measured.channels.enumerated() {
      let row = (0..<frames).map { samples[$0 * channels + channel] }
      let peak = row.map(abs).max() ?? 0
      #expect(got.peak == peak)
      #expect(got.peakFrame == row.firstIndex { abs($0) == peak })
      #expect(abs(got.mean - row.reduce(0.0) { $0 + Double($1) } / Double(frames)) < 1e-7)
      #expect(abs(got.meanSquare - row.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(frames)) < 1e-7)
      #expect(got.fullScale == row.count { abs($0) >= 32767.0 / 32768 })
      var (run, longest, place) = (0, 0, 0)
      for (frame, sample) in row.enumerated() {
        run = abs(sample) >= 32767.0 / 32768 ? run + 1 : 0
        if run > longest { (longest, place) = (run, frame + 1 - run) }
      }
      #expect(got.longestFullScale == longest)
      #expect(got.longestFullScaleFrame == place)
    }
    #expect(measured.channels[channels - 1].peakFrame == 1234)
  }

  @Test("any division into blocks gives the same numbers to the last bit", arguments: 1...8)
  func division(channels: Int) {
    var random = SeededRandom(seed: 7)
    var samples = (0..<2000 * channels).map { _ in Float(random.unit() * 2 - 1) }
    for index in 500 * channels..<900 * channels { samples[index] = 1 }
    let whole = statistics(samples, channels: channels)
    for blocks in [[1], [3, 7, 1], [255, 2], [256], [1000, 1, 13], [8]] {
      let parts = statistics(samples, channels: channels, blocks: blocks)
      #expect(parts.channels == whole.channels)
      #expect(parts.frames == whole.frames)
    }
    #expect(whole.channels.allSatisfy { $0.longestFullScale >= 400 && $0.longestFullScaleFrame <= 500 })
  }

  @Test("a run at full scale ends at one sample below it, and the first of the longest counts")
  func runs() {
    let below: Float = 32766.0 / 32768
    let samples: [Float] = [1, 1, below, -1, 1, -1, 0, 1, 1, 1, 0.5]
    let channel = statistics(samples, channels: 1).channels[0]
    #expect(channel.fullScale == 8)
    #expect(channel.longestFullScale == 3)
    #expect(channel.longestFullScaleFrame == 3)
  }

  @Test("no samples, and silence, have measures of 0")
  func nothing() {
    for samples in [[], [Float](repeating: 0, count: 600)] {
      for channel in statistics(samples, channels: 2).channels {
        #expect(channel.peak == 0 && channel.peakFrame == 0 && channel.mean == 0 && channel.meanSquare == 0)
        #expect(channel.fullScale == 0 && channel.longestFullScale == 0 && channel.longestFullScaleFrame == 0)
      }
    }
  }
}
