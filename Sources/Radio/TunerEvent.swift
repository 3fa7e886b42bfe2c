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
  /// The sound device had so many more faults, and was got going again each time. Comes once a second at most.
  case deviceFaults(Int)
  /// The source came to its end and all of it was heard.
  case ended
  /// The source was given up.
  case failed(TuneError)
  /// The radio was stopped by a command.
  case stopped
}

extension TunerEvent {
  /// What subscribers are told of what happened on the network; nil for the sound itself.
  init?(_ event: FeedEvent) {
    switch event {
    case .connecting(let url): self = .connecting(url: url)
    case .connected(let head):
      self = .connected(
        url: head.url.text, name: head.name, contentType: head.contentType, announcedKilobits: head.announcedKilobits)
    case .retrying(let reason, let delay): self = .retrying(reason: reason, after: delay)
    case .metadataBroken: self = .notice("the titles are not where the station says; going on without them")
    case .element, .endOfRead: return nil
    }
  }
}
