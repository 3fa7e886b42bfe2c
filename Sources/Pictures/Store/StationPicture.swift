/// A picture of a station that is ready to be shown.
public struct StationPicture: Sendable, Equatable {
  /// The picture.
  public let picture: Picture
  /// Its dominant colour.
  public let color: PictureColor

  /// Creates a station's picture; finds its dominant colour.
  public init(_ picture: Picture) {
    self.picture = picture
    color = DominantColor.of(picture)
  }

  /// The picture of the demo station.
  public static let demo = StationPicture(DemoPicture.picture)
}

extension StationPicture: PictureContent {
  package static let limits = PictureLimits.views
  package var memoryBytes: Int { picture.pixels.count }

  package init(_ found: FetchedPicture) { self.init(found.picture) }
}
