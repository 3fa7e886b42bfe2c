import AudioCore
import Downloader
import Parser
import Stations

/// What the network side gives the sound side.
public enum FeedEvent: Sendable {
  /// Asking this address (without credentials).
  case connecting(url: String)
  /// A server answered with what may be a stream.
  case connected(StreamHead)
  /// A packet or a title, in order.
  case element(StreamElement)
  /// All that came with one read has been handed out: a good moment to flush, and to pause when the read had to `wait`, since the sender
  /// has no more for now.
  case endOfRead(wait: Bool)
  /// The server does not send titles where it said it would; what comes is taken for sound alone. Told once a connection.
  case metadataBroken
  /// The connection ended; the next try comes in so long.
  case retrying(reason: String, after: Duration)
}

/// The network side of one source: bytes from a station, a file or standard input become packets and titles, in order and
/// under the receiver's back-pressure, over as many connections as it takes.
public struct StationFeed: Sendable {
  /// What came within this time was there already.
  private static let noWait: Duration = .milliseconds(2)

  private let opener: StreamOpener
  private let retry: RetryLimit

  /// A feed that opens streams by `opener`, and again as often as `retry` says.
  public init(opener: StreamOpener, retry: RetryLimit) {
    self.opener = opener
    self.retry = retry
  }

  /// Feeds `source` to `receive` until it ends. `receive` may suspend to hold the sender back. A source that `hasPlayed`
  /// before is not given up for what may be passing.
  ///
  /// Throws ``TuneError`` when the source is given up, `CancellationError`, and whatever `receive` throws.
  public func run(
    _ source: Source, hasPlayed: Bool = false, receive: (FeedEvent) async throws -> Void
  ) async throws {
    let policy = ReconnectPolicy(limit: retry, hasPlayed: hasPlayed)
    switch source {
    case .file(let path):
      if let requests = try LocalPlaylist(path: path)?.requests(maximumKilobits: opener.maximumKilobits) {
        try await follow(requests, policy: policy, receive: receive)
      } else {
        try await feed(LocalBytes(path: path), name: path, receive: receive)
      }
    case .standardInput: try await feed(LocalBytes.standardInput, name: "standard input", receive: receive)
    case .url(let text):
      try await follow([try StreamRequest(url: StreamURL(text))], policy: policy, receive: receive)
    case .station(let station): try await follow(try station.requests(), policy: policy, receive: receive)
    }
  }

  private func feed(_ bytes: LocalBytes, name: String, receive: (FeedEvent) async throws -> Void) async throws {
    var parser = StreamParser(source: name)
    for try await chunk in bytes {
      for element in try parser.feed(chunk) { try await receive(.element(element)) }
      try await receive(.endOfRead(wait: false))
    }
    for element in try parser.finish() { try await receive(.element(element)) }
  }

  private func follow(
    _ requests: [StreamRequest], policy: ReconnectPolicy, receive: (FeedEvent) async throws -> Void
  ) async throws {
    var policy = policy
    // Whoever counts the tries wants an end: the second beginning of a recording is one.
    var splice = PacketSplice(looksForRecordings: retry != .forever)
    var requests = requests
    var wasOnAir = false
    while true {
      let outcome = try await tryInTurn(&requests, splice: &splice, wasOnAir: &wasOnAir, receive: receive)
      if outcome.isComplete { return }
      policy.received(outcome.received)
      switch policy.connectionEnded(with: outcome.error, unitRandom: .random(in: 0...1)) {
      case .giveUp:
        if let error = outcome.error { throw error }
        if retry == .never { return }
        throw TuneError.connectionLost(host: requests.first?.url.host ?? "", reason: Self.endedReason)
      case .retry(let delay):
        try await receive(.retrying(reason: outcome.error?.description ?? Self.endedReason, after: delay))
        try await Task.sleep(for: delay, clock: .continuous)
      }
    }
  }

  /// What is said of a live stream that the server ended in good order.
  private static let endedReason = "the stream ended"

  /// How one round over a source's addresses ended.
  private struct Outcome {
    /// Nil when the server ended the stream cleanly.
    var error: TuneError?
    /// New sound from the last connection.
    var received: Duration = .zero
    /// True when a body of announced length came whole: a file on a server, not a live stream.
    var isComplete = false
  }

  /// Tries the addresses until one gives sound, which comes first from then on; when none does, the most hopeful failure is
  /// the station's.
  private func tryInTurn(
    _ requests: inout [StreamRequest], splice: inout PacketSplice, wasOnAir: inout Bool,
    receive: (FeedEvent) async throws -> Void
  ) async throws -> Outcome {
    var failure: TuneError?
    for (index, request) in requests.enumerated() {
      let outcome = try await connect(request, splice: &splice, wasOnAir: &wasOnAir, receive: receive)
      guard let error = outcome.error, outcome.received == .zero else {
        requests.insert(requests.remove(at: index), at: 0)
        return outcome
      }
      failure = ReconnectPolicy.moreHopeful(failure, error)
    }
    return Outcome(error: failure)
  }

  /// `wasOnAir` tells of a live stream in segments, whose last ones stay where they were when it is over: those were heard.
  private func connect(
    _ request: StreamRequest, splice: inout PacketSplice, wasOnAir: inout Bool,
    receive: (FeedEvent) async throws -> Void
  ) async throws -> Outcome {
    var outcome = Outcome()
    do {
      try await receive(.connecting(url: request.url.text))
      var connection = try await opener.open(request)
      do {
        if let segments = connection.head.segments {
          if wasOnAir, segments.hasEnd {
            throw TuneError.connectionLost(host: request.url.host, reason: Self.endedReason)
          }
          wasOnAir = !segments.hasEnd
        }
        try await receive(.connected(connection.head))
        let isRecording = try await pump(
          &connection, splice: &splice, received: &outcome.received, receive: receive)
        outcome.isComplete = isRecording || !connection.head.isLive
        await connection.close()
      } catch {
        await connection.close()
        throw error
      }
    } catch let error as TuneError {
      outcome.error = error
    }
    return outcome
  }

  /// Hands on what the connection brings until it ends; `received` is the sound of it that is new. True when the whole source
  /// was received, and begins anew with this connection.
  private func pump(
    _ connection: inout StationConnection, splice: inout PacketSplice, received: inout Duration,
    receive: (FeedEvent) async throws -> Void
  ) async throws -> Bool {
    func handOn(_ elements: [StreamElement]) async throws {
      for element in elements {
        if case .packet(let packet) = element { received += packet.duration }
        try await receive(.element(element))
      }
    }
    var parser = StreamParser(source: connection.head.url.text)
    var supply = AudioSupply(
      url: connection.head.url.text, host: connection.head.url.host, waited: .now - connection.openedAt)
    var wasBroken = false
    do {
      var asked = ContinuousClock.now
      while let chunks = try await connection.next() {
        let now = ContinuousClock.now
        var bytesCount = 0
        var sound: Duration = .zero
        for chunk in chunks {
          switch chunk {
          case .metadata(let metadata): try await handOn(splice.pass(.metadata(metadata), at: now))
          case .discontinuity:
            // There may have been no sound in it, which is no fault of what follows.
            for element in (try? parser.finish()) ?? [] { try await handOn(splice.pass(element, at: now)) }
            parser = StreamParser(source: connection.head.url.text)
          case .audio(let bytes):
            bytesCount += bytes.count
            for element in try parser.feed(bytes) {
              sound += element.packet?.duration ?? .zero
              try await handOn(splice.pass(element, at: now))
            }
          }
        }
        try supply.received(bytes: bytesCount, sound: sound, waited: now - asked - connection.rested)
        if connection.metadataIsBroken != wasBroken {
          wasBroken = true
          try await receive(.metadataBroken)
        }
        if splice.isSureOfRecording { return true }
        try await receive(.endOfRead(wait: now - asked > Self.noWait))
        asked = .now
      }
      for element in try parser.finish() { try await handOn(splice.pass(element, at: .now)) }
      if splice.isRecording { return true }
      try await handOn(splice.release())
      splice.connectionEnded(cleanly: true)
      return false
    } catch let error as TuneError {
      try await handOn(splice.release())
      splice.connectionEnded(cleanly: false)
      throw error
    }
  }
}

extension StreamHead {
  /// False for what has an end: a body of announced length without titles, which is a file on a server, and segments of which no more
  /// will come.
  var isLive: Bool {
    if let segments { return !segments.hasEnd }
    return contentLength == nil || metadataInterval != nil
  }
}
