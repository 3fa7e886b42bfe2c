import AudioCore
import Glibc
import Spectrum
import TestSupport
import Testing

@Suite struct SpectrumStreamTests {
  private static let stereo = AudioFormat(sampleRate: 44_100, channels: 2)

  private func block(_ format: AudioFormat, frames: Int, seed: UInt64 = 1) -> PCMBlock {
    PCMBlock(format: format, samples: Sound.white(frames: frames * format.channels, seed: seed))
  }

  /// Copies of all events of `blocks`.
  private func events(_ blocks: [PCMBlock], _ options: SpectrumOptions) -> [SpectrumEvent] {
    let stream = SpectrumStream(options: options)
    var events: [SpectrumEvent] = []
    for block in blocks { stream.feed(block) { events.append($0) } }
    stream.finish { events.append($0) }
    return events
  }

  private func frames(_ events: [SpectrumEvent]) -> [SpectrumFrame] {
    events.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  private func headers(_ events: [SpectrumEvent]) -> [SpectrumHeader] {
    events.compactMap { if case .header(let header) = $0 { header } else { nil } }
  }

  @Test(
    "a stream of L samples has ⌊(L−N)/H⌋+1 frames, and one more for the samples that are left over",
    arguments: [0, 1, 1023, 1024, 1025, 1535, 1536, 10_000, 44_100], [1, 100, 512, 1024, 1500, 5000, 100_000])
  func frameCount(length: Int, hop: Int) throws {
    guard length < 44_100 || hop > 1 else { return }
    let options = try SpectrumOptions(bands: 2, fftSize: 1024, hop: hop)
    let events = events([block(Self.stereo, frames: length)], options)
    let found = frames(events)
    let whole = length < 1024 ? 0 : (length - 1024) / hop + 1
    // The first sample behind the last window, except those that a long hop leaves out.
    let next = whole == 0 ? 0 : max((whole - 1) * hop + 1024, whole * hop)
    #expect(found.count == whole + (length > next ? 1 : 0))
    #expect(found.dropLast(length > next ? 1 : 0).allSatisfy { $0.padded == 0 })
    if length > next { #expect(found.last?.padded == whole * hop + 1024 - length) }
    #expect(headers(events).count == (length > 0 ? 1 : 0))
    for (i, frame) in found.enumerated() {
      #expect(frame.index == i)
      #expect(abs(frame.time - Double(i * hop + 512) / 44_100) < 1e-9)
    }
  }

  @Test("frame i measures the N samples from iH on, and no others", arguments: [300, 1024, 3000])
  func windows(hop: Int) throws {
    let options = try SpectrumOptions(bands: 9, fftSize: 1024, hop: hop)
    let whole = block(Self.stereo, frames: 20_000)
    let analyzer = SpectrumAnalyzer(format: Self.stereo, options: options)
    var expected = analyzer.makeFrame()
    let found = frames(events([whole], options))
    #expect(found.count > 5)
    let samples = whole.samples + [Float](repeating: 0, count: 2 * 1024)
    for (i, frame) in found.enumerated() {
      let window = samples[(2 * i * hop)..<(2 * (i * hop + 1024))]
      analyzer.measure(window.span, into: &expected)
      #expect(frame.levels == expected.levels && frame.peak == expected.peak && frame.rms == expected.rms)
    }
  }

  @Test(
    "any division of the sound into blocks gives the same bytes",
    arguments: [(1024, 256), (512, 700), (2048, 1024), (256, 5000)], SpectrumOptions.Profile.allCases)
  func anySplit(sizes: (size: Int, hop: Int), profile: SpectrumOptions.Profile) throws {
    let options = try SpectrumOptions(profile: profile, bands: 20, fftSize: sizes.size, hop: sizes.hop)
    let whole = block(Self.stereo, frames: 30_000)
    func bytes(_ blocks: [PCMBlock]) -> [UInt8] {
      var writer = SpectrumJSONWriter(source: "test", codec: "mp3")
      var bytes: [UInt8] = []
      for event in events(blocks, options) { writer.append(event, to: &bytes) }
      return bytes
    }
    let expected = bytes([whole])
    #expect(expected.count > 1000)
    #expect(bytes([whole]) == expected)
    var generator = SeededRandom(state: 77)
    for longest in [1, 2, 7, 300, 1152, 9000] {
      var blocks: [PCMBlock] = []
      var start = 0
      while start < 30_000 {
        let length = min(Int.random(in: 0...longest, using: &generator), 30_000 - start)
        blocks.append(
          PCMBlock(format: Self.stereo, samples: Array(whole.samples[(2 * start)..<(2 * (start + length))])))
        start += length
      }
      #expect(bytes(blocks) == expected, "blocks of up to \(longest) frames")
    }
  }

  @Test("a change of format starts a new header; index and time continue, and no window spans the change")
  func formatChange() throws {
    let options = try SpectrumOptions(bands: 5, fftSize: 1024, hop: 512)
    let mono = AudioFormat(sampleRate: 22_050, channels: 1)
    let blocks = [
      block(Self.stereo, frames: 3000, seed: 1), block(mono, frames: 2000, seed: 2), block(mono, frames: 500, seed: 3),
      block(Self.stereo, frames: 1000, seed: 4), block(Self.stereo, frames: 100, seed: 5),
    ]
    let events = events(blocks, options)
    #expect(headers(events).map(\.format) == [Self.stereo, mono, Self.stereo])
    let kinds: [String] = events.map { if case .header = $0 { "h" } else { "f" } }
    #expect(kinds.joined() == "hffffhfffhff")
    #expect(headers(events).map(\.unframed) == [0, 3000 - 2560, 2500 - 2048])
    let found = frames(events)
    #expect(found.map(\.index).elementsEqual(0..<9))
    #expect(found.map(\.rows) == [2, 2, 2, 2, 1, 1, 1, 2, 2])
    #expect(found.map(\.padded) == [0, 0, 0, 0, 0, 0, 0, 0, 512 + 1024 - 1100])
    let second = 3000.0 / 44_100
    let third = second + 2500.0 / 22_050
    let times: [Double] =
      [512, 1024, 1536, 2048].map { $0 / 44_100 } + [512, 1024, 1536].map { second + $0 / 22_050 }
      + [512, 1024].map { third + $0 / 44_100 }
    for (frame, time) in zip(found, times) { #expect(abs(frame.time - time) < 1e-9) }
    // The first window after the change contains only the new format.
    let alone = frames(self.events([blocks[1]], options))
    #expect(alone[0].levels == found[4].levels)
    #expect(headers(events)[1].layout.bands.last?.high == 11_025)
  }

  @Test("bars keep falling through a change of rate, by the frames' own time")
  func barsOverFormatChange() throws {
    let options = try SpectrumOptions(bands: 1, fftSize: 1024, hop: 1024)
    let loud = PCMBlock(format: Self.stereo, samples: Sound.white(amplitude: 1, frames: 2048, seed: 1))
    let quiet = PCMBlock.silence(4096, format: AudioFormat(sampleRate: 48_000, channels: 2))
    let found = frames(events([loud, quiet], options))
    #expect(found.count == 5)
    for (last, next) in zip(found, found.dropFirst()) {
      let fall = Float((next.time - last.time) * 20 / 0.25 / 60)
      #expect(abs(next.bars[0] - (last.bars[0] - fall)) < 1e-5)
    }
  }

  @Test("a title comes before the first frame at or after its time, and after all earlier frames")
  func titles() throws {
    let options = try SpectrumOptions(bands: 1, fftSize: 1024, hop: 512)
    let stream = SpectrumStream(options: options)
    var lines: [String] = []
    func receive(_ event: SpectrumEvent) {
      switch event {
      case .header: lines.append("header")
      case .frame(let frame): lines.append("\(frame.index)")
      case .metadata(_, let metadata): lines.append(metadata.title)
      }
    }
    stream.feed(StreamMetadata(title: "a"), body: receive)
    for (frames, title) in [(1100, "b"), (10, "c"), (900, "d"), (3000, "e")] {
      stream.feed(block(Self.stereo, frames: frames), body: receive)
      stream.feed(StreamMetadata(title: title), body: receive)
    }
    #expect(abs(stream.position - 5010 / 44_100.0) < 1e-9)
    stream.feed(block(AudioFormat(sampleRate: 48_000, channels: 1), frames: 10), body: receive)
    stream.feed(StreamMetadata(title: "f"), body: receive)
    stream.finish(body: receive)
    // Centres are 512, 1024, 1536 …; titles stand at 0, 1100, 1110, 2010 and 5010. Then come 10 samples of another
    // format in a padded window, whose centre is behind the title at their end.
    #expect(
      lines == ["header", "a", "0", "1", "b", "c", "2", "d"] + (3...7).map { "\($0)" } + ["e", "header", "f", "8"])
  }

  @Test("at most 64 titles wait while there is no sound")
  func manyTitles() throws {
    let stream = SpectrumStream(options: try SpectrumOptions())
    var count = 0
    for i in 0..<1000 { stream.feed(StreamMetadata(title: "\(i)")) { _ in count += 1 } }
    #expect(count >= 1000 - 64)
    stream.finish { _ in count += 1 }
    #expect(count == 1000)
  }

  @Test("an error from the handler of the events ends the feeding")
  func throwing() throws {
    struct EnoughError: Error {}
    let stream = SpectrumStream(options: try SpectrumOptions(fftSize: 256, hop: 256))
    var count = 0
    #expect(throws: EnoughError.self) {
      try stream.feed(block(Self.stereo, frames: 5000)) { event throws(EnoughError) in
        if case .frame = event { count += 1 }
        if count == 3 { throw EnoughError() }
      }
    }
    #expect(count == 3 && stream.frameCount == 3)
  }
}
