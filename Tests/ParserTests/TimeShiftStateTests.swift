import AudioCore
import Parser
import TestSupport
import Testing

/// The places of a `TimeShiftState` beside a plain list of all that was appended, with a clock of the test.
struct TimeShiftModel {
  static let millisecond = 1_000_000
  static let second = 1_000_000_000
  var state: TimeShiftState
  let limits: TimeShiftBuffer.Limits
  /// All elements that were appended, with the place of each.
  var all: [(element: StreamElement, start: Int)] = []
  var end = 0
  var now = 0
  /// The index in `all` of the element that must be pulled next.
  var next = 0
  /// The live place when it was last seen; nil while not shifted.
  var live: Int?
  var made = 0

  init(past: Duration = .seconds(30), pastBytes: Int = 1 << 20) {
    var limits = TimeShiftBuffer.Limits(startDuration: .zero, resumeDuration: .zero)
    limits.past = past
    limits.pastBytes = pastBytes
    self.limits = limits
    state = TimeShiftState(limits: limits)
    state.connectionBegan(isLive: true)
  }

  /// A packet of `milliseconds` in `bytes` bytes, of which none is like another.
  mutating func packet(milliseconds: Int = 100, bytes: Int = 100, isDiscontinuity: Bool = false) -> StreamElement {
    made += 1
    let content = [UInt8](repeating: UInt8(made & 0xFF), count: max(4, bytes))
    var packet = Packet(
      codec: .mp3, bytes: content, headerFormat: AudioFormat(sampleRate: 1000, channels: 2), frameCount: milliseconds,
      bitRate: 8000, isDiscontinuity: isDiscontinuity || made == 1)
    for place in 0..<4 { packet.bytes[place] = UInt8(truncatingIfNeeded: made >> (8 * place)) }
    return .packet(packet)
  }

  /// Appends `elements` as a producer does; returns how many were taken, and why no more were.
  @discardableResult
  mutating func append(_ elements: [StreamElement]) -> (count: Int, outcome: TimeShiftState.Appending) {
    var rest = elements[...]
    let outcome = state.append(&rest, now: now, time: Double(now) / 1e9)
    for element in elements.prefix(elements.count - rest.count) {
      all.append((element, end))
      if let packet = element.packet { end += packet.frameCount * Self.millisecond }
    }
    check()
    return (elements.count - rest.count, outcome)
  }

  /// Pulls, and hears at once what was pulled.
  @discardableResult
  mutating func pull() -> StreamElement? {
    let pulled = state.pull()
    defer { check() }
    guard case .element(let element) = pulled else { return nil }
    #expect(next < all.count && element == all[next].element, "it is another element than number \(next)")
    next += 1
    _ = state.noteHeard(state.place, now: now)
    return element
  }

  mutating func jump(to target: Int) -> Landing? {
    let range = state.seekable(at: now)
    let landing = state.jump(to: target, now: now)
    defer { check() }
    guard let landing, let range else { return landing }
    #expect(landing.target == min(max(target, range.lowerBound), range.upperBound))
    #expect(landing.start <= landing.target && state.place == landing.start)
    next = all.lastIndex { $0.start <= landing.start && $0.element.packet != nil } ?? 0
    if landing.start == end { next = all.count }
    // A decoder gets a second before the target, or all since the last break in the stream.
    let landed = all.lastIndex { $0.start <= landing.target && $0.element.packet != nil } ?? 0
    let isBreak = next < all.count && all[next].element.packet?.isDiscontinuity == true
    #expect(landing.start <= max(0, landing.target - Self.second) || isBreak || next == landed && landing.start == 0)
    return landing
  }

  /// What must hold at any time.
  mutating func check() {
    let behind = state.live(at: now).map { $0 - state.heard }
    #expect((behind ?? 0) >= 0 && (state.shift != nil || behind == 0 || behind == nil))
    if let shift = state.shift, state.heard <= end {
      let place = state.live(at: now) ?? 0
      #expect(place <= end && place >= (live ?? place) && shift.base <= end, "live ran back, or past the edge")
      live = place
    } else {
      live = nil
    }
    if let range = state.seekable(at: now) { #expect(range.upperBound <= max(end, state.heard)) }
    // The title at any place is the last one that began there or before.
    #expect(state.memory <= limits.pastBytes + (1 << 20))
  }
}

@Suite("The places of the time shift buffer", .timeLimit(.minutes(2 * TestTime.waitScale)))
struct TimeShiftStateTests {
  private static let second = TimeShiftModel.second

  /// A station whose packets come and are heard in step for `seconds`.
  private func playing(_ seconds: Int, past: Duration = .seconds(30)) -> TimeShiftModel {
    var model = TimeShiftModel(past: past)
    for _ in 0..<seconds * 10 {
      model.append([model.packet()])
      model.now += Self.second / 10
      model.pull()
    }
    return model
  }

  @Test("behind live grows with the clock while the place is held, and stays when the sound goes on")
  func hold() {
    var model = playing(10)
    #expect(model.state.live(at: model.now) == 10 * Self.second && model.state.shift == nil)
    model.state.hold(at: model.state.heard, now: model.now)
    for _ in 0..<50 {
      model.append([model.packet()])
      model.now += Self.second / 10
    }
    #expect(model.state.live(at: model.now) == 15 * Self.second)
    let landing = model.jump(to: model.state.heard)
    #expect(landing?.start == 9 * Self.second && landing?.target == 10 * Self.second)
    for _ in 0..<50 {
      model.append([model.packet()])
      model.now += Self.second / 10
      model.pull()
    }
    #expect(model.state.live(at: model.now) == 20 * Self.second)
  }

  @Test("sound goes on where it ended, though a device had still to play what is before, and live is no later for it")
  func goOn() {
    var model = playing(10)
    model.append((0..<10).map { _ in model.packet() })
    let place = 10 * Self.second + 40 * TimeShiftModel.millisecond
    model.state.hold(at: place, now: model.now)
    #expect(model.state.live(at: model.now) == 10 * Self.second)
    let landing = model.state.goOn(at: model.state.heard, now: model.now)
    #expect(landing?.target == place && model.state.shift != nil)
    model.now += 40 * TimeShiftModel.millisecond
    #expect(model.state.noteHeard(place, now: model.now) == nil && model.state.shift == nil, "it is at live again")
    let other = model.state.goOn(at: 60 * Self.second, now: model.now)
    #expect(other?.target == 11 * Self.second, "no place is later than what was received")
  }

  @Test("live stands still while nothing comes, so that an outage costs both listeners the same")
  func outage() {
    var model = playing(10)
    model.state.hold(at: model.state.heard, now: model.now)
    model.now += 60 * Self.second
    #expect(model.state.live(at: model.now) == 10 * Self.second)
    model.append((0..<100).map { _ in model.packet() })
    model.now += 3 * Self.second
    #expect(model.state.live(at: model.now) == 13 * Self.second)
  }

  @Test("a jump to live ends the shift, and so does the end of what was received")
  func live() {
    var model = playing(20)
    let back = model.jump(to: 5 * Self.second)
    #expect(back?.target == 5 * Self.second && model.state.shift != nil)
    let live = model.jump(to: .max)
    #expect(live?.target == 20 * Self.second)
    #expect(model.state.shift == nil)
    _ = model.jump(to: 15 * Self.second)
    while model.pull() != nil {}
    #expect(model.state.shift == nil && model.state.heard == 20 * Self.second)
  }

  @Test("the past is bounded in time and in memory, but never by what a held place needs; then it is full")
  func bounds() throws {
    var model = playing(60)
    let range = try #require(model.state.seekable(at: model.now))
    #expect(range.lowerBound >= 29 * Self.second && range.lowerBound <= 31 * Self.second)
    var heavy = TimeShiftModel(pastBytes: 64 << 10)
    for _ in 0..<600 {
      heavy.append([heavy.packet(bytes: 1000)])
      heavy.now += Self.second / 10
      heavy.pull()
      #expect(heavy.state.memory <= (64 << 10) + 2000)
    }
    model.state.hold(at: model.state.heard, now: model.now)
    var outcome = TimeShiftState.Appending.appended
    var seconds = 0
    while case .appended = outcome, seconds < 100 {
      model.now += Self.second
      seconds += 1
      outcome = model.append((0..<10).map { _ in model.packet() }).outcome
    }
    guard case .pastFull = outcome else {
      Issue.record("it is \(outcome) after \(seconds) s")
      return
    }
    #expect(seconds >= 29 && seconds <= 31)
    let landing = model.jump(to: 60 * Self.second)
    #expect(landing?.target == 60 * Self.second, "the place that was held is there")
  }

  @Test("behind the end a producer is always closed, whatever it brings and however full the past is")
  func behindTheEnd() {
    var finished = TimeShiftModel()
    finished.append([finished.packet()])
    finished.state.finish()
    var closed = playing(60)
    closed.state.hold(at: closed.state.heard, now: closed.now)
    while case .appended = closed.append([closed.packet()]).outcome { closed.now += Self.second / 10 }
    closed.state.close()
    for var model in [finished, closed] {
      for elements in [[], [model.packet()]] {
        guard case (0, .closed) = model.append(elements) else {
          Issue.record("\(elements.count) elements are not closed")
          continue
        }
      }
    }
  }

  @Test("a sender is held back as far ahead of live as ever, and the clock lets it go on")
  func ahead() throws {
    var model = playing(10)
    model.state.hold(at: model.state.heard, now: model.now)
    let taken = model.append((0..<500).map { _ in model.packet() }).count
    #expect(taken == 200, "20 s are ahead of live")
    model.now += 4 * Self.second
    model.state.wakeByClock(model.now)
    #expect(model.append([model.packet()]).count == 1)
  }

  @Test("titles are found at their places, also after what came before them was dropped; heard again they are repeated")
  func titles() {
    var model = TimeShiftModel(past: .seconds(30))
    var shown: [String] = []
    for step in 0..<600 {
      if step % 100 == 0 { model.append([.metadata(StreamMetadata(title: "T\(step / 100)"))]) }
      model.append([model.packet()])
      model.now += Self.second / 10
      while let element = model.pull(), element.packet == nil {}
    }
    #expect(model.state.titles.entry(at: 35 * Self.second)?.metadata.title == "T3")
    #expect(model.state.titlePlace(-1, from: 55 * Self.second, margin: 3 * Self.second) == 50 * Self.second)
    #expect(model.state.titlePlace(-1, from: 52 * Self.second, margin: 3 * Self.second) == 40 * Self.second)
    #expect(model.state.titlePlace(1, from: 42 * Self.second, margin: 3 * Self.second) == 50 * Self.second)
    #expect(model.state.titlePlace(1, from: 52 * Self.second, margin: 3 * Self.second) == nil)
    _ = model.jump(to: 45 * Self.second)
    for place in [45, 55] {
      if let title = model.state.noteHeard(place * Self.second, now: model.now) {
        shown.append("\(title.metadata.title) \(title.isRepeated)")
      }
    }
    #expect(shown == ["T4 true", "T5 true"])
  }

  @Test("others read from any place what was received, learn what they lost, and may read on after the end")
  func readers() {
    var model = playing(10)
    var place = model.state.beginReading(at: 5 * Self.second + 1)
    let first = model.state.read(&place, limit: 3)
    #expect(first.elements.map(\.element) == model.all[50..<53].map(\.element) && first.lost == 0 && !first.isOver)
    #expect(first.elements.map(\.start) == model.all[50..<53].map(\.start))
    #expect(first.elements[0].receivedAt == 5, "packet 50 came at second 5")
    let second = model.state.read(&place, limit: 100)
    #expect(second.elements.count == 47)
    let nothing = model.state.read(&place, limit: 100)
    #expect(nothing.elements.isEmpty && nothing.lost == 0 && !nothing.isOver)
    for _ in 0..<500 {
      model.append([model.packet()])
      model.now += Self.second / 10
      model.pull()
    }
    let late = model.state.read(&place, limit: 1)
    #expect(late.lost > 150 && late.elements.map(\.element) == [model.all[100 + late.lost].element])
    model.state.close()
    let pulled = model.state.pull()
    #expect(pulled == .end, "the listener has no more")
    let rest = model.state.read(&place, limit: 1000)
    #expect(rest.elements.last?.element == model.all.last?.element && rest.isOver)
    model.state.endReading()
    #expect(model.state.memory == 0)
  }

  @Test("what was refused and came again is read again")
  func readersAfterRefusal() {
    var model = playing(1)
    model.append((0..<5).map { _ in model.packet() })
    var place = model.state.beginReading(at: 0)
    let all = model.state.read(&place, limit: 100)
    #expect(all.elements.count == 15)
    let isRefused = model.state.refuse(.init(error: .unknownHost("x"), hasSounded: true))
    #expect(isRefused)
    _ = model.state.takeRefusal()
    var other: ArraySlice = [model.packet()]
    _ = model.state.append(&other, now: model.now, time: 0)
    let again = model.state.read(&place, limit: 100)
    #expect(again.elements.map(\.start) == [Self.second])
    model.state.endReading()
  }

  @Test("any sequence of calls keeps order, bounds and places", arguments: 0..<8)
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var model = TimeShiftModel(past: .seconds(5), pastBytes: 40_000)
    for _ in 0..<4000 {
      switch random.next() % 12 {
      case 0, 1, 2:
        let count = Int(random.next() % 20)
        let isBreak = random.next() % 16 == 0
        var elements = (0..<count).map { index in
          model.packet(
            milliseconds: Int(random.next() % 400), bytes: Int(random.next() % 900),
            isDiscontinuity: isBreak && index == 0)
        }
        if random.next() % 4 == 0 { elements.append(.metadata(StreamMetadata(title: "\(random.next() % 5)"))) }
        model.append(elements)
      case 3, 4, 5, 6:
        if !model.state.isHeld { for _ in 0..<random.next() % 12 { model.pull() } }
      case 7: model.state.hold(at: model.state.heard, now: model.now)
      case 8: _ = model.jump(to: model.state.heard)
      case 9: _ = model.jump(to: model.state.heard + (Int(random.next() % 16_000) - 8000) * TimeShiftModel.millisecond)
      case 10: _ = model.jump(to: .max)
      default: model.now += Int(random.next() % 3000) * TimeShiftModel.millisecond
      }
      model.check()
    }
  }
}
