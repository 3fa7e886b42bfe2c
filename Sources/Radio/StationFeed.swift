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
  /// All that came with one read has been handed out: a good moment to pause or to flush.
  case endOfRead
  /// The connection ended; the next try comes in so long.
  case retrying(reason: String, after: Duration)
}

/// The network side of one source: bytes from a station, a file or standard input become packets and titles, in order and
/// under the receiver's back-pressure, over as many connections as it takes.
public struct StationFeed: Sendable {
  /// What to do when a stream ends.
  public enum Persistence: Sendable {
    /// A stream that has played is reconnected to when it ends or breaks.
    case reconnecting
    /// The end of the first connection is the end.
    case once
  }

  /// A connection that sends bytes for so long without one audio frame is no audio stream.
  static let firstPacketLimit: Duration = .seconds(15)

  private let opener: StreamOpener
  private let persistence: Persistence

  /// A feed that opens streams by `opener`.
  public init(opener: StreamOpener, persistence: Persistence) {
    self.opener = opener
    self.persistence = persistence
  }

  /// Feeds `source` to `receive` until it ends. `receive` may suspend to hold the sender back.
  ///
  /// Throws ``TuneError`` when the source is given up, `CancellationError`, and whatever `receive` throws.
  public func run(_ source: Source, receive: (FeedEvent) async throws -> Void) async throws {
    switch source {
    case .file(let path):
      if let requests = try LocalPlaylist(path: path)?.requests() {
        try await follow(requests, receive: receive)
      } else {
        try await feed(LocalBytes(path: path), name: path, receive: receive)
      }
    case .standardInput: try await feed(LocalBytes.standardInput, name: "standard input", receive: receive)
    case .url(let text): try await follow([try StreamRequest(url: StreamURL(text))], receive: receive)
    case .station(let station): try await follow(try station.requests(), receive: receive)
    }
  }

  private func feed(_ bytes: LocalBytes, name: String, receive: (FeedEvent) async throws -> Void) async throws {
    var parser = StreamParser(source: name)
    for try await chunk in bytes {
      for packet in try parser.feed(chunk) { try await receive(.element(.packet(packet))) }
      try await receive(.endOfRead)
    }
    for packet in try parser.finish() { try await receive(.element(.packet(packet))) }
  }

  private func follow(_ requests: [StreamRequest], receive: (FeedEvent) async throws -> Void) async throws {
    var policy = ReconnectPolicy()
    while true {
      let outcome = try await tryInTurn(requests, receive: receive)
      if outcome.isComplete { return }
      policy.heard(for: outcome.heard)
      if persistence == .once {
        if let error = outcome.error { throw error }
        return
      }
      switch policy.connectionEnded(with: outcome.error, unitRandom: .random(in: 0...1)) {
      case .giveUp:
        if let error = outcome.error { throw error }
        return
      case .retry(let delay):
        try await receive(.retrying(reason: outcome.error?.description ?? "the stream ended", after: delay))
        try await Task.sleep(for: delay, clock: .continuous)
      }
    }
  }

  /// How one round over a source's addresses ended.
  private struct Outcome {
    /// Nil when the server ended the stream cleanly.
    var error: TuneError?
    /// Sound received on the last connection.
    var heard: Duration = .zero
    /// True when a body of announced length came whole: a file on a server, not a live stream.
    var isComplete = false
  }

  /// Tries the addresses until one gives sound; when none does, the first one's failure is the station's.
  private func tryInTurn(_ requests: [StreamRequest], receive: (FeedEvent) async throws -> Void) async throws -> Outcome
  {
    var first: Outcome?
    for request in requests {
      let outcome = try await connect(request, receive: receive)
      if outcome.error == nil || outcome.heard > .zero { return outcome }
      first = first ?? outcome
    }
    return first ?? Outcome()
  }

  private func connect(_ request: StreamRequest, receive: (FeedEvent) async throws -> Void) async throws -> Outcome {
    var outcome = Outcome()
    do {
      try await receive(.connecting(url: request.url.text))
      var connection = try await opener.open(request)
      do {
        try await receive(.connected(connection.head))
        try await pump(&connection, heard: &outcome.heard, receive: receive)
        outcome.isComplete = connection.head.contentLength != nil && connection.head.metadataInterval == nil
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

  private func pump(
    _ connection: inout StreamConnection, heard: inout Duration, receive: (FeedEvent) async throws -> Void
  ) async throws {
    var parser = StreamParser(source: connection.head.url.text)
    while let chunks = try await connection.next() {
      for chunk in chunks {
        switch chunk {
        case .metadata(let metadata): try await receive(.element(.metadata(metadata)))
        case .audio(let bytes):
          for packet in try parser.feed(bytes) {
            heard += packet.duration
            try await receive(.element(.packet(packet)))
          }
        }
      }
      try await receive(.endOfRead)
      if heard == .zero, ContinuousClock.now - connection.openedAt > Self.firstPacketLimit {
        throw TuneError.notAudio(source: connection.head.url.text, found: "no audio frame within 15 s")
      }
    }
    for packet in try parser.finish() {
      heard += packet.duration
      try await receive(.element(.packet(packet)))
    }
  }
}
