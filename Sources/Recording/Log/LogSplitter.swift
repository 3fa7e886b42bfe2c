package import AudioCore
package import Parser

/// Divides the sound of a station into the files of a log: at the beginning of each piece of the day, by the time of
/// reception, and where codec, sample rate or channels change. The last packet of a file is the one before the first of the
/// next.
package struct LogSplitter {
  /// What is to be written, in order.
  package enum Output: Sendable {
    case begin(SpanSplitter.Span, LogDivision.Piece)
    case packet(PlacedElement)
    /// A title that begins with the next packet. `time` is when it was received, in seconds since 1970.
    case title(StreamMetadata, time: Double)
    /// Another connection brings what follows.
    case reconnection(time: Double)
    /// Sound is missing before the next packet, from one time of reception to the other, in seconds since 1970.
    case gap(from: Double, to: Double, LogLine.Gap.Cause)
    /// The file ends. `time` is when the packet behind it was received; nil when no packet follows.
    case end(time: Double?)
  }

  /// A clock that is set back by less than this, in seconds, stands still instead: its service corrected it.
  private static let correction = 60.0
  /// The sound before the next packet that is held for decoders that begin there, in nanoseconds.
  private static let history = 2_500_000_000

  private let division: LogDivision
  private let clock: LocalClock
  private var titles = TitleTrack()
  /// The place of the newest title as the station sent it, in nanoseconds.
  private var newest = -1
  /// The number of the newest title whose place was passed.
  private var passed = 0
  /// The last packets.
  private var before: [PlacedElement] = []
  private var last: PlacedElement?
  private var piece: LogDivision.Piece?
  /// The latest time of reception, and its whole seconds when its piece was looked up.
  private var latest = 0.0
  private var lookedUp = -1
  private var isInFile = false

  /// A splitter that divides by `division`, by the local time of `clock`.
  package init(_ division: LogDivision, clock: LocalClock = .system) {
    self.division = division
    self.clock = clock
  }

  /// Takes what follows. `lost` elements before it were dropped before they could be read.
  package mutating func add(_ elements: [PlacedElement], lost: Int = 0) -> [Output] {
    var output: [Output] = []
    output.reserveCapacity(elements.count)
    var isLost = lost > 0
    for element in elements {
      switch element.element {
      case .metadata(let metadata):
        titles.append(metadata, at: element.start, receivedAt: element.receivedAt)
        newest = element.start
      case .packet(let packet):
        add(packet, element, isLost: isLost, to: &output)
        isLost = false
      }
    }
    return output
  }

  /// Ends the sound.
  package mutating func finish() -> [Output] {
    defer { isInFile = false }
    return isInFile ? [.end(time: nil)] : []
  }

  private mutating func add(_ packet: Packet, _ element: PlacedElement, isLost: Bool, to output: inout [Output]) {
    let time = advance(to: element.receivedAt)
    let isReconnected = last.map { $0.connection != element.connection } ?? false
    // A station breaks the stream itself where a song begins, and nothing is missing. A new connection without a break was
    // joined to the packets of the old one.
    let isBroken = packet.isDiscontinuity && last != nil && (isReconnected || newest != element.start)
    let gapStart = last?.receivedAt ?? time
    if let previous = last?.element.packet, !FileForms.isSameFile(packet, as: previous) {
      end(at: time, to: &output)
      before = []
    }
    if isLost || isBroken { before = [] }
    let next = pieceNow(time)
    if isInFile, next != piece { end(at: isLost || isBroken ? nil : time, to: &output) }
    if isReconnected { output.append(.reconnection(time: time)) }
    if isLost || isBroken {
      output.append(
        .gap(from: min(gapStart, time), to: time, isLost ? .slow : isReconnected ? .connection : .stream))
    }
    let title = titles.entry(at: element.start)
    if !isInFile {
      isInFile = true
      piece = next
      output.append(
        .begin(
          SpanSplitter.Span(
            before: before.compactMap(\.element.packet), metadata: title?.metadata ?? StreamMetadata(title: ""),
            start: element.start, receivedAt: time, first: packet), next))
    } else if let title, title.id > passed {
      output.append(.title(title.metadata, time: time))
    }
    passed = max(passed, title?.id ?? 0)
    titles.removeAll(before: element.start)
    output.append(.packet(element))
    last = element
    last?.receivedAt = time
    keep(element)
  }

  private mutating func end(at time: Double?, to output: inout [Output]) {
    guard isInFile else { return }
    isInFile = false
    output.append(.end(time: time))
  }

  /// Returns the time of a packet that was received at `time`.
  private mutating func advance(to time: Double) -> Double {
    latest = time < latest && latest - time < Self.correction ? latest : time
    return latest
  }

  /// Returns the piece of `time`; it is looked up once a second.
  private mutating func pieceNow(_ time: Double) -> LogDivision.Piece {
    let second = Int(time.rounded(.down))
    if second == lookedUp, let piece { return piece }
    lookedUp = second
    return division.piece(at: second, by: clock)
  }

  private mutating func keep(_ element: PlacedElement) {
    before.append(element)
    let oldest = element.start - Self.history
    let count = before.firstIndex { $0.start >= oldest } ?? before.count
    // A few at a time: the rest moves.
    if count > before.count / 2 { before.removeFirst(count) }
  }
}
