public import AudioCore
public import Stations

/// An event of the radio. A subscriber gets the snapshot first. A failure is an event, not the end of the stream. Those
/// who receive events name the ones that concern them: a new one is sent to clients by `EventRoutes`, and logged by
/// `EventLog`, when it is named there.
public enum TunerEvent: Sendable, Equatable {
  /// The state when the subscription began.
  indirect case snapshot(TunerSnapshot)
  /// This source is tuned in now; the previous one was left.
  indirect case tuned(Source)
  /// The source that is tuned in was added to the station list: it is this station now. Its sound goes on.
  indirect case listed(Station)
  /// A connection to this address begins. The URL has no credentials.
  case connecting(url: String)
  /// A server answered; `name` is the station name that it sends.
  case connected(url: String, name: String?, contentType: String?, announcedKilobits: Int?)
  /// Sound of this codec and format begins to play.
  case playing(codec: Codec, format: AudioFormat)
  /// The packet buffer is empty: an underrun. Playback resumes when enough sound is buffered.
  case rebuffering
  /// This title is audible from now on, for the first time.
  case title(StreamMetadata)
  /// This title is audible again, since the listener went back.
  case titleAgain(StreamMetadata)
  /// The radio was paused; the place is held, and the sound goes on from there.
  case paused
  /// The listener moved to this time since tuning in, or goes on there after a pause.
  case moved(to: Duration)
  /// The connection was lost; the next attempt follows after the given time.
  case retrying(reason: String, after: Duration)
  /// A message for the user, such as a missing sound device.
  case notice(String)
  /// A detail for a debug log, such as a segment that was left out.
  case detail(String)
  /// The number of further faults that the sound device recovered from. Sent at most once a second.
  case deviceFaults(Int)
  /// The source ended and all of it was heard.
  case ended
  /// The source was given up.
  case failed(TuneError)
  /// The radio was stopped by a command, or paused where no place can be held.
  case stopped
  /// The volume, 0…100, or the muting was changed.
  case volume(Int, isMuted: Bool)
  /// The queue was changed and now has this version.
  case queue(version: Int)
  /// The station list was read again.
  case stations
  /// This many recordings are being written from now on.
  case recordings(Int)
}
