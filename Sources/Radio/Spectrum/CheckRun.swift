import AudioCore
import Parser
public import RadioModel
import Reader
public import SoundCheck

/// One run of `radiod check`: a source's packets through a ``SoundMeter``.
public struct CheckRun: Sendable {
  private let feed: StationFeed
  private let limit: Duration?

  /// Makes a run over streams that `opener` finds. When a stream is lost, `retry` limits the attempts to find it again.
  /// `limit` is the duration of sound that is measured; nil for all, which a live source does not have.
  public init(opener: StreamOpener, retry: RetryLimit, limit: Duration?) {
    feed = StationFeed(opener: opener, retry: retry)
    self.limit = limit
  }

  /// Measures `source` with `meter` until it ends or the limit is reached, and returns what is known of it beside its
  /// samples. `progress` gets the duration of the sound measured so far and that of the file, if it states one. Network
  /// events go to `report`. Throws ``TuneError``, ``OptionError``, `CheckError.cutOff` and `CancellationError`.
  public func run(
    _ source: Source, meter: SoundMeter, progress: (Duration, Duration?) -> Void = { _, _ in },
    report: (TunerEvent) -> Void = { _ in }
  ) async throws -> SourceFacts {
    var pass = Pass(meter: meter, limit: limit, facts: SourceFacts(name: source.displayName))
    var cut: StreamCut?
    do {
      try await feed.run(source) { event in
        switch event {
        case .elements(let elements):
          for element in elements { try pass.read(element) }
          progress(pass.measured, pass.length)
        case .connected(let head):
          // Sound without an end cannot be measured as a whole.
          if head.isLive, limit == nil {
            throw TuneError.invalidRequest(
              message: "\(source.displayName) plays without an end; say how much to measure, such as --for 10s")
          }
          pass.isLive = head.isLive
        case .length(let length): pass.length = length
        case .estimatedLength(let length): pass.length = length
        case .cutOff(let found): cut = found
        case .retrying: pass.facts.gaps += 1
        case .endOfRead, .connecting, .slowLookup, .metadataBroken, .pastFull, .detail: break
        }
        if let event = TunerEvent(event) { report(event) }
      }
      try pass.finish()
      if let cut { throw CheckError.cutOff(source: source.displayName, fault: cut.fault(after: pass.measured)) }
    } catch is LimitReachedError {
      pass.countBadPackets()
    }
    return pass.facts
  }

  private struct LimitReachedError: Error {}

  /// The packets of one source on their way into the meter.
  private struct Pass {
    let meter: SoundMeter
    let limit: Duration?
    let begin = ContinuousClock.now
    let reader = PacketReader(mixesDown: false)
    var facts: SourceFacts
    var measured: Duration = .zero
    var length: Duration?
    var isLive = false
    var hasPackets = false

    mutating func read(_ element: StreamElement) throws {
      switch element {
      case .metadata(let metadata): facts.add(title: metadata.title)
      case .packet(let packet):
        if !hasPackets, isLive { facts.delay = (ContinuousClock.now - begin) / .seconds(1) }
        if hasPackets, packet.followsDamage { facts.gaps += 1 }
        hasPackets = true
        facts.codec = packet.codec
        if let block = try reader.read(packet) { try measure(block) }
      }
    }

    /// Measures the sound that the decoder still holds.
    mutating func finish() throws {
      if let block = reader.finish() { try measure(block) }
      if let failure = reader.soundless { throw failure }
      countBadPackets()
    }

    mutating func countBadPackets() { facts.gaps += reader.badPackets }

    private mutating func measure(_ block: PCMBlock) throws {
      var block = block
      let isLast = limit.map { block.cut(to: $0 - measured) } ?? false
      facts.invalidSamples += block.invalidSamples
      measured += block.duration
      try meter.feed(block, source: facts.name)
      if isLast { throw LimitReachedError() }
    }
  }
}
