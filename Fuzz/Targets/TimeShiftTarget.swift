import AudioCore
import Parser

extension FuzzTarget {
  /// A time shift buffer that packets and titles are put into and pulled out of, while its listener pauses and moves and
  /// the clock goes on: what is pulled between two moves is what was appended, in order; places and bounds hold.
  static let timeShift = FuzzTarget("timeshift") { input in
    var limits = TimeShiftBuffer.Limits(
      maximumDuration: .seconds(4), maximumBytes: 8 << 10, minimumDuration: .seconds(1), absoluteMaximumBytes: 16 << 10,
      maximumElements: 128, startDuration: .zero, resumeDuration: .zero)
    limits.past = input.choice([.zero, .seconds(2), .seconds(20)])
    limits.pastBytes = input.choice([4 << 10, 40 << 10])
    var listener = ShiftedListener(limits)
    let bytes = input.payload
    for pair in stride(from: 0, to: bytes.count - 1, by: 2) { listener.act(bytes[pair], Int(bytes[pair + 1])) }
  }
}

/// The state of the buffer, beside a list of all that was appended.
private struct ShiftedListener {
  private static let millisecond = 1_000_000
  /// The weight of the heaviest element that is appended.
  private static let heaviest = 2048
  private let limits: TimeShiftBuffer.Limits
  private var state: TimeShiftState
  private var all: [(element: StreamElement, start: Int)] = []
  private var end = 0
  private var next = 0
  /// The number of titles that were appended: no element equals another.
  private var titles = 0
  private var now = 0
  private var live: Int?
  private var isOver = false
  private var isRefused = false

  init(_ limits: TimeShiftBuffer.Limits) {
    self.limits = limits
    state = TimeShiftState(limits: limits)
    state.connectionBegan(isLive: true)
  }

  mutating func act(_ kind: UInt8, _ count: Int) {
    switch kind % 14 {
    case 0, 1, 2: append(count % 32, milliseconds: count * 4, isBreak: kind > 250)
    case 3:
      titles += 1
      append([.metadata(StreamMetadata(title: "\(count % 5)", url: "\(titles)"))])
    case 4, 5, 6: if !state.isHeld { for _ in 0..<count { pull() } }
    case 7: state.hold(at: state.heard + min(count % 4 * 10 * Self.millisecond, end - state.heard), now: now)
    case 8: goOn()
    case 9: move(to: state.heard + (count - 128) * 200 * Self.millisecond)
    case 10: move(to: .max)
    case 11:
      state.wakeByClock(now)
      if let place = state.titlePlace(count % 2 == 0 ? 1 : -1, from: state.heard, margin: 0) { move(to: place) }
    case 12 where count == 0: refuse()
    case 13 where count == 0:
      state.finish()
      isOver = true
    default: now += count * 20 * Self.millisecond
    }
    check()
  }

  private mutating func append(_ count: Int, milliseconds: Int, isBreak: Bool) {
    append(
      (0..<count).map { index in
        let number = all.count + index
        return .packet(
          Packet(
            codec: .mp3,
            bytes: (0..<(4 + number * 37 % 900)).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) },
            headerFormat: AudioFormat(sampleRate: 1000, channels: 2), frameCount: (number * 13 + milliseconds) % 500,
            bitRate: 8000, isDiscontinuity: index == 0 && isBreak))
      })
  }

  private mutating func append(_ elements: [StreamElement]) {
    var rest = elements[...]
    switch state.append(&rest, now: now, time: 0) {
    case .appended: claim(rest.isEmpty && !isOver, "elements are left, or came behind the end")
    case .full: claim(!rest.isEmpty, "full without a rest")
    case .closed: claim(isOver, "closed by no one")
    case .pastFull: claim(state.isHeld && state.keepsPast, "full while nothing is held")
    case .refused:
      claim(isRefused, "refused by no one")
      isRefused = false
    }
    for element in elements.prefix(elements.count - rest.count) {
      all.append((element, end))
      if let packet = element.packet { end += packet.frameCount * Self.millisecond }
    }
  }

  private mutating func pull() {
    guard case .element(let element) = state.pull() else { return }
    claim(next < all.count && all[next].element == element, "it is not element \(next)")
    next += 1
    claim(state.place == (next < all.count ? all[next].start : end), "the place is wrong")
    _ = state.noteHeard(state.place, now: now)
  }

  private mutating func move(to target: Int) {
    guard let range = state.seekable(at: now) else {
      claim(!state.keepsPast && state.jump(to: target, now: now) == nil, "one moves where nothing is kept")
      return
    }
    guard let landing = state.jump(to: target, now: now) else { fail("no way to \(target)") }
    claim(landing.target == min(max(target, range.lowerBound), range.upperBound), "it landed at \(landing)")
    pull(at: landing)
  }

  private mutating func goOn() {
    let (place, range) = (state.heard, state.seekable(at: now))
    guard let landing = state.goOn(at: place, now: now), let range else {
      return claim(!state.keepsPast, "the sound does not go on")
    }
    // A refusal may have taken away the sound at the place.
    claim(landing.target == min(max(place, range.lowerBound), end), "it goes on at \(landing)")
    pull(at: landing)
  }

  private mutating func pull(at landing: Landing) {
    claim(landing.start <= landing.target && landing.start == state.place, "decoding begins at \(landing)")
    // Of several elements at the place, the next pull shows which one it is.
    guard case .element(let element) = state.pull() else {
      next = all.count
      return
    }
    guard let index = all.lastIndex(where: { $0.start <= landing.start && $0.element == element }) else {
      fail("what is pulled was not appended")
    }
    next = index + 1
    _ = state.noteHeard(max(landing.target, state.place), now: now)
  }

  private mutating func refuse() {
    guard state.refuse(.init(error: .unknownHost("x"), hasSounded: true)) else {
      return claim(isOver, "it cannot be refused")
    }
    isRefused = true
    // Titles stay, behind what was pulled.
    let titles = all[next...].filter { $0.element.packet == nil }
    all.removeSubrange(next...)
    end = state.place
    all += titles.map { ($0.element, end) }
    live = nil
  }

  private mutating func check() {
    claim(state.left >= 0, "less than nothing is left")
    if !state.keepsPast { claim(state.shift == nil && !state.isHeld, "a place without a past") }
    if let shift = state.shift, let place = state.live(at: now) {
      claim(shift.base <= end && place <= end, "live is past the edge")
      claim(place >= live ?? place, "live ran back from \(live ?? 0) to \(place)")
      live = place
    } else {
      live = nil
    }
    if let range = state.seekable(at: now) { claim(range.lowerBound >= 0, "the range is \(range)") }
    let ahead = (128 + 1) * 224 + (16 << 10)
    // A second before the place, for the decoder, is kept whatever it weighs.
    claim(
      state.memory <= max(limits.pastBytes, 600 * 224) + ahead + 200 * Self.heaviest, "it takes \(state.memory) bytes")
    if let entry = state.titles.entry(at: state.heard) { claim(entry.start <= state.heard, "the title is from later") }
  }
}
