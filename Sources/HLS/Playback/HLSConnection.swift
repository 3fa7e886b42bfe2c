import AudioCore
import Downloader

/// One stream of HTTP Live Streaming: segment after segment as one row of chunks, like the body of a ``StreamConnection``.
///
/// Nothing is read ahead: while nobody calls `next()`, no socket is read. What is held is a playlist, some keys and the piece of a
/// segment that came last. Whatever a public server's playlists name must be public, too.
public struct HLSConnection {
  /// Bytes of what a segment may need in front.
  private static let maximumMapBytes = 1 << 20
  /// Bytes of an answer that should be a key of 16.
  private static let maximumKeyBytes = 1024
  /// Keys that are kept.
  private static let mostKeys = 32
  /// Shortest time between two requests for a segment that does not come.
  private static let leastPause: Duration = .seconds(1)
  /// Most sound in hand that is reckoned with: as much as the packet buffer holds.
  private static let mostSoundInHand: Duration = .seconds(20)
  /// So much sound in hand is left for fetching what follows a segment that never comes: a second of it is in the sound
  /// device.
  private static let reserve: Duration = .seconds(2)
  /// The same where a server asks for a longer one: by then there are other segments.
  private static let longestPause: Duration = .seconds(10)

  /// What the server of the first playlist said before it, and what was chosen of that.
  public let head: StreamHead
  /// When the first segments were known.
  public let openedAt = ContinuousClock.now
  /// Segments that could not be had, and were left out; ``lastError`` says why the last one was.
  public var leftOutCount: Int { schedule.missedCount }
  /// How long the last `next()` waited for nothing but a time: that of the next look at the playlist, or of the end of a pause.
  public private(set) var rested: Duration = .zero

  /// How long the socket may be left alone between two reads of a segment.
  public let pacing = ReadPacing()

  private let downloader: Downloader
  /// A request for whatever the playlist names.
  private var template: StreamRequest
  /// The media playlist's own address.
  private var address: StreamURL
  private var schedule: HLSSchedule
  private var reader: HLSSegmentReader?
  private var fetch: HLSFetch?
  /// Bytes of the segment at hand, if known.
  private var size: Int?
  private var decryptor: HLSDecryptor?
  private var keys: [String: [UInt8]] = [:]
  /// True once any bytes were handed on.
  private var hasBytes = false
  /// The map that was handed on last.
  private var mapBytes: [UInt8] = []
  /// When the segment at hand was asked for.
  private var askedAt = ContinuousClock.now
  /// What kept the last segment, or the last look at the playlist, from coming.
  public private(set) var lastError: TuneError?
  /// When all sound that was handed on will have been heard, if it was heard from the first moment on.
  private var soundEnd = ContinuousClock.now
  /// Number of the segment that was refused last.
  private var refusedSequence: Int?

  /// The stream whose media playlist at `address` was `media` when it was asked for at `asked`. `head` is what the
  /// station's own address said, `bitRate` what its master playlist says of the sound in bit/s, and `template` a
  /// request for what the media playlist names.
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
    if let bitRate, head.announcedKilobits == nil { head.announcedKilobits = (bitRate + 500) / 1000 }
    self.head = head
  }

  // MARK: Reading

  /// The next chunks, or nil at the end of the stream; none when only time has passed. Throws ``TuneError`` or
  /// `CancellationError`.
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

  /// Closes what is open.
  public func close() async {
    await reader?.close()
    template.closeIdleConnections()
  }

  private mutating func rest(until moment: ContinuousClock.Instant) async throws {
    let start = ContinuousClock.now
    try await downloader.sleep(until: moment)
    rested += .now - start
  }

  /// What is to be handed on before a segment, which is asked for.
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
        soundEnd = min(max(soundEnd, now) + (fetch?.segment.duration ?? .zero), now + Self.mostSoundInHand)
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

  /// The segment at hand does not come, or not on. Throws what no other segment will mend.
  private mutating func failed(_ error: TuneError) async throws {
    let before = fetch?.offset ?? 0
    let taken = reader?.taken ?? before
    await reader?.close()
    reader = nil
    lastError = error
    var wish: Duration = .zero
    switch error {
    case .redirect, .badURL, .unsupported, .cannotRead, .tls: throw error
    case .status(let code, _, _, let retryAfter):
      if Self.isRefusal(error) { return try refused(error, isNotFound: code == 404) }
      wish = .seconds(retryAfter ?? 0)
    case .serverFull(_, let retryAfter): wish = .seconds(retryAfter ?? 0)
    default: break
    }
    // What broke off on the way is asked for at once.
    let pauseEnd = max(askedAt + Self.leastPause, .now + min(wish, Self.longestPause))
    schedule.broke(after: taken, pausingUntil: taken > before ? nil : pauseEnd)
  }

  /// The server does not give the segment at hand: not yet (404), not any more, or not with this token.
  ///
  /// What is not found is asked for again as long as there is sound in hand; what is refused, once. Then the segment is
  /// left out. Where nothing that is listed can be had, throws `error`, since the station's own address may give new
  /// tokens.
  private mutating func refused(_ error: TuneError, isNotFound: Bool) throws {
    let isKnown = refusedSequence == fetch?.sequence
    refusedSequence = fetch?.sequence
    let canWait = soundEnd - .now >= Self.leastPause + Self.reserve
    if !schedule.isEnded, canWait, isNotFound || !isKnown {
      return schedule.postponed(until: askedAt + Self.leastPause)
    }
    if !schedule.isEnded, !isNotFound, !schedule.hasNext, hasBytes { throw error }
    schedule.missed()
  }

  /// True when a server gave no for an answer that it will give again: asking at a wrong time (408, 425, 429) is none.
  private static func isRefusal(_ error: TuneError) -> Bool {
    guard case .status(let code, _, _, _) = error else { return false }
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

  // MARK: What belongs to a segment

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
      // The first one loads libavcodec, which the thread of the sockets must not wait for.
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
    if keys.count >= Self.mostKeys { keys = [:] }
    keys[request.url.text] = key
    return key
  }

  // MARK: Addresses

  private func request(_ uri: String) throws(TuneError) -> StreamRequest {
    try request(HLSDocument.resolve(uri, from: address))
  }

  /// A request of its own: only what redirects it counts, and it has the time that any has, not what was left at the opening.
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
