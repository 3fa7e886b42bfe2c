package import AudioCore
package import Parser

/// Divides the sound that a recorder reads into the spans of its files: a span for all of it, or one for each title. A
/// span ends, and another begins, also where codec, sample rate or channels change. No packet is in two spans, and none
/// between the first and the last one is left out.
package struct SpanSplitter {
  /// Where spans begin and end.
  package enum Rule: Sendable, Equatable {
    /// One span for everything.
    case whole
    /// A span for each title, and one for the sound before the first.
    case titles
    /// One span, for this title.
    case title(TitleTrack.Entry)
  }

  /// What is to be written, in order.
  package enum Output: Sendable {
    case begin(Span)
    case packet(PlacedElement)
    /// A title that begins at a place within the span, in nanoseconds.
    case title(StreamMetadata, place: Int)
    case end(isComplete: Bool)
  }

  /// The beginning of a span.
  package struct Span: Sendable {
    /// The packets before it, the newest last; none behind a change of codec or format.
    package var before: [Packet]
    /// The title; empty when none is known.
    package var metadata: StreamMetadata
    /// Where it begins, in nanoseconds.
    package var start: Int
    /// When its first packet was received, in seconds since 1970.
    package var receivedAt: Double
    /// The first packet.
    package var first: Packet
  }

  /// Returns the index of the packet with which the next title begins, where the station says that it begins with the packet
  /// `title`. `packets` are those from ``before`` to ``reach`` around it, as far as they are there.
  package typealias Cut = @Sendable (_ title: Int, _ packets: [Packet]) -> Int

  /// The sound before and behind the place of a title within which the cut is, in nanoseconds.
  package static let reach = 3_000_000_000
  /// The sound before the place of a title that ``Cut`` gets, in nanoseconds: a decoder needs a second to have settled.
  package static let before = 4_000_000_000
  /// The sound before the next packet that is kept, in nanoseconds: for decoders that begin there, and for ``Cut``.
  private static let history = 2_500_000_000

  private let rule: Rule
  private let beginning: Int
  private let cut: Cut
  private var titles = TitleTrack()
  /// The place of the newest title as the station sent it, in nanoseconds.
  private var newest = -1
  /// The number of the newest title whose place was passed.
  private var passed = 0
  /// Packets: those that were passed on, as far as they are still needed, and those that wait.
  private var packets: [PlacedElement] = []
  /// The index of the first packet that waits.
  private var waiting = 0
  /// Where the newest packet ends, in nanoseconds.
  private var edge = 0
  private var isInSpan = false
  /// Where the span begins, in nanoseconds.
  private var spanStart = 0
  /// The title of the span that begins with the next packet; nil while there is none.
  private var next: StreamMetadata?
  /// True when the span began where its title begins.
  private var isFromBeginning = false
  private var hasGap = false
  /// Where packets begin before which sound is missing, in nanoseconds.
  private var gaps: [Int] = []
  /// True once the only span has ended.
  package private(set) var isOver = false

  /// A splitter for sound whose `title` is known. What comes before the place `beginning`, in nanoseconds, is in no span; the
  /// span of one title begins at its cut, which may be earlier than its place.
  package init(rule: Rule, from beginning: Int = 0, title: TitleTrack.Entry? = nil, cut: @escaping Cut) {
    self.rule = rule
    self.cut = cut
    if case .title(let entry) = rule {
      self.beginning = 0
      titles.append(entry.metadata, at: entry.start, receivedAt: entry.receivedAt)
      return
    }
    self.beginning = beginning
    if let title {
      titles.append(title.metadata, at: title.start, receivedAt: title.receivedAt)
      passed = titles.entries.last?.id ?? 0
    }
  }

  /// Takes what follows. `lost` elements before it are missing.
  package mutating func add(_ elements: [PlacedElement], lost: Int = 0) -> [Output] {
    var output: [Output] = []
    var isLost = lost > 0
    for element in elements where !isOver {
      switch element.element {
      case .metadata(let metadata):
        // Titles before the one that is looked for are none of its business.
        if case .title(let entry) = rule, element.start < entry.start { continue }
        titles.append(metadata, at: element.start, receivedAt: element.receivedAt)
        newest = element.start
      case .packet(let packet):
        if let last = packets.last?.element.packet, !FileForms.isSameFile(packet, as: last) { changeForm(&output) }
        // A station breaks the stream itself where a song begins, and nothing is missing.
        let isBreak = packet.isDiscontinuity && newest != element.start
        if isLost || isBreak || packets.last.map({ $0.connection != element.connection }) ?? false {
          gaps.append(element.start)
        }
        isLost = false
        packets.append(element)
        edge = element.start + ElementRing.size(of: element.element).nanoseconds
      }
    }
    pass(&output, isEnd: false)
    return output
  }

  /// Ends the sound: passes on what waits, up to `place` in nanoseconds. What is wanted of a sound that `isCutOff` would
  /// go on.
  package mutating func finish(at place: Int = .max, isCutOff: Bool = false) -> [Output] {
    var output: [Output] = []
    while let last = packets.last, packets.count > waiting, last.start >= place { packets.removeLast() }
    edge = min(edge, place)
    pass(&output, isEnd: true)
    end(&output, isComplete: rule == .whole && !hasGap && !isCutOff)
    isOver = true
    return output
  }

  /// Passes on all packets before a change of codec or format, and ends the span there.
  private mutating func changeForm(_ output: inout [Output]) {
    pass(&output, isEnd: true)
    end(&output, isComplete: rule == .whole && !hasGap)
    if case .title = rule { isOver = true }
    (packets, gaps, waiting) = ([], [], 0)
    isFromBeginning = false
  }

  // MARK: - Passing on

  private mutating func pass(_ output: inout [Output], isEnd: Bool) {
    if rule == .whole {
      noteTitles(&output)
      passPackets(before: packets.count, &output)
    } else {
      while !isOver, let title = titles.entries.first(where: { $0.id > passed }),
        isEnd || edge >= title.start + Self.reach
      {
        if isEnd, title.start >= edge { break }
        passTitle(title, &output)
      }
      // A title that comes with the next packet may be cut as far back as this.
      let pending = titles.entries.first { $0.id > passed }?.start ?? edge
      let limit = isEnd ? Int.max : min(edge, pending) - Self.reach
      passPackets(before: packets.firstIndex { $0.start >= limit } ?? packets.count, &output)
    }
    forget()
  }

  /// Passes on what is before `title`, and begins its span.
  private mutating func passTitle(_ title: TitleTrack.Entry, _ output: inout [Output]) {
    // Of a title without sound before it, it is unknown where it began.
    let isKept = packets.first.map { $0.start < title.start } ?? false
    var index = waiting
    if let own = packets.firstIndex(where: { $0.start >= title.start }), own > 0 {
      let from = packets.firstIndex { $0.start >= title.start - Self.before } ?? own
      let to = packets.firstIndex { $0.start >= title.start + Self.reach } ?? packets.count
      let found = from + cut(own - from, packets[from..<to].compactMap(\.element.packet))
      index = min(max(found, waiting), packets.count)
    }
    passPackets(before: index, &output)
    passed = title.id
    let isBroken = index < packets.count && gaps.contains(packets[index].start)
    end(&output, isComplete: isFromBeginning && !hasGap && !isBroken)
    if isOver { return }
    isFromBeginning = isKept && !isBroken
    next = title.metadata
  }

  private mutating func passPackets(before index: Int, _ output: inout [Output]) {
    while waiting < index {
      if !isInSpan, packets[waiting].start >= beginning {
        if let next {
          begin(with: next, &output)
        } else if isEverything {
          begin(with: titles.entry(at: packets[waiting].start)?.metadata ?? StreamMetadata(title: ""), &output)
        }
      }
      if isInSpan {
        let packet = packets[waiting]
        if packet.start > spanStart, gaps.contains(packet.start) { hasGap = true }
        output.append(.packet(packet))
      }
      waiting += 1
    }
  }

  private var isEverything: Bool { if case .title = rule { false } else { true } }

  private mutating func noteTitles(_ output: inout [Output]) {
    for title in titles.entries where title.id > passed {
      while !isInSpan, waiting < packets.count { passPackets(before: waiting + 1, &output) }
      guard isInSpan else { return }
      if title.start > spanStart { output.append(.title(title.metadata, place: title.start)) }
      passed = title.id
    }
  }

  private mutating func begin(with metadata: StreamMetadata, _ output: inout [Output]) {
    guard waiting < packets.count, let first = packets[waiting].element.packet else { return }
    isInSpan = true
    next = nil
    hasGap = false
    spanStart = packets[waiting].start
    output.append(
      .begin(
        Span(
          before: packets[..<waiting].compactMap(\.element.packet), metadata: metadata, start: packets[waiting].start,
          receivedAt: packets[waiting].receivedAt, first: first)))
  }

  private mutating func end(_ output: inout [Output], isComplete: Bool) {
    next = nil
    guard isInSpan else { return }
    isInSpan = false
    output.append(.end(isComplete: isComplete))
    if case .title = rule { isOver = true }
  }

  /// Drops packets that no decoder needs any more.
  private mutating func forget() {
    guard waiting > 0 else { return }
    let oldest = (waiting < packets.count ? packets[waiting].start : edge) - Self.history
    titles.removeAll(before: min(oldest, edge - Self.reach))
    let count = packets[..<waiting].firstIndex { $0.start >= oldest } ?? waiting
    // A few at a time: the rest moves.
    guard count >= packets.count / 2 else { return }
    packets.removeFirst(count)
    waiting -= count
    gaps.removeAll { $0 < packets.first?.start ?? edge }
  }
}
