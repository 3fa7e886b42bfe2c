import AudioCore
import Downloader
import Parser
public import RadioModel
import Stations

/// The network side of one source: it turns bytes from a station, a file or standard input into packets and titles.
/// They come in order, under the receiver's back-pressure, over any number of connections.
public struct StationFeed: Sendable {
  /// The longest announcement, in sound. What lasts longer is a station.
  package static let maximumAnnouncement: Duration = .seconds(300)

  private let opener: StreamOpener
  private let retry: RetryLimit

  /// A feed that opens streams with `opener`, and reconnects as often as `retry` allows.
  public init(opener: StreamOpener, retry: RetryLimit) {
    self.opener = opener
    self.retry = retry
  }

  /// The thread of the sockets, on which a task that feeds `source` best begins; nil where no socket is read.
  func executor(for source: Source) -> EventLoopExecutor? { source.isFile ? nil : opener.executor }

  /// Feeds `source` to `receive` until it ends. `receive` may suspend to hold the sender back. A source that
  /// `hasPlayed` before is not given up for a failure that may be temporary.
  ///
  /// A source that `isAnnouncement` may be a file whose server does not say how long it is. It ends when its server ends
  /// it cleanly within ``maximumAnnouncement``, and is given up when it does not begin at the second attempt. A live
  /// stream whose server announces a station, by fields of ICY or by live segments, is none.
  ///
  /// `soundInHand` is what the listener has still to hear: repeated packets are held back, and a connection is made again,
  /// while it lasts. It is nil without a listener.
  ///
  /// With `onSocketThread`, the bytes of the network are received on the thread of the sockets, which `receive` must
  /// not block. `notice` gets events that come while `receive` is not called, on any thread.
  ///
  /// Throws ``TuneError`` when the source is given up, `CancellationError`, and any error of `receive`.
  public func run(
    _ source: Source, hasPlayed: Bool = false, isAnnouncement: Bool = false, onSocketThread: Bool = false,
    soundInHand: (@Sendable () -> Duration)? = nil, notice: @escaping @Sendable (FeedEvent) -> Void = { _ in },
    receive: (FeedEvent) async throws -> Void
  ) async throws {
    guard var requests = try opener.requests(for: source) else {
      if case .file(let path) = source { return try await feed(LocalBytes(path: path), name: path, receive: receive) }
      return try await feed(
        .standardInput, name: "standard input", head: opener.inputFormat?.wavHeader.bytes ?? [], receive: receive)
    }
    for index in requests.indices {
      requests[index].onSlowLookup = { host in notice(.slowLookup(host: host)) }
    }
    let policy = ReconnectPolicy(limit: retry, hasPlayed: hasPlayed)
    try await withTaskExecutorPreference(onSocketThread ? opener.executor : nil) { [requests] in
      try await follow(
        requests, of: source, policy: policy, isAnnouncement: isAnnouncement, soundInHand: soundInHand, receive: receive
      )
    }
  }

  /// Feeds `bytes` to `receive`, after a `head` that they lack.
  private func feed(
    _ bytes: LocalBytes, name: String, head: [UInt8] = [], receive: (FeedEvent) async throws -> Void
  ) async throws {
    var source = try await PacketSource(bytes, name: name, head: head)
    var isLengthKnown = false
    var estimate = LengthEstimate()
    var (isAsked, hasEstimate) = (false, false)
    while let item = try await source.next() {
      switch item {
      case .elements(let elements, let container):
        if !isLengthKnown, let length = source.parser.length {
          isLengthKnown = true
          try await receive(.length(length))
        }
        if !isLengthKnown, container == nil {
          for case .packet(let packet) in elements { estimate.add(packet) }
          if hasEstimate != estimate.isUsable, hasEstimate || !isAsked {
            isAsked = true
            let length = await source.estimatedLength(estimate)
            if hasEstimate || length != nil { try await receive(.estimatedLength(length)) }
            hasEstimate = length != nil
          }
        }
        try await receive(.elements(elements))
      case .endOfRead: try await receive(.endOfRead(nil))
      case .title, .metadataBroken, .segmentLeftOut: break  // a server's
      }
    }
    try await receive(.elements(source.finish().elements))
    if let cut = source.parser.cut { try await receive(.cutOff(cut)) }
  }

  private func follow(
    _ requests: [StreamRequest], of source: Source, policy: ReconnectPolicy, isAnnouncement: Bool,
    soundInHand: (@Sendable () -> Duration)?, receive: (FeedEvent) async throws -> Void
  ) async throws {
    var policy = policy
    var (sound, failures) = (Duration.zero, 0)
    var course = Course(splice: makeSplice(), soundInHand: soundInHand)
    if case .station(let station) = source { course.stationName = station.name }
    var requests = requests
    while true {
      let outcome = try await tryInTurn(&requests, course: &course, receive: receive)
      if outcome.isComplete { return }
      sound += outcome.received
      if isAnnouncement, !course.isStation, sound <= Self.maximumAnnouncement {
        guard let failure = outcome.failure else { return }
        if sound == .zero { failures += 1 }
        if failures > 1 { throw failure.error }
      }
      policy.received(outcome.received, within: outcome.time)
      let decision = policy.connectionEnded(
        with: outcome.failure?.error, isOwnAnswer: outcome.failure?.isOwnAnswer ?? true,
        soundLasts: soundInHand.map { $0() - outcome.timeToSound }, unitRandom: .random(in: 0...1))
      switch decision {
      case .giveUp:
        if let failure = outcome.failure { throw failure.error }
        if retry == .never { return }
        throw TuneError.connectionLost(host: requests.first?.url.host ?? "", reason: Self.endedReason)
      case .retry(let delay):
        try await receive(
          .retrying(reason: outcome.failure?.error.description ?? Self.endedReason, after: delay))
        try await Task.sleep(for: delay, clock: .continuous)
      }
    }
  }

  /// Makes a splice. With a limited number of retries, a recording ends when it starts for the second time.
  private func makeSplice() -> PacketSplice { PacketSplice(looksForRecordings: retry != .forever) }

  /// The reason that is given when the server ended a live stream cleanly.
  private static let endedReason = "the stream ended"

  /// Tries the addresses until one gives sound; that one is tried first from then on. When none gives sound, the
  /// failure with the best prospects stands for the station.
  private func tryInTurn(
    _ requests: inout [StreamRequest], course: inout Course, receive: (FeedEvent) async throws -> Void
  ) async throws -> Outcome {
    var failure: ReconnectPolicy.Failure?
    for (index, request) in requests.enumerated() {
      // When the address is not that of the unfinished file, the rest of the file is left to a later attempt, unless
      // this address gives sound.
      let broken = course.transfer?.source.url == request.url ? nil : course.transfer
      let splice = course.splice
      let outcome = try await connect(request, course: &course, receive: receive)
      guard let found = outcome.failure, outcome.received == .zero else {
        requests.insert(requests.remove(at: index), at: 0)
        return outcome
      }
      if let broken { (course.transfer, course.splice) = (broken, splice) }
      failure = ReconnectPolicy.moreHopeful(failure, found)
    }
    return Outcome(failure: failure)
  }

  /// Receives the streams behind `request` in turn until one gives sound, and that one to its end; or receives the rest
  /// of an unfinished file.
  private func connect(
    _ request: StreamRequest, course: inout Course, receive: (FeedEvent) async throws -> Void
  ) async throws -> Outcome {
    try await receive(.connecting(url: request.url.text))
    course.askedAt = .now
    let isOwnFile = course.transfer?.isOwnAnswer ?? true
    if let resumed = try await resume(request, course: &course) {
      var outcome = Outcome()
      let error = try await listen(
        to: resumed, request: request, firstPacketLimit: StallDetector.firstPacketLimit, outcome: &outcome,
        course: &course, receive: receive)
      course.transfer?.isOwnAnswer = isOwnFile
      outcome.failure = error.map { ReconnectPolicy.Failure(error: $0, isOwnAnswer: isOwnFile) }
      return outcome
    }
    var search = opener.search(request, silent: course.silent)
    defer { course.silent = search.silent }
    while true {
      var outcome = Outcome()
      let opened = try await Self.opened { try await search.next() }
      let error = try await listen(
        to: opened, request: request, firstPacketLimit: search.listeningTime, outcome: &outcome, course: &course,
        receive: receive)
      course.transfer?.isOwnAnswer = search.isOwnAnswer
      if outcome.hasSound {
        search.gaveSound()
      } else if let reason = error ?? (search.hasMore ? .notAudio(source: request.url.text, found: "nothing") : nil) {
        if search.gaveNoSound(reason) {
          course.transfer = nil
          try await receive(.detail("\(reason): trying the next stream"))
          continue
        }
      }
      let reason = outcome.hasSound || outcome.isComplete ? error : search.reason ?? error
      outcome.failure = reason.map { ReconnectPolicy.Failure(error: $0, isOwnAnswer: search.isOwnAnswer) }
      return outcome
    }
  }

  private static func opened(
    _ open: () async throws -> StationConnection
  ) async throws -> Result<StationConnection, TuneError> {
    do {
      return .success(try await open())
    } catch let error as TuneError {
      return .failure(error)
    }
  }

  /// Receives the stream `opened` until it ends. Returns the reason; nil when it ended cleanly.
  private func listen(
    to opened: Result<StationConnection, TuneError>, request: StreamRequest, firstPacketLimit: Duration,
    outcome: inout Outcome, course: inout Course, receive: (FeedEvent) async throws -> Void
  ) async throws -> TuneError? {
    var failure: TuneError?
    do {
      let connection = try opened.get()
      let head = connection.head
      let start = ContinuousClock.now
      defer { outcome.time = .now - start }
      // A server that sends titles beside the sound may still send one. Otherwise a container without a title clears
      // the title of the previous connection.
      var source = PacketSource(
        connection, request: request, opener: opener, firstPacketLimit: firstPacketLimit,
        followsTitle: course.splice.hasTitle && head.metadataInterval == nil, continuing: course.transfer)
      course.transfer = nil  // the source has it until the connection ends
      do {
        if let segments = head.segments {
          if course.wasOnAir, segments.hasEnd {
            throw TuneError.connectionLost(host: head.url.host, reason: Self.endedReason)
          }
          course.wasOnAir = !segments.hasEnd
        }
        if head.isFromStation { course.isStation = true }
        course.titleRule = TitleRule(stations: [course.stationName, head.name].compactMap(\.self))
        try await receive(.connected(head))
        let isRecording = try await pump(&source, course: &course, outcome: &outcome, receive: receive)
        outcome.isComplete =
          isRecording || !head.isLive
          || source.isEndMarked && head.isFile(of: outcome.received, within: .now - start)
        await source.close()
      } catch {
        await source.close()
        throw error
      }
    } catch let error as TuneError {
      failure = error
    } catch let refusal as TimeShiftBuffer.RefusalError {
      failure = outcome.refuse(refusal)
    }
    do {
      // When a connection brings nothing more, this call is the last chance to get the refusal.
      if !outcome.isComplete { try await receive(.endOfRead(nil)) }
    } catch let refusal as TimeShiftBuffer.RefusalError {
      failure = outcome.refuse(refusal)
    }
    // The next connection may repeat these packets. They are then judged independently.
    if outcome.isRefused { (course.splice, course.transfer) = (makeSplice(), nil) }
    return failure
  }

  /// Opens the rest of the unfinished file that `request` led to; nil when there is none. A server that no longer has
  /// the rest sends the file, or another one, from the beginning.
  private func resume(
    _ request: StreamRequest, course: inout Course
  ) async throws -> Result<StationConnection, TuneError>? {
    guard var broken = course.transfer, broken.source.url == request.url else {
      // Another file follows, or the same one from its beginning.
      if course.transfer != nil { _ = course.splice.connectionEnded(cleanly: false) }
      course.transfer = nil
      return nil
    }
    do {
      switch try await opener.resume(&broken) {
      case .rest(let rest):
        course.transfer = broken
        return .success(rest)
      case .restart(let restart):
        _ = course.splice.connectionEnded(cleanly: false)
        course.transfer = nil
        return .success(restart)
      }
    } catch let error as TuneError {
      return .failure(error)
    }
  }

  /// Hands on the elements of a connection until it ends, and notes the sound in `outcome`. Returns true when the whole
  /// source was received and starts again within this connection. When a file is cut off, `course` keeps the data to
  /// ask for its rest.
  private func pump(
    _ source: inout PacketSource, course: inout Course, outcome: inout Outcome,
    receive: (FeedEvent) async throws -> Void
  ) async throws -> Bool {
    let soundBefore = course.splice.newSound
    func handOn(_ elements: [StreamElement]) async throws {
      outcome.received = course.splice.newSound - soundBefore
      guard !elements.isEmpty else { return }
      if outcome.timeToSound == .zero { outcome.timeToSound = .now - course.askedAt }
      try await receive(.elements(elements))
    }
    /// Hands on what the parser gave out, without the titles and packets to leave out.
    func passOn(
      _ elements: [StreamElement], in container: StreamContainer?, at time: ContinuousClock.Instant
    ) async throws {
      let judged = elements.contains { $0.packet == nil } ? elements.map { $0.judged(by: course.titleRule) } : elements
      let chosen = course.titles.choose(judged, isContained: container != nil)
      try await handOn(course.splice.pass(chosen, at: time, soundInHand: course.soundInHand?()))
    }
    /// Ends the source, all of which was received. Returns true when it starts again within this connection.
    func end() async throws -> Bool {
      source.transfer = nil
      if !source.parser.hasFailed {
        let last = try source.finish()
        try await passOn(last.elements, in: last.container, at: .now)
        if let cut = source.parser.cut { try await receive(.cutOff(cut)) }
      }
      if course.splice.isRecording { return true }
      try await handOn(course.splice.connectionEnded(cleanly: true))
      return false
    }
    defer {
      course.transfer = source.transfer
      if source.hasPackets || outcome.received > .zero { outcome.hasSound = true }
    }
    course.titles.connectionBegan(isAnnounced: source.head?.metadataInterval != nil)
    do {
      while let item = try await source.next() {
        switch item {
        case .elements(let elements, let container):
          try await passOn(elements, in: container, at: source.arrivedAt)
        case .title(let sent):
          let metadata = sent.judged(by: course.titleRule)
          course.titles.record(metadata)
          try await handOn(course.splice.pass(.metadata(metadata), at: source.arrivedAt))
        case .metadataBroken: try await receive(.metadataBroken)
        case .segmentLeftOut(let reason):
          try await receive(.detail("a segment is left out: \(reason?.description ?? "it is not there")"))
        case .endOfRead:
          if course.splice.isSureOfRecording { return true }
          try await receive(.endOfRead(source.pacing))
        }
      }
      if let cutOff = source.cutOff { throw cutOff }
      return try await end()
    } catch let error as TuneError {
      if let transfer = source.transfer, source.parser.codec != nil {
        // The search for frames after the sound of a file is bounded: the file ends where the search does.
        if source.parser.hasFailed {
          try await receive(.detail("the file ends here: \(error)"))
          return try await end()
        }
        // There is nothing left to ask for.
        if transfer.isComplete { return try await end() }
      }
      let parser = source.parser
      switch error {
      case .format(.notAudio), .format(.unsupported): source.transfer = nil
      default: source.transfer?.parser = parser
      }
      // The rest of a file goes on within what is held back.
      if source.transfer == nil { try await handOn(course.splice.connectionEnded(cleanly: false)) }
      throw error
    }
  }
}

extension StreamElement {
  /// Returns a title as `rule` finds it, and a packet unchanged.
  fileprivate func judged(by rule: TitleRule) -> StreamElement {
    if case .metadata(let metadata) = self { .metadata(metadata.judged(by: rule)) } else { self }
  }
}

extension StreamHead {
  /// False for a stream that has an end: a body of announced length without titles, which is a file on a server, a part
  /// of a file (status 206), and segments to which no more will be added.
  package var isLive: Bool {
    if let segments { return !segments.hasEnd }
    if status == 206 { return false }
    return contentLength == nil || metadataInterval != nil
  }

  /// True for a live stream whose server announces a station: by header fields of ICY (`icy-name`, `icy-br`) or Icecast
  /// (`ice-audio-info`), or by segments.
  var isFromStation: Bool {
    isLive
      && (segments != nil || metadataInterval != nil
        || headers.contains { $0.name.lowercased().hasPrefix("icy-") || $0.name.lowercased().hasPrefix("ice-") })
  }

  /// True for a live stream that proves to be a file once the server has marked its end, because it brought `sound`
  /// `within` a time in which a station has much less, or names a version of the file; a station names itself.
  func isFile(of sound: Duration, within time: Duration) -> Bool {
    guard isLive, !isFromStation else { return false }
    let isNamed = headers.contains { ["etag", "last-modified", "content-disposition"].contains($0.name.lowercased()) }
    return isNamed || sound >= time * 2 || sound - time >= Self.maximumBurst
  }

  /// Duration by which the sound of a station can be ahead of the time: servers of stations begin with less.
  private static let maximumBurst: Duration = .seconds(12)
}
