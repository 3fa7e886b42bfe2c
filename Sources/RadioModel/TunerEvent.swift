import AudioCore

/// An event of the radio. A subscriber gets the snapshot first. A failure is an event, not the end of the stream.
public enum TunerEvent: Sendable, Equatable {
  /// The state when the subscription began.
  indirect case snapshot(TunerSnapshot)
  /// This source is tuned in now; the previous one was left.
  indirect case tuned(Source)
  /// A connection to this address begins. The URL has no credentials.
  case connecting(url: String)
  /// A server answered; `name` is the station name that it sends.
  case connected(url: String, name: String?, contentType: String?, announcedKilobits: Int?)
  /// Sound of this codec and format begins to play.
  case playing(codec: Codec, format: AudioFormat)
  /// The packet buffer is empty: an underrun. Playback resumes when enough sound is buffered.
  case rebuffering
  /// This title is audible from now on.
  case title(StreamMetadata)
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
  /// The radio was stopped by a command, or paused.
  case stopped
  /// The volume, 0…100, or the muting was changed.
  case volume(Int, isMuted: Bool)
  /// The queue was changed and now has this version.
  case queue(version: Int)
  /// The station list was read again.
  case stations
}

extension TunerEvent {
  /// The event to send for a network event; nil for packets and internal events.
  init?(_ event: FeedEvent) {
    switch event {
    case .connecting(let url): self = .connecting(url: url)
    case .connected(let head):
      self = .connected(
        url: head.url.text, name: head.name, contentType: head.contentType, announcedKilobits: head.announcedKilobits)
    case .retrying(let reason, let delay): self = .retrying(reason: reason, after: delay)
    case .metadataBroken: self = .notice("the titles are not where the station says; going on without them")
    case .detail(let text): self = .detail(text)
    case .slowLookup(let host): self = .notice("the name server does not answer yet: still looking for \(host)")
    case .elements, .endOfRead, .length: return nil
    }
  }

  /// The event to send for a sound event; nil for its end, which the resulting state reports.
  init?(_ event: SoundEvent) {
    switch event {
    case .playing(let codec, let format): self = .playing(codec: codec, format: format)
    case .rebuffering: self = .rebuffering
    case .title(let metadata): self = .title(metadata)
    case .outputLost(let text), .outputBack(let text): self = .notice(text)
    case .deviceFaults(let count): self = .deviceFaults(count)
    case .suspended, .ended, .failed, .outputClosed: return nil
    }
  }
}
