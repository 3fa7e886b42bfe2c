import RadioModel

// The events that follow from reports of the network side and of the sound side.
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
