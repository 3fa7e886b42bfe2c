import AudioCore
import Foundation
import Parser
import Reader
import Spectrum
import Terminal
import Testing

/// Bars are alive to watch when the lower part of them moves, and calm when they do not all move at once.
@Suite("The bars of the demo")
struct LivelinessTests {
  /// The sound of the demo, decoded once.
  private static let demo: (format: AudioFormat, samples: [Float])? = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../../Sources/CAssets/demo.mp3"
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
    var parser = StreamParser(source: path)
    let reader = PacketReader()
    guard let elements = try? parser.feed([UInt8](bytes)) + parser.finish() else { return nil }
    let blocks = elements.packets.compactMap { try? reader.read($0) }
    guard let format = blocks.first?.format else { return nil }
    return (format, blocks.flatMap(\.samples))
  }()

  @Test(
    "over 6 s a bar falls below a quarter of the height and moves through more than half of it",
    arguments: [VisualizerMode.bars, .springradio], [60, 75, 114, 190])
  func range(mode: VisualizerMode, columns: Int) throws {
    let demo = try #require(Self.demo)
    let channels = demo.format.channels
    var position = 0
    var spectrum = LiveSpectrum(
      meter: LiveAnalyzer { frames, window in
        guard position >= frames else { return .silence }
        window.samples = Array(demo.samples[(position - frames) * channels..<position * channels])
        return .sound(format: demo.format, endFrame: position)
      }, options: SpectrumOptions(defaultsOf: .rta), requestedBands: nil, columns: columns)
    spectrum.mode = mode
    // The automatic sensitivity has 12 s to settle.
    #expect(demo.samples.count / channels > 18 * demo.format.sampleRate)
    var lowest: [Float] = []
    var highest: [Float] = []
    for picture in 1...18 * 60 {
      position = picture * demo.format.sampleRate / 60
      _ = spectrum.update(now: Int64(picture) * 1_000_000_000 / 60)
      guard picture > 12 * 60 else { continue }
      let heights = spectrum.picture.heights
      if lowest.count != heights.count { (lowest, highest) = (heights, heights) }
      for index in heights.indices {
        lowest[index] = min(lowest[index], heights[index])
        highest[index] = max(highest[index], heights[index])
      }
    }
    func median(_ numbers: [Float]) -> Float { numbers.sorted()[numbers.count / 2] }
    let minimum = median(lowest)
    let range = median(zip(highest, lowest).map { $0 - $1 })
    #expect(minimum < 0.25 && range > 0.5, "minimum \(minimum), range \(range)")
  }
}
