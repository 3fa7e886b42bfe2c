import AudioCore
import Downloader
package import RadioModel
import Synchronization

/// Numbers events, keeps the last of them, and sends each to every subscriber. A subscriber that does not keep up loses
/// its oldest events and never delays the others.
package final class EventJournal: Sendable {
  /// The number of events that a subscriber may be behind.
  private static let capacity = 256
  /// The number of events that are kept for clients that reconnect.
  package static let memory = 256

  fileprivate struct State {
    var continuations: [Int: AsyncStream<NumberedEvent>.Continuation] = [:]
    var nextKey = 0
    var isFinished = false
    var number: UInt64
    var recent: [NumberedEvent] = []
    var lastNotice: RadioNotice?
  }

  private let state: Mutex<State>
  /// Held while an event is sent, so that all subscribers get the events in the order of their numbers. ``state`` is not
  /// held then: the end of a subscription takes it while the runtime holds a lock of the task that reads, and an event
  /// for that task waits for that lock.
  private let sending = Mutex(())

  /// A journal whose first event is the one after `number`.
  package init(after number: UInt64) { state = Mutex(State(number: number)) }

  /// The number of the last event.
  package var number: UInt64 { state.withLock { $0.number } }

  /// The last notice; nil before the first one.
  package var lastNotice: RadioNotice? { state.withLock { $0.lastNotice } }

  /// The number of subscribers.
  package var subscriberCount: Int { state.withLock { $0.continuations.count } }

  /// Adds a subscription. It begins with the events after `number` if all of them are still kept, else with the
  /// snapshot that `first` makes.
  package func add(after number: UInt64?, first: () -> TunerEvent) -> AsyncStream<NumberedEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: NumberedEvent.self, bufferingPolicy: .bufferingNewest(Self.capacity + 1))
    let key = state.withLock { state -> Int? in
      // The lock ensures that no event comes between these and the subscription.
      if let missed = state.missed(since: number) {
        for event in missed { continuation.yield(event) }
      } else {
        continuation.yield(NumberedEvent(number: state.number, event: first()))
      }
      guard !state.isFinished else { return nil }
      defer { state.nextKey += 1 }
      state.continuations[state.nextKey] = continuation
      return state.nextKey
    }
    if let key {
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.continuations.removeValue(forKey: key) }
      }
    } else {
      continuation.finish()
    }
    return stream
  }

  /// Numbers `event` and sends it to all subscribers.
  package func send(_ event: TunerEvent) {
    sending.withLock { _ in
      let (numbered, continuations) = record(event)
      for continuation in continuations { continuation.yield(numbered) }
    }
  }

  /// Numbers `event` and keeps it for clients that reconnect. Returns it and those that are to get it.
  private func record(_ event: TunerEvent) -> (NumberedEvent, [AsyncStream<NumberedEvent>.Continuation]) {
    state.withLock { state in
      state.number += 1
      let numbered = NumberedEvent(number: state.number, event: event)
      if case .notice(let text) = event { state.lastNotice = RadioNotice(number: state.number, text: text) }
      if state.recent.count == Self.memory { state.recent.removeFirst() }
      state.recent.append(numbered)
      return (numbered, Array(state.continuations.values))
    }
  }

  /// Ends every subscription.
  package func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}

extension EventJournal.State {
  /// Returns the events after `number`; nil when they are not all kept.
  fileprivate func missed(since number: UInt64?) -> [NumberedEvent]? {
    guard let number, number <= self.number else { return nil }
    let count = self.number - number
    return count <= UInt64(recent.count) ? Array(recent.suffix(Int(count))) : nil
  }
}

// The events that follow from reports of the network side and of the sound side.
extension TunerEvent {
  /// The event to send for a network event; nil for packets and internal events.
  package init?(_ event: FeedEvent) {
    switch event {
    case .connecting(let url): self = .connecting(url: url)
    case .connected(let head):
      self = .connected(
        url: head.url.text, name: head.name, contentType: head.contentType, announcedKilobits: head.announcedKilobits)
    case .retrying(let reason, let delay): self = .retrying(reason: reason, after: delay)
    case .metadataBroken: self = .notice("the titles are not where the station says; going on without them")
    case .detail(let text): self = .detail(text)
    case .pastFull(let name):
      self = .notice("the time shift is full: \(name) is not received until the sound goes on")
    case .slowLookup(let host): self = .notice("the name server does not answer yet: still looking for \(host)")
    case .elements, .endOfRead, .length, .estimatedLength, .cutOff: return nil
    }
  }

  /// The event to send for a sound event; nil for its end, which the resulting state reports.
  init?(_ event: SoundEvent) {
    switch event {
    case .playing(let codec, let format): self = .playing(codec: codec, format: format)
    case .rebuffering: self = .rebuffering
    case .title(let metadata, _, let isRepeated): self = isRepeated ? .titleAgain(metadata) : .title(metadata)
    case .outputLost(let text), .outputBack(let text): self = .notice(text)
    case .deviceFaults(let count): self = .deviceFaults(count)
    case .suspended, .ended, .failed, .outputClosed: return nil
    }
  }
}
