import AudioCore
import Terminal
import TestSupport
import Testing

@Suite struct BarsRendererTests {
  /// A picture of random heights and caps, many of which stay the same in the next picture.
  private static func picture(_ channels: Int, _ bands: Int, using random: inout SeededRandom) -> BarPicture {
    var picture = BarPicture(channels: channels, bands: bands, frequencies: 40...18_000, levels: nil)
    for index in picture.heights.indices {
      let heights: [Float] = [0, 0.05, 0.3, 0.5, 0.97, 1, 3]
      picture.heights[index] = heights[Int(random.next() % 7)]
      picture.caps[index] = max(picture.heights[index], heights[Int(random.next() % 7)])
    }
    return picture
  }

  @Test("a picture drawn over another one looks the same as on a blank canvas", arguments: [1, 2])
  func overAnother(channels: Int) {
    var random = SeededRandom(seed: UInt64(channels))
    let layout = BarsLayout(columns: 37, channels: channels)
    var canvas = Canvas(columns: 40, rows: 12, glyphs: .eighths)
    var renderer = BarsRenderer(glyphs: .eighths)
    for number in 0..<200 {
      let region = Region(row: number < 100 ? 1 : 2, column: 2, rows: 9, columns: 37)
      let picture = Self.picture(channels, layout.bands, using: &random)
      renderer.draw(picture, layout: layout, region: region, into: &canvas)
      var blank = Canvas(columns: 40, rows: 12, glyphs: .eighths)
      var other = BarsRenderer(glyphs: .eighths)
      other.draw(picture, layout: layout, region: region, into: &blank)
      #expect(canvas.cells == blank.cells, "picture \(number)")
      if number == 99 { canvas.clear() }
    }
  }

  @Test("text written over the bars disappears with the next picture after an invalidation")
  func invalidated() {
    let layout = BarsLayout(columns: 20, channels: 1)
    let region = Region(row: 0, column: 0, rows: 4, columns: 20)
    var canvas = Canvas(columns: 20, rows: 4, glyphs: .eighths)
    var renderer = BarsRenderer(glyphs: .eighths)
    var random = SeededRandom(seed: 7)
    let picture = Self.picture(1, layout.bands, using: &random)
    renderer.draw(picture, layout: layout, region: region, into: &canvas)
    let cells = canvas.cells
    canvas.write("connecting…", row: 1, column: 3, limit: 17, style: .strong)
    renderer.invalidate()
    renderer.draw(picture, layout: layout, region: region, into: &canvas)
    #expect(canvas.cells == cells)
  }
}
