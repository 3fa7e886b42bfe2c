import AudioCore
package import Pictures
package import RadioModel
package import Stations

/// The picture of the station that is tuned in, beside its name: the picture itself, or a placeholder while it is fetched
/// and where there is none.
package struct StationPicturePane: Sendable {
  /// What shows pictures on this terminal.
  package var view: PictureView
  /// The picture that is known; nil for a placeholder.
  package private(set) var picture: StationPicture?
  /// True when a station, an address or a file has been tuned in, so that there is something to show.
  package private(set) var isPresent = false

  private let source: any PictureSource
  private let depth: ColorDepth
  private var name = ""

  /// Creates a pane for a terminal with `depth` colours; nil where the terminal shows no pictures.
  package init?(source: any PictureSource, view: PictureView, depth: ColorDepth) {
    guard view.shows(with: depth) else { return nil }
    self.source = source
    self.view = view
    self.depth = depth
  }

  /// Takes a status of the radio; `stations` are those of its list. Returns true when another picture is to be drawn.
  package mutating func update(_ status: RadioStatus, stations: [Station]?) -> Bool {
    let before = (picture, name)
    isPresent = isPresent || !status.name.isEmpty
    name = status.name
    picture = nil
    if let station = status.station {
      // A station that is not in the list is not trusted with addresses of this network.
      let known =
        stations?.first { $0.id == station }
        ?? Station(id: station, name: name, url: "", image: status.image?.text, directoryID: "")
      picture = source.picture(of: known).picture
    }
    return before != (picture, name)
  }

  /// Draws the picture into a region. While something else covers it, `isCovered` is true, and a picture of a graphics
  /// protocol is removed.
  package mutating func draw(in region: Region, isCovered: Bool, into canvas: inout Canvas) {
    // Half blocks are text, which what covers them overwrites.
    let isHidden = isCovered && view.method != .halfBlocks
    view.place(isHidden ? nil : picture?.picture, in: region)
    guard !isHidden else { return }
    if picture == nil {
      PlaceholderPicture.draw(name, in: region, depth: depth, into: &canvas)
    } else {
      view.draw(into: &canvas)
    }
  }

  /// Removes the picture, for example when the screen is too small for it.
  package mutating func hide() { view.place(nil, in: Region(row: 0, column: 0, rows: 0, columns: 0)) }
}
