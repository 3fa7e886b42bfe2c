/// What a file says about the sound in it. Empty texts are left out of the file.
package struct RecordingTags: Sendable, Equatable {
  /// A picture as it is in the file: JPEG or PNG.
  package struct Picture: Sendable, Equatable {
    /// `image/jpeg` or `image/png`.
    package var mediaType: String
    package var bytes: [UInt8]

    package init(mediaType: String, bytes: [UInt8]) {
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  /// The name of the song, or the whole title where no artist is known.
  package var title = ""
  package var artist = ""
  /// The name of the station.
  package var station = ""
  /// The time at which the sound was received: ISO 8601 in local time with its offset, `2026-03-01T20:15:00+01:00`.
  package var received = ""
  /// The address of the station, without credentials.
  package var address = ""
  package var picture: Picture?

  /// No tags.
  package init() {}
}
