import AudioCore
import RadioModel
import Terminal
import Testing

@Suite("The layout of the screen")
struct LayoutTests {
  @Test("every bar lies inside its region and touches no other", arguments: 1...2)
  func barsFit(channels: Int) {
    for columns in 1...260 {
      for requested in [nil, 1, 2, 3, 7, 20, 80, 4096] as [Int?] {
        let layout = BarsLayout(columns: columns, channels: channels, requested: requested)
        var owners = [Int](repeating: 0, count: columns)
        for channel in 0..<layout.channels {
          for band in 0..<layout.bands {
            let first = layout.column(band: band, channel: channel)
            let width = layout.width(ofBar: band)
            guard first >= 0, first + width <= columns else {
              Issue.record("\(columns) columns, \(String(describing: requested)) bands: bar \(band) at \(first)")
              return
            }
            for place in first..<first + width { owners[place] += 1 }
          }
        }
        #expect(owners.max() ?? 0 <= 1, "\(columns) columns, \(String(describing: requested)) bands")
        if let requested { #expect(layout.bands == min(requested, max(columns / layout.channels, 1)) || channels == 2) }
      }
    }
  }

  @Test(
    "the requested bands are drawn when they fit", arguments: [(120, 80), (120, 60), (120, 40), (80, 80), (20, 10)])
  func requestedBands(columns: Int, bands: Int) {
    #expect(BarsLayout(columns: columns, channels: 1, requested: bands).bands == bands)
    #expect(BarsLayout(columns: 2 * columns + 2, channels: 2, requested: bands).bands == bands)
  }

  @Test(
    "the bars of any number of requested bands fill the width, and their widths differ by at most one column",
    arguments: 1...2)
  func requestedBandsFill(channels: Int) {
    for columns in 4...260 {
      for requested in [1, 2, 7, 20, 40, 80, 200] {
        let layout = BarsLayout(columns: columns, channels: channels, requested: requested)
        let widths = (0..<layout.bands).map { layout.width(ofBar: $0) }
        let last = layout.bands - 1
        let right = layout.column(band: last, channel: layout.channels - 1) + widths[last]
        let left = layout.channels == 2 ? layout.column(band: last, channel: 0) : layout.column(band: 0, channel: 0)
        #expect(left == 0 && right == columns, "\(columns) columns, \(requested) bands: \(left)..<\(right)")
        #expect((widths.max() ?? 0) - (widths.min() ?? 0) <= 1 && widths.min() == layout.barColumns)
      }
    }
  }

  @Test("bars of any width fill the region but for a twelfth, and no column is on and off by turns", arguments: 1...2)
  func widths(channels: Int) {
    for columns in 20...300 {
      for requested in [nil, 5, 10, 20, 30, 40, 60, 80, 120, 200] as [Int?] {
        let layout = BarsLayout(columns: columns, channels: channels, requested: requested)
        let what = "\(columns) columns, \(String(describing: requested)) bands"
        var isUsed = [Bool](repeating: false, count: columns)
        var narrowest = Int.max
        for channel in 0..<layout.channels {
          for band in 0..<layout.bands {
            let first = layout.column(band: band, channel: channel)
            let width = layout.width(ofBar: band)
            narrowest = min(narrowest, width)
            for place in first..<first + width { isUsed[place] = true }
          }
        }
        #expect(narrowest >= (layout.gap > 0 ? 2 : 1), "\(what)")
        // What is neither bar nor gap: the columns at both ends. Two channels are apart in the middle.
        let empty = (isUsed.firstIndex(of: true) ?? columns) + columns - 1 - (isUsed.lastIndex(of: true) ?? 0)
        #expect(empty * 12 <= columns, "\(what): \(empty) empty")
        let gaps = isUsed.split(separator: true).map(\.count).max() ?? 0
        #expect(gaps <= max(2, empty), "\(what): a gap of \(gaps)")
        if requested == nil { #expect(layout.bands * layout.channels >= columns / 5, "\(what)") }
      }
    }
  }

  @Test(
    "the left and the right channel are mirror images, with the low bands in the middle",
    arguments: [2, 3, 8, 9, 10, 40, 113, 200])
  func mirrored(columns: Int) {
    let layout = BarsLayout(columns: columns, channels: 2)
    for band in 0..<layout.bands {
      let left = layout.column(band: band, channel: 0)
      let right = layout.column(band: band, channel: 1)
      #expect(left + layout.barColumns + right == columns)
    }
  }

  @Test("a lower screen drops the less important rows first, and never the bars")
  func rowsGiveWay() {
    var seen: [String] = []
    for rows in 1...40 {
      let layout = ViewLayout(columns: 120, rows: rows)
      #expect(layout.bars.rows >= min(rows, 3))
      #expect(layout.bars.row >= 0 && layout.bars.row + layout.bars.rows <= rows)
      let present = [
        ("title", layout.titleRow), ("frequency", layout.frequencyRow), ("status", layout.statusRow),
        ("header", layout.headerRow), ("hints", layout.hintRow),
      ]
      for (name, row) in present where row != nil && !seen.contains(name) { seen.append(name) }
      // A row that fits on one screen is also on every higher one, and no two rows share a place.
      #expect(Set(present.compactMap(\.1)).count == present.compactMap(\.1).count)
      #expect(present.filter { $0.1 != nil }.map(\.0).sorted() == seen.sorted())
    }
    #expect(seen == ["title", "frequency", "status", "header", "hints"])
  }

  @Test("a screen of 20 × 3 has bars and nothing else")
  func barsAlone() {
    let layout = ViewLayout(columns: 20, rows: 3)
    #expect(layout.bars == Region(row: 0, column: 0, rows: 3, columns: 20))
    #expect(layout.levelScaleColumn == nil)
  }

  @Test("no size, state or text makes the painter crash or paint outside its canvas")
  func everySize() {
    var status = SamplePicture.status
    status.reason = "日本の局 sent no sound for 10 s"
    status.retryIn = 3
    let states: [RadioStatus.State] = [.playing, .stopped, .retrying, .failed]
    for columns in [0, 1, 2, 3, 5, 11, 12, 13, 19, 20, 29, 39, 40, 41, 60, 80, 121] {
      for rows in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 18, 20, 24, 41] {
        for (number, state) in states.enumerated() {
          status.state = state
          let lines = SamplePicture.lines(
            columns: columns, rows: rows, glyphs: GlyphSet.allCases[number % 3], channels: 1 + number % 2,
            status: status, help: number == 1, flash: "volume 80 %")
          #expect(lines.count == rows)
        }
      }
    }
  }

  @Test("a status row that is too narrow drops its least important parts first")
  func statusGivesWay() {
    func status(_ columns: Int) -> String {
      var canvas = Canvas(columns: columns, rows: 1, glyphs: .eighths)
      let place = Region(row: 0, column: 0, rows: 1, columns: columns)
      StatusRows.drawStatus(SamplePicture.status, viewName: "rta mono", in: place, into: &canvas)
      return SamplePicture.lines(canvas)[0]
    }
    #expect(status(104).hasSuffix("rta mono   volume ━━━━━━━━── 80 %"))
    #expect(status(104).hasPrefix("1:02:03   MP3 128 kbit/s   44.1 kHz stereo   buffer ━━━━━━━━━━ 8.0 s"))
    #expect(!status(100).contains("rta mono"))
    #expect(status(84).contains("buffer") && !status(84).contains("kHz"))
    #expect(status(60).contains("kbit/s   buffer 8.0 s") && !status(60).contains("━"))
    #expect(status(36) == "1:02:03                  volume 80 %")
    #expect(status(20) == "         volume 80 %")
    #expect(status(5) == "volu…" || status(5).count <= 5)
  }

  @Test(
    "the gauge of the buffer is full at 2 s; a station's sound that runs out stands out, the end of a file does not",
    arguments: [
      (2.0, .playing, nil, 10, false), (8, .playing, nil, 10, false), (1, .playing, nil, 5, false),
      (0.4, .playing, nil, 2, true), (0, .buffering, nil, 0, true), (0.4, .playing, 60, 2, false),
    ] as [(Double, RadioStatus.State, Double?, Int, Bool)])
  func buffer(seconds: Double, state: RadioStatus.State, length: Double?, filled: Int, standsOut: Bool) {
    var status = SamplePicture.status
    (status.buffered, status.state, status.length) = (seconds, state, length)
    var canvas = Canvas(columns: 110, rows: 1, glyphs: .eighths)
    let place = Region(row: 0, column: 0, rows: 1, columns: 110)
    StatusRows.drawStatus(status, viewName: "", in: place, into: &canvas)
    let line = SamplePicture.lines(canvas)[0]
    let gauge = line.drop { $0 != "\u{2501}" && $0 != "\u{2500}" }.prefix(10)
    #expect(gauge.count { $0 == "\u{2501}" } == filled)
    let number = (0..<110).first { line.dropFirst($0).hasPrefix("\(NumberText.tenths(seconds)) s") }
    #expect(number.map { canvas[0, $0].style == .notice } == standsOut, "\(line)")
  }

  @Test("a name that is too long for the header is cut before the state")
  func longName() {
    var status = SamplePicture.status
    status.name = String(repeating: "x", count: 100)
    var canvas = Canvas(columns: 40, rows: 1, glyphs: .eighths)
    StatusRows.drawHeader(status, in: Region(row: 0, column: 1, rows: 1, columns: 38), into: &canvas)
    #expect(SamplePicture.lines(canvas)[0].hasSuffix("x…  ► playing"))
  }

  @Test("the length of a file is shown after the elapsed time")
  func length() {
    var status = SamplePicture.status
    status.length = 7384
    var canvas = Canvas(columns: 80, rows: 1, glyphs: .eighths)
    let place = Region(row: 0, column: 0, rows: 1, columns: 80)
    StatusRows.drawStatus(status, viewName: "rta mono", in: place, into: &canvas)
    #expect(SamplePicture.lines(canvas)[0].hasPrefix("1:02:03 / 2:03:04   MP3"))
  }

  @Test(
    "a time is shown in minutes and seconds, and with hours from one hour on",
    arguments: [
      (0, "0:00"), (59, "0:59"), (61, "1:01"), (3599, "59:59"), (3600, "1:00:00"), (360_000, "100:00:00"), (-5, "0:00"),
    ])
  func clock(seconds: Int, text: String) { #expect(PlayingTimeText.text(Double(seconds)) == text) }

  @Test(
    "a bar's height shows in eighths of a cell",
    arguments: [
      (0, "▁", " "), (0.0625, "▁", " "), (0.25, "▄", " "), (0.5, "█", " "), (0.5625, "█", "▁"), (0.75, "█", "▄"),
      (1, "█", "█"),
      (7, "█", "█"),
    ] as [(Float, String, String)])
  func eighths(height: Float, lower: String, upper: String) {
    var canvas = Canvas(columns: 1, rows: 2, glyphs: .eighths)
    let layout = BarsLayout(columns: 1, channels: 1)
    var picture = BarPicture(channels: 1, bands: 1, frequencies: 40...18_000, levels: nil)
    picture.heights = [height]
    var renderer = BarsRenderer(glyphs: .eighths)
    renderer.draw(
      picture, layout: layout, region: Region(row: 0, column: 0, rows: 2, columns: 1), into: &canvas)
    #expect(SamplePicture.lines(canvas) == [upper == " " ? "" : upper, lower])
  }

  @Test(
    "a cap stands at its peak, above the bar",
    arguments: [(0, 0.5625, "▁"), (0, 0.75, "─"), (0, 1, "▔"), (0.9, 0.95, "▆"), (0.5, 0.5, "")]
      as [(Float, Float, String)])
  func caps(height: Float, cap: Float, upper: String) {
    var canvas = Canvas(columns: 1, rows: 2, glyphs: .eighths)
    let layout = BarsLayout(columns: 1, channels: 1)
    var picture = BarPicture(channels: 1, bands: 1, frequencies: 40...18_000, levels: nil)
    picture.heights = [height]
    picture.caps = [cap]
    var renderer = BarsRenderer(glyphs: .eighths)
    renderer.draw(
      picture, layout: layout, region: Region(row: 0, column: 0, rows: 2, columns: 1), into: &canvas)
    #expect(SamplePicture.lines(canvas)[0] == upper)
  }
}
