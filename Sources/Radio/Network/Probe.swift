public import AudioCore
public import Downloader
public import Parser
import RadioModel
import Reader

/// Examines one stream as closely as a player must, and reports its properties and how long each step took.
public struct Probe: Sendable {
  /// The result of a probe. Times are since the start of the probe.
  public struct Report: Sendable {
    /// The response head of the server, with all redirects; nil for a file and for standard input.
    public internal(set) var head: StreamHead?
    /// Time until the response head was received; nil where there is none.
    public internal(set) var timeToHead: Duration?
    /// Time until the first packet was complete.
    public internal(set) var timeToFirstPacket: Duration?
    /// Time until the first packet was decoded.
    public internal(set) var timeToFirstSound: Duration?
    /// The container of the packets; nil when they follow each other without one.
    public internal(set) var container: StreamContainer?
    /// True when the stream consists of segments that a playlist names.
    public internal(set) var isHLS = false
    /// The codec of the stream.
    public internal(set) var codec: Codec?
    /// The mean bit rate of the packets seen, in bit/s.
    public internal(set) var bitRate: Int?
    /// The format of the decoded sound.
    public internal(set) var format: AudioFormat?
    /// The duration of a file, from its header.
    public internal(set) var length: Duration?
    /// The duration of a file whose header does not state it, estimated from its size and its constant bit rate.
    public internal(set) var estimatedLength: Duration?
    /// The first title.
    public internal(set) var title: String?
    /// The text that the station sent as its title; nil when it is the title itself.
    public internal(set) var rawTitle: String?

    /// Stores the title of `metadata` if it is the first. An empty title means that there is none yet.
    mutating func record(_ metadata: StreamMetadata) {
      let metadata = head.map { metadata.judged(by: TitleRule(stations: [$0.name].compactMap(\.self))) } ?? metadata
      guard title == nil else { return }
      if !metadata.title.isEmpty { title = metadata.title }
      if title != nil || rawTitle == nil { rawTitle = metadata.rawTitle }
    }

    /// The kind of stream; nil when no packet came.
    public var kind: StreamKind? { codec.map { StreamKind(container: container, codec: $0, isHLS: isHLS) } }
  }

  /// How long a probe waits for a title after the first sound was decoded. Servers send the title within their first
  /// metadata interval.
  static let titleTimeout: Duration = .seconds(1)
  /// How much sound is decoded: HE-AAC shows its true sample rate only after some packets.
  static let sound: Duration = .milliseconds(500)

  private let opener: StreamOpener

  /// A probe of streams that `opener` finds.
  public init(opener: StreamOpener) {
    self.opener = opener
  }

  /// Probes `requests`, one after the other, until one plays. Throws the ``TuneError`` of the first when none does, or
  /// `CancellationError`.
  public func run(_ requests: [StreamRequest]) async throws -> Report {
    var failure: TuneError?
    for request in requests {
      do {
        return try await run(request)
      } catch let error as TuneError {
        failure = failure ?? error
      }
    }
    throw failure ?? .invalidRequest(message: "it has no address")
  }

  /// Probes `request`. Where a playlist names several streams, probes the first that gives sound. Throws ``TuneError``
  /// or `CancellationError`.
  public func run(_ request: StreamRequest) async throws -> Report {
    let start = ContinuousClock.now
    var search = opener.search(request)
    while true {
      let connection = try await search.next()
      var report = Report(head: connection.head, timeToHead: connection.openedAt - start)
      if case .segments = connection { report.isHLS = true }
      var source = PacketSource(
        connection, request: request, opener: opener, firstPacketLimit: search.listeningTime)
      do {
        _ = try await listen(to: &source, since: start, report: &report)
        await source.close()
        guard report.codec == nil, search.hasMore else { return report }
        _ = search.gaveNoSound(.notAudio(source: connection.head.url.text, found: "nothing"))
      } catch {
        await source.close()
        guard let error = error as? TuneError, report.codec == nil else { throw error }
        guard search.gaveNoSound(error) else { throw search.reason ?? error }
      }
    }
  }

  /// Probes the file at `path`, or standard input when that is nil. Reads no more than necessary. Throws ``TuneError``
  /// or `CancellationError`.
  public func run(file path: String?) async throws -> Report {
    let start = ContinuousClock.now
    let bytes = path.map { LocalBytes(path: $0) } ?? .standardInput
    var source = try await PacketSource(bytes, name: path ?? "standard input")
    var report = Report()
    let estimate = try await listen(to: &source, since: start, report: &report)
    report.length = source.parser.length
    if report.length == nil { report.estimatedLength = await source.estimatedLength(estimate) }
    return report
  }

  /// Decodes packets until there is enough sound, and notes their properties.
  private struct Listener {
    let start: ContinuousClock.Instant
    private let reader = PacketReader()
    var rates = BitRateAverage()
    private(set) var length = LengthEstimate()
    /// Duration of the sound that was decoded.
    private(set) var decoded: Duration = .zero

    mutating func read(
      _ elements: [StreamElement], in container: StreamContainer?, into report: inout Report
    ) throws {
      for element in elements {
        guard case .packet(let packet) = element else {
          if case .metadata(let metadata) = element { report.record(metadata) }
          continue
        }
        if report.timeToFirstPacket == nil { report.timeToFirstPacket = ContinuousClock.now - start }
        report.codec = packet.codec
        report.container = container
        report.bitRate = rates.average(adding: packet)
        if container == nil { length.add(packet) }
        // The replacement for a bad packet does not count as sound.
        guard let block = try reader.read(packet), reader.hasSounded else { continue }
        if report.timeToFirstSound == nil { report.timeToFirstSound = ContinuousClock.now - start }
        report.format = block.format
        decoded += block.duration
      }
    }

    /// Throws when the stream gave no sound before it ended or was left.
    func finish(source: String, report: Report) throws {
      if let failure = reader.soundless { throw failure }
      guard report.format != nil || reader.finish() != nil else {
        throw TuneError.notAudio(source: source, found: "packets that give no sound")
      }
    }
  }

  /// Examines `source` until enough is known, or it ends. Returns the estimate of its length. Throws ``TuneError`` or
  /// `CancellationError`.
  private func listen(
    to source: inout PacketSource, since start: ContinuousClock.Instant, report: inout Report
  ) async throws -> LengthEstimate {
    var listener = Listener(start: start)
    while let item = try await source.next() {
      switch item {
      case .elements(let elements, let container): try listener.read(elements, in: container, into: &report)
      case .title(let metadata): report.record(metadata)
      case .metadataBroken, .segmentLeftOut, .endOfRead: break
      }
      let isTitleSettled = source.head?.metadataInterval == nil || report.title != nil
      if !source.hasMoreOfRead, listener.decoded >= Self.sound, let first = report.timeToFirstSound,
        isTitleSettled || ContinuousClock.now - start > first + Self.titleTimeout
      {
        return listener.length
      }
    }
    let last = try source.finish()
    try listener.read(last.elements, in: last.container, into: &report)
    try listener.finish(source: source.name, report: report)
    return listener.length
  }
}
