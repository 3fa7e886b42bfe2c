/// The tags of the protocol. A radio has few of them: the station's name, its genres, and the artist and title that are
/// audible.
package enum MPDTag: String, CaseIterable, Sendable {
  case artist = "Artist"
  case artistSort = "ArtistSort"
  case album = "Album"
  case albumSort = "AlbumSort"
  case albumArtist = "AlbumArtist"
  case albumArtistSort = "AlbumArtistSort"
  case title = "Title"
  case titleSort = "TitleSort"
  case track = "Track"
  case name = "Name"
  case genre = "Genre"
  case mood = "Mood"
  case date = "Date"
  case originalDate = "OriginalDate"
  case composer = "Composer"
  case composerSort = "ComposerSort"
  case performer = "Performer"
  case conductor = "Conductor"
  case work = "Work"
  case movement = "Movement"
  case movementNumber = "MovementNumber"
  case ensemble = "Ensemble"
  case location = "Location"
  case grouping = "Grouping"
  case comment = "Comment"
  case disc = "Disc"
  case label = "Label"
  case musicBrainzArtist = "MUSICBRAINZ_ARTISTID"
  case musicBrainzAlbum = "MUSICBRAINZ_ALBUMID"
  case musicBrainzAlbumArtist = "MUSICBRAINZ_ALBUMARTISTID"
  case musicBrainzTrack = "MUSICBRAINZ_TRACKID"
  case musicBrainzReleaseTrack = "MUSICBRAINZ_RELEASETRACKID"
  case musicBrainzWork = "MUSICBRAINZ_WORKID"

  /// The tags that songs have here.
  static let used: [MPDTag] = [.artist, .title, .name, .genre]

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

  /// The tag `name`, in upper or lower case; nil when there is none.
  package init?(named name: String) {
    guard let tag = Self.byName[name.lowercased()] else { return nil }
    self = tag
  }
}
