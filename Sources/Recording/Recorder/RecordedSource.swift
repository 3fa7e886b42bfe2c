import AudioCore
package import Parser

/// What is recorded: the sound of a source that a buffer keeps, and what is known of it.
package struct RecordedSource: Sendable {
  package var buffer: TimeShiftBuffer
  /// The name of the station.
  package var name: String
  /// Its address, without credentials.
  package var address: String
  /// Returns its picture; nil when there is none at hand. Called on the thread of the recorder.
  package var picture: @Sendable () -> RecordingTags.Picture?

  /// A source with these values.
  package init(
    buffer: TimeShiftBuffer, name: String, address: String,
    picture: @escaping @Sendable () -> RecordingTags.Picture? = { nil }
  ) {
    self.buffer = buffer
    self.name = name
    self.address = address
    self.picture = picture
  }

  /// Returns the tags of a file whose first packet was received at `time`, in seconds since 1970, without title and artist.
  func tags(receivedAt time: Double, station: String) -> RecordingTags {
    var tags = RecordingTags()
    tags.station = station
    tags.received = ClockText.iso8601(time)
    tags.address = address
    tags.picture = picture()
    return tags
  }
}
