import AudioCore

/// What happened to the radio. A subscriber gets the snapshot first; a failure is an event, not the end of the stream.
public enum TunerEvent: Sendable, Equatable {
  /// The state of things when the subscription began.
  indirect case snapshot(TunerSnapshot)
  /// This is tuned in now; whatever was before is left.
  indirect case tuned(Source)
  /// Asking this address (without credentials).
  case connecting(url: String)
  /// A server answered; `name` is what it calls itself.
  case connected(url: String, name: String?, contentType: String?, announcedKilobits: Int?)
  /// Sound of this codec and format begins to be heard.
  case playing(codec: Codec, format: AudioFormat)
  /// The packet buffer ran dry; sound goes on when enough is in hand.
  case rebuffering
  /// This title is heard from now on.
  case title(StreamMetadata)
  /// The connection was lost; the next try comes in so long.
  case retrying(reason: String, after: Duration)
  /// Something the user should know, such as a missing sound device.
  case notice(String)
  /// Something that only a closer look is interested in, such as a segment that was left out.
  case detail(String)
  /// The sound device had so many more faults, and was got going again each time. Comes once a second at most.
  case deviceFaults(Int)
  /// The source came to its end and all of it was heard.
  case ended
  /// The source was given up.
  case failed(TuneError)
  /// The radio was stopped by a command, or paused.
  case stopped
  /// The volume, 0…100, or the mute was changed.
  case volume(Int, isMuted: Bool)
  /// The queue was changed, and has this version now.
  case queue(version: Int)
  /// The station list was read anew.
  case stations
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
    case .detail(let text): self = .detail(text)
    case .slowLookup(let host): self = .notice("the name server does not answer yet: still looking for \(host)")
    case .elements, .endOfRead, .length: return nil
    }
  }

  /// What subscribers are told of the sound; its end is told by the state it leads to.
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
