import AudioCore

/// Takes an Ogg stream apart: it turns pages into packets of the first logical audio stream, link by link of a chain,
/// with a title in front of each link. Other logical streams (video, a skeleton, a second audio stream) are left out.
///
/// A link begins with a page that is marked as a beginning. Whether the link before ended properly, or at all, does not
/// matter; its late pages are skipped. Without such a page nothing can be decoded, so the search for it has the usual
/// search limits.
///
/// Besides the queue, which grows to a page's 64 KiB and one read, it holds at most one incomplete packet (1 MiB), the
/// set-up of one link (256 KiB), and the packets of one page.
struct OggParser: StreamDemultiplexer {
  /// The search limits for pages of sound.
  let limits: StreamParser.Limits
  /// True when sound was found at least once.
  private(set) var hasFoundFrames = false

  private var reader = OggPageReader()
  /// The counts so far, but those of the reader.
  private var linkCounters = StreamParser.Counters()
  private var link: OggLink?
  private var group = Group()
  /// The elements of the last page, the last element first.
  private var ready: [StreamElement] = []
  /// Bytes skipped since the last sound.
  private var junk = 0
  /// Bytes of headers, of incomplete packets and of other logical streams since the last sound.
  private var silentRun = 0
  /// True when nothing of the current link was returned.
  private var isNewLink = false
  /// True when a title was returned that a link without one must clear.
  private var hasTitle: Bool
  private var last: (codec: Codec, format: AudioFormat)?

  /// Logical streams that begin together.
  private struct Group {
    var serials: [UInt32] = []
    /// True as long as more streams may join.
    var isOpen = false
    var hasAudio = false
    var name: String?
  }

  /// Maximum number of logical streams side by side that are distinguished; further ones are junk.
  private static let maximumSerials = 16
  /// Maximum number of bytes of headers and other streams' pages without sound between them; a stream with more has no
  /// sound.
  private static let maximumSilentRun = 8 << 20
  /// Maximum number of bytes of links that cannot be played, since the next link may be playable. An hour of Vorbis at
  /// 128 kbit/s.
  private static let maximumUnplayed = 64 << 20

  init(limits: StreamParser.Limits, followsTitle: Bool = false) {
    self.limits = limits
    hasTitle = followsTitle
  }

  /// The counts so far. Heads of pages and headers of links are not counted.
  var counters: StreamParser.Counters {
    var counters = linkCounters
    counters.resyncs = reader.resyncs
    return counters
  }

  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      if let element = ready.popLast() { return .element(element) }
      if left < 0 || silentRun > maximumRun || reader.searchBudget < 0 {
        if !hasFoundFrames, let silentKind { return .unsupported(kind: silentKind) }
        return .lost
      }
      var limit = left
      if case .differs = queue.compare(OggPage.mark, at: 0) {
        switch StreamChange.frames(queue, isEnd: isEnd) {
        case .begins: return .another(nil)
        case .needMore(let count): return .needMore(count)
        case .no, .refuted: limit = min(limit, (queue.firstIndex(of: 0xFF, from: 1) ?? queue.count) - 1)
        }
      }
      switch reader.next(from: &queue, isEnd: isEnd, within: limit) {
      case .needMore(let count):
        if isEnd, !hasFoundFrames, let silentKind { return .unsupported(kind: silentKind) }
        return .needMore(count)
      case .passed(let number): pass(number)
      case .page(let page): process(page)
      }
    }
  }

  mutating func end(_ queue: inout ByteQueue) {
    pass(queue.count)
    queue.drop(queue.count)
  }

  private mutating func process(_ page: OggPage) {
    if page.isBeginning, link?.isContinued(by: page) != true {
      begin(page)
    } else if group.serials.contains(page.serial) {
      group.isOpen = false
    }
    guard page.serial == link?.serial, let yield = link?.append(page) else {
      if group.serials.contains(page.serial) { silentRun += page.bytes.count } else { pass(page.bytes.count) }
      return
    }
    if !yield.packets.isEmpty {
      give(yield.packets)
    } else if yield.isUsed || page.isBeginning || link?.isUndecodable ?? false {
      silentRun += page.bytes.count
    } else {
      pass(page.bytes.count)
    }
  }

  /// Begins a logical stream: beside others that have just begun, or as the next link of the chain.
  private mutating func begin(_ page: OggPage) {
    if !group.isOpen || group.serials.contains(page.serial) { group = Group(isOpen: true) }
    guard group.serials.count < Self.maximumSerials, !group.hasAudio || page.serial != link?.serial else { return }
    group.serials.append(page.serial)
    let first = page.pieces.first.flatMap { $0.isLast ? Array(page.bytes[$0.range]) : nil } ?? []
    switch OggStreamKind(first) {
    case .audio(let mapping):
      guard !group.hasAudio else { return }
      group.hasAudio = true
      link = OggLink(serial: page.serial, mapping: mapping)
      isNewLink = true
    case .other(let name):
      group.name = group.name ?? name
      if page.serial == link?.serial { link = nil }  // another stream uses its number now
    }
  }

  /// Names what the current link holds when that cannot be played. The next link may be playable.
  var silentKind: String? {
    if group.hasAudio, let link {
      return link.isUndecodable ? "Ogg with \(OggStreamKind.unknownLayout(of: link.codec.displayName))" : nil
    }
    guard !group.serials.isEmpty else { return nil }
    return "Ogg with \(group.name ?? "nothing to be heard")"
  }

  private var maximumRun: Int { silentKind == nil ? Self.maximumSilentRun : Self.maximumUnplayed }

  private mutating func give(_ packets: [Packet]) {
    junk = 0
    silentRun = 0
    hasFoundFrames = true
    ready = packets.reversed().map { .packet($0) }
    guard isNewLink, let link else { return }
    isNewLink = false
    if let last, last != (link.codec, link.format) { linkCounters.formatChanges += 1 }
    last = (link.codec, link.format)
    if let metadata = link.tags?.metadata {
      hasTitle = true
      ready.append(.metadata(metadata))
    } else if hasTitle {
      hasTitle = false
      ready.append(.metadata(StreamMetadata(title: "")))
    }
  }

  /// Bytes that may still be skipped; below 0 the search is given up.
  private var left: Int { limits.bytes(hasFoundFrames: hasFoundFrames) - junk }

  private mutating func pass(_ number: Int) {
    junk += number
    linkCounters.bytesSkipped += number
  }
}
