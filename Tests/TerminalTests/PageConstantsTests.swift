import Foundation
import JSON
import Spectrum
import Terminal
import Testing

/// The web page draws the sound with numbers of its own, which are in one file.
@Suite("Numbers of the web page's visualizers")
struct PageConstantsTests {
  private static let path =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path + "/Sources/CAssets/page/visualizer/constants.js"

  private static func page() throws -> JSONValue {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let start = try #require(bytes.firstIndex(of: UInt8(ascii: "{")))
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    return try JSONReader.read(Array(bytes[start...end]))
  }

  @Test("they are those of the terminal")
  func numbers() throws {
    let expected: [String: [Double]] = [
      "capHoldSeconds": [SpectrumConstants.capHoldSeconds], "capGravity": [SpectrumConstants.capGravity],
      "floorDecibels": [Double(SpectrumConstants.floorDecibels)], "levelStepDecibels": [Double(LevelBytes.step)],
      "liveBottomDecibels": [Double(SpectrumConstants.liveBottomDecibels)],
      "liveSpanDecibels": [Double(SpectrumConstants.liveSpanDecibels)],
      "liveFallPerSecond": [SpectrumConstants.liveFallPerSecond],
      "waterfallRowsPerSecond": [Double(Waterfall.rowsPerSecond)],
      "waterfallBottomDecibels": [Double(Waterfall.bottom)], "waterfallSpanDecibels": [Double(Waterfall.span)],
      "waveSeconds": [Waveform.seconds], "wavesPerSecond": [Double(Oscilloscope.framesPerSecond)],
      "waveRelease": [Double(Oscilloscope.release)], "waveQuietest": [Double(Oscilloscope.quietest)],
      "waveFill": [Double(Oscilloscope.fill)],
    ]
    let page = try Self.page()
    let names = try #require(page.members).map(\.key)
    #expect(Set(names) == Set(expected.keys).union(["dark", "light"]))
    for (name, numbers) in expected {
      let value = page[name]
      let found = value?.elements?.compactMap(\.double) ?? value?.double.map { [$0] } ?? []
      #expect(found.count == numbers.count, "\(name)")
      for (one, other) in zip(found, numbers) { #expect(abs(one - other) < 1e-6, "\(name)") }
    }
  }

  @Test("their colours are those of the terminal's themes", arguments: [Theme.dark, .light])
  func colors(theme: Theme) throws {
    func numbers(_ color: Color) -> [Double] { [Double(color.red), Double(color.green), Double(color.blue)] }
    let page = try Self.page()[theme.name]
    func listed(_ name: String) -> [Double]? { page?[name]?.elements?.compactMap(\.double) }
    #expect(listed("ground") == numbers(theme.background ?? Waterfall.defaultGround))
    #expect(listed("faint") == numbers(theme.faint) && listed("scale") == numbers(theme.scale))
    let stops = page?["gradient"]?.elements?.map { $0.elements?.compactMap(\.double) ?? [] }
    #expect(stops == theme.gradient.map { [$0.height] + numbers($0.color) })
  }
}
