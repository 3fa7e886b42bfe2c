import AudioCore
import Radio
import RadioModel
import Synchronization
import SystemSupport
import TestSupport
import Testing

@Suite("The journal of events", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct EventJournalTests {
  /// The first `count` events of `stream`.
  private func first(_ count: Int, of stream: AsyncStream<NumberedEvent>) async -> [NumberedEvent] {
    var events: [NumberedEvent] = []
    for await event in stream {
      events.append(event)
      if events.count == count { break }
    }
    return events
  }

  private func send(_ count: Int, to journal: EventJournal) {
    for number in 0..<count { journal.send(.notice("\(number)")) }
  }

  private let snapshot = TunerEvent.snapshot(TunerSnapshot())

  @Test("numbers continue from the run before, and a new subscriber gets the snapshot with the current number")
  func numbers() async {
    let journal = EventJournal(after: 100)
    send(2, to: journal)
    let stream = journal.add(after: nil) { snapshot }
    send(2, to: journal)
    let events = await first(3, of: stream)
    #expect(events.map(\.number) == [102, 103, 104])
    #expect(events.map(\.event) == [snapshot, .notice("0"), .notice("1")])
    #expect(journal.number == 104)
  }

  @Test("a subscription that ends while an event is sent holds up neither")
  func endsWhileAnEventIsSent() async {
    let journal = EventJournal(after: 0)
    let isOver = Mutex(false)
    let sender = OneShotEvent()
    let isStarted = PlainThread.start {
      while !isOver.withLock({ $0 }) { journal.send(.ended) }
      sender.set()
    }
    #expect(isStarted)
    for _ in 0..<5000 {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in journal.add(after: nil, first: { .ended }) {} }
        await Task.yield()
        group.cancelAll()
      }
    }
    isOver.withLock { $0 = true }
    #expect(await sender.wait())
  }

  @Test(
    "a client that reconnects gets the events that it missed, or the snapshot when they are no longer kept",
    arguments: [
      (255, nil), (0, nil), (256, nil), (257, 300), (300, 300), (nil, 300),
    ] as [(Int?, UInt64?)])
  func comeBack(missed: Int?, snapshotAt: UInt64?) async {
    let journal = EventJournal(after: 0)
    send(300, to: journal)
    let stream = journal.add(after: missed.map { 300 - UInt64($0) }) { snapshot }
    journal.send(.ended)
    let events = await first(snapshotAt == nil ? (missed ?? 0) + 1 : 2, of: stream)
    #expect(events.last == NumberedEvent(number: 301, event: .ended))
    if let snapshotAt {
      #expect(events.first == NumberedEvent(number: snapshotAt, event: snapshot))
    } else {
      #expect(events.map(\.number) == Array((301 - UInt64(missed ?? 0))...301))
    }
  }

  @Test("a number from the future belongs to another radio: the subscriber gets the snapshot")
  func future() async {
    let journal = EventJournal(after: 5)
    let events = await first(1, of: journal.add(after: 6) { snapshot })
    #expect(events.map(\.event) == [snapshot])
  }

  @Test("a subscriber that never reads keeps only the newest events, whose numbers show which are missing")
  func neverReads() async {
    let journal = EventJournal(after: 0)
    let stream = journal.add(after: nil) { snapshot }
    send(10_000, to: journal)
    journal.finish()
    var numbers: [UInt64] = []
    for await event in stream { numbers.append(event.number) }
    #expect(numbers == Array(9744...10_000))
    #expect(MemoryLayout<NumberedEvent>.size < 128, "many subscribers may be as far behind")
  }

  @Test("a subscriber that leaves is removed")
  func leaving() async throws {
    let journal = EventJournal(after: 0)
    for _ in 0..<3 { #expect(await first(1, of: journal.add(after: nil) { snapshot }).count == 1) }
    let reading = Task { [stream = journal.add(after: nil) { snapshot }] in
      for await _ in stream {}
    }
    reading.cancel()
    await reading.value
    try await eventually("there is no subscriber") { journal.subscriberCount == 0 }
  }

  @Test("a subscriber that comes after the end gets the last events, and then the end")
  func afterEnd() async {
    let journal = EventJournal(after: 0)
    send(3, to: journal)
    journal.finish()
    var numbers: [UInt64] = []
    for await event in journal.add(after: 1, first: { snapshot }) { numbers.append(event.number) }
    #expect(numbers == [2, 3])
  }
}
