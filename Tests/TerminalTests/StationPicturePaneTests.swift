import Pictures
import RadioModel
import Terminal
import Testing

/// A source that has the picture of the demo and no other.
private struct DemoPictures: PictureSource {
  func picture(at address: String, allowsLocalHosts: Bool) -> PictureState { .missing("") }
}

@Suite("The station's picture beside name and title")
struct StationPicturePaneTests {
  private static let columns = 80
  private static let layout = BarsLayout(columns: columns, channels: 1)

  private static func status(_ station: String?, title: String) -> RadioStatus {
    var status = RadioStatus(state: .playing)
    (status.station, status.name, status.title) = (station, "Radio One", title)
    return status
  }

  /// A painter that has drawn a station.
  private static func painter(_ station: String?) throws -> ViewPainter {
    var painter = ViewPainter(columns: columns, rows: 30, glyphs: .eighths)
    painter.picture = StationPicturePane(source: DemoPictures(), view: PictureView(.halfBlocks), depth: .trueColor)
    paint(status(station, title: "First"), by: &painter)
    return painter
  }

  private static func paint(_ status: RadioStatus, by painter: inout ViewPainter) {
    painter.takePicture(of: status, stations: [])
    painter.show(status)
    _ = painter.paint(SamplePicture.bars(layout), bars: layout)
  }

  /// The cells of the picture.
  private static func cells(_ painter: ViewPainter) throws -> [Cell] {
    let region = try #require(painter.layout.picture)
    return (0..<region.rows).flatMap { row in
      (0..<region.columns).map { painter.canvas[region.row + row, region.column + $0] }
    }
  }

  @Test("the picture stays when the title changes, and is there after the list of keys", arguments: ["demo", nil])
  func stays(_ station: String?) throws {
    var painter = try Self.painter(station)
    let drawn = try Self.cells(painter)
    #expect(drawn.allSatisfy { $0.style.hasBackground })
    Self.paint(Self.status(station, title: "Second"), by: &painter)
    #expect(try Self.cells(painter) == drawn)
    var later = Self.status(station, title: "Second")
    later.elapsed = 12
    Self.paint(later, by: &painter)
    #expect(try Self.cells(painter) == drawn)
    painter.showsHelp = true
    Self.paint(later, by: &painter)
    painter.showsHelp = false
    Self.paint(later, by: &painter)
    #expect(try Self.cells(painter) == drawn)
  }

  @Test("another station has another picture, with which the rows of text stay")
  func another() throws {
    var painter = try Self.painter(nil)
    let placeholder = try Self.cells(painter)
    Self.paint(Self.status("demo", title: "Second"), by: &painter)
    #expect(try Self.cells(painter) != placeholder)
    let lines = SamplePicture.lines(painter.canvas)
    #expect(lines.contains { $0.contains("Radio One") } && lines.contains { $0.contains("Second") })
  }

  @Test("what stands for a picture has no place on a low screen, and none where the theme has few colours")
  func placeholder() throws {
    var painter = try Self.painter(nil)
    #expect(painter.layout.picture != nil)
    painter.resize(columns: Self.columns, rows: 29)
    #expect(painter.layout.picture == nil)
    Self.paint(Self.status("demo", title: "First"), by: &painter)
    #expect(painter.layout.picture != nil)
    painter.apply(.ansi16, depth: Palette(depth: .trueColor, theme: .ansi16).depth)
    #expect(painter.layout.picture == nil)
    Self.paint(Self.status("demo", title: "Second"), by: &painter)
    let hasOwnColors = painter.canvas.cells.contains { $0.style.role == nil }
    #expect(!hasOwnColors)
    painter.apply(.dark, depth: .trueColor)
    #expect(painter.layout.picture != nil)
  }

  @Test("the rows beside a picture are used: name, title, status and the panes' names", arguments: [24, 30, 40, 60])
  func head(rows: Int) throws {
    var painter = try Self.painter("demo")
    painter.show(PaneSet(focus: .nowPlaying))
    painter.resize(columns: 100, rows: rows)
    Self.paint(Self.status("demo", title: "The title"), by: &painter)
    let picture = try #require(painter.layout.picture)
    let beside = SamplePicture.lines(painter.canvas).prefix(picture.rows).map {
      String($0.dropFirst(picture.column + picture.columns))
    }
    for text in ["Radio One", "playing", "The title", "volume", "►2 Now playing"] {
      #expect(beside.contains { $0.contains(text) }, "\(text)")
    }
    #expect(painter.layout.panes.allSatisfy { $0.region.row == picture.rows })
  }
}
