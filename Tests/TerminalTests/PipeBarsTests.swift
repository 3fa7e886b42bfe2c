import Spectrum
import Terminal
import Testing

@Suite("Bars written to a pipe")
struct PipeBarsTests {
  private func frame(rows: Int) -> SpectrumFrame {
    var frame = SpectrumFrame(rows: rows, bands: 9)
    for index in frame.bars.indices { frame.bars[index] = Float(index % 9) / 8 + (index == 17 ? 3 : 0) }
    return frame
  }

  @Test(
    "a frame is one line of eighth blocks, with its channels separated",
    arguments: [(1, " ▁▂▃▄▅▆▇█\n"), (2, " ▁▂▃▄▅▆▇█  ▁▂▃▄▅▆▇█\n")])
  func blocks(rows: Int, line: String) {
    var bytes: [UInt8] = []
    PipeBars(glyphs: .eighths).append(frame(rows: rows), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == line)
  }

  @Test("the bars are ASCII without UTF-8")
  func ascii() {
    var bytes: [UInt8] = []
    PipeBars(glyphs: .ascii).append(frame(rows: 1), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == " .:-=+*#%\n")
  }

  @Test("the characters stay in range whatever the heights are")
  func strangeHeights() {
    var bytes: [UInt8] = []
    PipeBars(glyphs: .ascii).append([-1, .nan, .infinity, -.infinity, 1e30, 0.001], to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "  % % ")
  }
}
