public import AudioCore
public import Downloader
import SystemSupport

/// One stream of HTTP Live Streaming: its segments as one sequence of chunks, like the body of a ``StreamConnection``.
///
/// Nothing is read ahead: between calls of `next()` no socket is read. The connection holds a playlist, some keys, a
/// map and the last piece of a segment. A public server's playlists may name only public addresses.
public struct HLSConnection {
  /// The maximum size of the initialisation bytes (map) of a segment, in bytes.
  private static let maximumMapBytes = 1 << 20
  /// The maximum size of the response for a key of 16 bytes, in bytes.
  private static let maximumKeyBytes = 1024
  /// The maximum number of keys in memory.
  private static let maximumKeys = 32
  /// The minimum time between two requests for a segment that fails, except after a connection that delivered bytes.
  private static let minimumPause: Duration = .seconds(1)
  /// The upper bound of the estimated buffered audio: the capacity of the packet buffer.
  private static let maximumSoundInHand: Duration = .seconds(20)
  /// The buffered audio that must be left to fetch the next segment when a missing one is skipped; a second of it is in
  /// the audio device.
  private static let reserve: Duration = .seconds(2)
  /// The maximum pause when a server asks for a longer one (`Retry-After`): after it, other segments are available.
  private static let maximumPause: Duration = .seconds(10)

  /// The head of the response with the first playlist, and the values of the chosen stream.
  public let head: StreamHead
  /// When the first segments were known.
  public let openedAt = ContinuousClock.now
  /// The number of segments that failed and were skipped. After a skip, ``lastError`` holds the reason until the next
  /// success.
  public var leftOutCount: Int { schedule.missedCount }
  /// How long the last `next()` only waited, for the next request of the playlist or for the end of a pause.
  public private(set) var rested: Duration = .zero

  /// How long the connection may pause between two reads of a segment from the socket.
  public let pacing = ReadPacing()

  private let downloader: Downloader
  /// The request from which the requests for all addresses of the playlist are made.
  private var template: StreamRequest
  /// The address of the media playlist.
  private var address: StreamURL
  private var schedule: HLSSchedule
  private var reader: HLSSegmentReader?
  private var fetch: HLSFetch?
  /// The size of the current segment in bytes, if known.
  private var size: Int?
  private var decryptor: HLSDecryptor?
  private var keys: [String: [UInt8]] = [:]
  /// True once `next()` has returned bytes of a segment.
  private var hasBytes = false
  /// The map of the last segment that began.
  private var mapBytes: [UInt8] = []
  /// When the current segment was requested.
  private var askedAt = ContinuousClock.now
  /// The error of the last segment, or of the last request of the playlist; nil after a success.
  public private(set) var lastError: TuneError?
  /// When all audio so far will have been played, if playback began with the first segment. An estimate.
  private var soundEnd = ContinuousClock.now
  /// The number of the segment that was refused last.
  private var refusedSequence: Int?

  /// A stream whose media playlist at `address` was `media` when it was requested at `asked`. `head` is the response of
  /// the station's own address. `bitRate` is the rate from the master playlist in bit/s. `template` is a request for
  /// the addresses in the media playlist.
  init(
    _ media: HLSMedia, at address: StreamURL, asked: ContinuousClock.Instant, head: StreamHead, bitRate: Int?,
    template: StreamRequest, downloader: Downloader
  ) {
    schedule = HLSSchedule(media, at: asked)
    self.address = address
    self.template = template
    self.downloader = downloader
    var head = head
    head.segments = SegmentedStream(bitRate: bitRate, hasEnd: media.isEnded)
    if let bitRate, head.announcedKilobits == nil { head.announcedKilobits = BitRateText.kilobits(bitRate) }
    self.head = head
  }

  // MARK: Reading

  /// Returns the next chunks, or nil at the end of the stream. Returns an empty array when only time has passed. Throws
  /// ``TuneError`` or `CancellationError`.
  public mutating func next() async throws -> [StreamChunk]? {
    rested = .zero
    while true {
      if reader != nil { return try await read() }
      switch schedule.next(at: .now) {
      case .fetch(let fetch): return try await begin(fetch)
      case .pause(let moment): try await rest(until: moment)
      case .reload(let moment):
        try await rest(until: moment)
        try await reload()
      case .ended:
        if !hasBytes, let lastError { throw lastError }
        return nil
      case .stale(let time):
        throw lastError ?? .stalled(host: address.host, afterSeconds: Int(time.components.seconds))
      case .lost:
        throw lastError ?? .connectionLost(host: address.host, reason: "several segments in a row are missing")
      }
    }
  }

  /// Closes all connections.
  public func close() async {
    await reader?.close()
    template.closeIdleConnections()
  }

  private mutating func rest(until moment: ContinuousClock.Instant) async throws {
    let start = ContinuousClock.now
    try await downloader.sleep(until: moment)
    rested += .now - start
  }

  /// Starts a segment and returns the chunks that precede its bytes: discontinuity, title and map.
  private mutating func begin(_ fetch: HLSFetch) async throws -> [StreamChunk] {
    let segment = fetch.segment
    self.fetch = fetch
    askedAt = .now
    do {
      var chunks: [StreamChunk] = []
      var map: [UInt8]?
      if !fetch.isContinued {
        size = nil
        decryptor = try await decryptor(segment.key, for: fetch)
        if let wanted = fetch.map { map = try await bytes(of: wanted, for: fetch) }
        if !fetch.isDiscontinuity, map == mapBytes { map = nil }
        if fetch.isDiscontinuity || map != nil && !mapBytes.isEmpty { chunks.append(.discontinuity) }
        if let title = segment.title { chunks.append(.metadata(StreamMetadata(title: title))) }
        if let map { chunks.append(.audio(map)) }
      }
      let made = try await HLSSegmentReader(
        request(segment.uri), range: segment.byteRange, offset: fetch.offset, size: size, downloader: downloader)
      reader = made
      size = made.size
      if let map { mapBytes = map }
      schedule.began()
      return fetch.isContinued ? [] : chunks
    } catch let error as TuneError {
      try await failed(error)
      return []
    }
  }

  private mutating func read() async throws -> [StreamChunk] {
    do {
      reader?.pacing.pause = pacing.pause
      var bytes = try await reader?.next()
      let isAtEnd = bytes == nil
      if let decryptor { bytes = bytes.map(decryptor.feed) ?? decryptor.finish() }
      if isAtEnd {
        await reader?.close()
        let now = ContinuousClock.now
        soundEnd = min(max(soundEnd, now) + (fetch?.segment.duration ?? .zero), now + Self.maximumSoundInHand)
        (reader, fetch, decryptor, lastError) = (nil, nil, nil, nil)
        schedule.finished()
      }
      guard let bytes, !bytes.isEmpty else { return [] }
      hasBytes = true
      return [.audio(bytes)]
    } catch let error as TuneError {
      try await failed(error)
      return []
    }
  }

  /// Handles a segment that fails or breaks off. Throws errors that no other segment can correct.
  private mutating func failed(_ error: TuneError) async throws {
    let before = fetch?.offset ?? 0
    let taken = reader?.taken ?? before
    await reader?.close()
    reader = nil
    lastError = error
    var wish: Duration = .zero
    switch error {
    case .network(.redirect), .network(.badURL), .network(.tls), .format(.unsupported), .system(.cannotRead):
      throw error
    case .network(.status(let code, _, _, let retryAfter)):
      if Self.isRefusal(error) { return try refused(error, isNotFound: code == 404) }
      wish = .seconds(retryAfter ?? 0)
    case .network(.serverFull(_, let retryAfter)): wish = .seconds(retryAfter ?? 0)
    default: break
    }
    // A segment of which new bytes arrived is requested again at once.
    let pauseEnd = max(askedAt + Self.minimumPause, .now + min(wish, Self.maximumPause))
    schedule.broke(after: taken, pausingUntil: taken > before ? nil : pauseEnd)
  }

  /// Handles a refusal of the current segment: it is not available yet (404), not any more, or not with this token.
  ///
  /// A segment that is not found is requested again while enough audio is buffered; one that is refused, only once.
  /// Then the segment is skipped. Instead of skipping the last listed segment of a live stream after a refusal (not a
  /// 404), throws `error` if audio was delivered before: the station's own address may give new tokens.
  private mutating func refused(_ error: TuneError, isNotFound: Bool) throws {
    let isKnown = refusedSequence == fetch?.sequence
    refusedSequence = fetch?.sequence
    let canWait = soundEnd - .now >= Self.minimumPause + Self.reserve
    if !schedule.isEnded, canWait, isNotFound || !isKnown {
      return schedule.postponed(until: askedAt + Self.minimumPause)
    }
    if !schedule.isEnded, !isNotFound, !schedule.hasNext, hasBytes { throw error }
    schedule.missed()
  }

  /// True for a 4xx status that will not change with time; 408, 425 and 429 mean only a wrong moment.
  private static func isRefusal(_ error: TuneError) -> Bool {
    guard case .network(.status(let code, _, _, _)) = error else { return false }
    return (400..<500).contains(code) && ![408, 425, 429].contains(code)
  }

  private mutating func reload() async throws {
    let asked = ContinuousClock.now
    do {
      let document = try await HLSDocument.fetch(
        request(address), by: downloader, within: downloader.limits.documentTime)
      schedule.reloaded(try document.media(), at: asked)
      address = document.address
      template = document.follower
      lastError = nil
    } catch let error as TuneError {
      lastError = error
      schedule.reloadFailed(at: asked, isRefusal: Self.isRefusal(error))
    }
  }

  // MARK: Maps and keys

  private mutating func bytes(of map: HLSMap, for fetch: HLSFetch) async throws -> [UInt8] {
    let decryptor = try await decryptor(map.key, for: fetch)
    let start = ContinuousClock.now
    var reader = try await HLSSegmentReader(request(map.uri), range: map.byteRange, downloader: downloader)
    var bytes: [UInt8] = []
    do {
      while bytes.count <= Self.maximumMapBytes, let more = try await reader.next() {
        bytes += more
        guard ContinuousClock.now - start < downloader.limits.documentTime else {
          throw TuneError.stalled(host: address.host, afterSeconds: downloader.limits.documentSeconds)
        }
      }
    } catch {
      await reader.close()
      throw error
    }
    await reader.close()
    guard bytes.count <= Self.maximumMapBytes else {
      throw TuneError.badAnswer(
        host: address.host, reason: "the beginning of its segments is longer than \(Self.maximumMapBytes >> 10) KiB")
    }
    return decryptor.map { $0.feed(bytes) + $0.finish() } ?? bytes
  }

  private mutating func decryptor(_ key: HLSKey?, for fetch: HLSFetch) async throws -> HLSDecryptor? {
    switch key {
    case nil: return nil
    case .unsupported(let method):
      throw TuneError.unsupported(source: head.url.text, kind: "HLS encrypted by \(method)")
    case .aes128(let uri, let vector):
      let (key, source) = (try await keyBytes(uri), head.url.text)
      // The first decryptor loads libavcodec, which must not block the thread of the sockets.
      return try await withTaskExecutorPreference(globalConcurrentExecutor) {
        try HLSDecryptor(key: key, vector: vector ?? fetch.initializationVector, source: source)
      }
    }
  }

  private mutating func keyBytes(_ uri: String) async throws -> [UInt8] {
    let request = try request(uri)
    if let key = keys[request.url.text] { return key }
    let key = try await downloader.document(
      request, maximumBytes: Self.maximumKeyBytes, within: downloader.limits.documentTime
    ).bytes
    guard key.count == HLSDecryptor.blockBytes else {
      throw TuneError.badAnswer(
        host: request.url.host, reason: "the key \(request.url.text) has \(key.count) bytes instead of 16")
    }
    if keys.count >= Self.maximumKeys { keys = [:] }
    keys[request.url.text] = key
    return key
  }

  // MARK: Addresses

  private func request(_ uri: String) throws(TuneError) -> StreamRequest {
    try request(HLSDocument.resolve(uri, from: address))
  }

  /// Returns a separate request. It counts only its own redirects, and has the standard time limits instead of the
  /// remaining time of the opening.
  private func request(_ url: StreamURL) -> StreamRequest {
    var request = template
    request.url = url
    request.trail = []
    request.redirectCount = 0
    request.timeLimit = nil
    request.wantsTitles = false
    request.keepsAlive = true
    return request
  }
}
