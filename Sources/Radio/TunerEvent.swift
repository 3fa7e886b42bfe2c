import AudioCore

/// What happened to the radio. A subscriber gets the snapshot first; a failure is an event, not the end of the stream.
public enum TunerEvent: Sendable, Equatable {
  /// The state of things when the subscription began.
  case snapshot(TunerSnapshot)
  /// Asking this address (without credentials).
  case connecting(url: String)
  /// A server answered; `name` is what it calls itself.
  case connected(url: String, name: String?, contentType: String?, announcedKilobits: Int?)
  /// Sound of this codec and format begins to be heard.
  case playing(codec: Codec, format: AudioFormat)
  /// The packet buffer ran dry; sound goes on when enough is in hand.
  case ranDry
  /// This title is heard from now on.
  case title(StreamMetadata)
  /// The connection was lost; the next try comes in so long.
  case retrying(reason: String, after: Duration)
  /// Something the user should know, such as a missing sound device.
  case notice(String)
  /// The source came to its end and all of it was heard.
  case ended
  /// The source was given up.
  case failed(TuneError)
  /// The radio was stopped by a command.
  case stopped
}
