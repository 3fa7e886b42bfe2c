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
    var painter = ViewPainter(columns: columns, rows: 24, glyphs: .eighths)
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
}
