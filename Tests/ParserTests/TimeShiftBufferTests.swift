import AudioCore
import Foundation
import Parser
import Synchronization
import TestSupport
import Testing

@Suite("The packet buffer", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct TimeShiftBufferTests {
  /// A packet of 0.1 s in 100 bytes.
  static func packet(_ number: Int) -> StreamElement {
    .packet(
      Packet(
        codec: .mp3, bytes: [UInt8](repeating: UInt8(number & 0xFF), count: 100),
        headerFormat: AudioFormat(sampleRate: 10_000, channels: 2), frameCount: 1000, bitRate: 8000,
        isDiscontinuity: false))
  }

  static let title = StreamElement.metadata(StreamMetadata(title: "Title"))

  /// Waits until another task or thread makes `condition` true; fails after 20 s.
  static func wait(until condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + TestTime.seconds(20)
    while !condition() {
      try #require(ContinuousClock.now < deadline)
      await Task.yield()
    }
  }

  @Test("no element is returned before one second is buffered; then all come out in order")
  func start() async throws {
    let buffer = TimeShiftBuffer()
    try await buffer.append(Self.title)
    for number in 0..<9 {
      try await buffer.append(Self.packet(number))
      #expect(buffer.pull() == .notEnoughYet)
      #expect(!buffer.waitUntilReady(timeout: .zero))
    }
    try await buffer.append(Self.packet(9))
    #expect(buffer.waitUntilReady(timeout: .zero))
    #expect(buffer.pull() == .element(Self.title))
    for number in 0..<10 { #expect(buffer.pull() == .element(Self.packet(number))) }
  }

  @Test("a station that sends a page of more than a second at a time begins with the second one, a burst at once")
  func pages() async throws {
    let page = (0..<14).map(Self.packet)
    let pages = TimeShiftBuffer()
    try await pages.append(page)
    #expect(pages.pull() == .notEnoughYet)
    try await pages.append(page)
    #expect(pages.pull() == .element(Self.packet(0)))

    let long = TimeShiftBuffer()
    try await long.append((0..<29).map(Self.packet))
    #expect(long.pull() == .notEnoughYet)
    try await long.append(Self.packet(29))
    #expect(long.pull() == .element(Self.packet(0)), "3 s are enough however they come")

    let burst = TimeShiftBuffer()
    guard case .packet(var large) = Self.packet(0) else { return }
    large.bytes = [UInt8](repeating: 1, count: 1000)
    try await burst.append(Array(repeating: .packet(large), count: 11))
    #expect(burst.pull() == .element(.packet(large)))

    let file = TimeShiftBuffer(limits: .init(startDuration: .zero, resumeDuration: .zero))
    try await file.append(page)
    #expect(file.pull() == .element(Self.packet(0)))
  }

  @Test("after an underrun the buffer needs two seconds instead of one")
  func resume() async throws {
    let buffer = TimeShiftBuffer()
    for number in 0..<10 { try await buffer.append(Self.packet(number)) }
    for _ in 0..<10 { _ = buffer.pull() }
    #expect(buffer.pull() == .notEnoughYet)
    for number in 0..<19 {
      try await buffer.append(Self.packet(number))
      #expect(buffer.pull() == .notEnoughYet)
    }
    try await buffer.append(Self.packet(19))
    #expect(buffer.pull() == .element(Self.packet(0)))
  }

  @Test("the buffer is gathering at the beginning and after an underrun, until an element is returned")
  func gathering() async throws {
    let buffer = TimeShiftBuffer()
    #expect(buffer.isGathering)
    for number in 0..<10 { try await buffer.append(Self.packet(number)) }
    #expect(buffer.isGathering)
    for _ in 0..<10 {
      _ = buffer.pull()
      #expect(!buffer.isGathering)
    }
    #expect(buffer.pull() == .notEnoughYet)
    #expect(buffer.isGathering)
    for number in 0..<20 { try await buffer.append(Self.packet(number)) }
    #expect(buffer.isGathering)
    _ = buffer.pull()
    #expect(!buffer.isGathering)
  }

  @Test("a packet that arrives before the consumer finds the buffer empty is returned at once")
  func noUnderrun() async throws {
    let buffer = TimeShiftBuffer()
    for number in 0..<10 { try await buffer.append(Self.packet(number)) }
    for _ in 0..<10 { _ = buffer.pull() }
    try await buffer.append(Self.packet(10))
    #expect(buffer.pull() == .element(Self.packet(10)))
  }

  @Test("titles keep their place among the packets")
  func titles() async throws {
    let buffer = TimeShiftBuffer()
    let elements = (0..<60).map { $0 % 3 == 1 ? .metadata(StreamMetadata(title: "\($0)")) : Self.packet($0) }
    for element in elements { try await buffer.append(element) }
    buffer.finish()
    for element in elements { #expect(buffer.pull() == .element(element)) }
    #expect(buffer.pull() == .end)
  }

  @Test("a refused connection loses its packets, not its titles, and the producer gets the reason once")
  func refusal() async throws {
    let buffer = TimeShiftBuffer()
    for number in 0..<12 { try await buffer.append([Self.packet(number), Self.title]) }
    let refusal = TimeShiftBuffer.RefusalError(error: .noSound(codec: .aac, reason: "why"), hasSounded: true)
    #expect(buffer.refuse(refusal))
    #expect(buffer.fill.packets == 0 && buffer.fill.seconds == 0)
    await #expect(throws: refusal) { try await buffer.append(Self.packet(20)) }
    try await buffer.append(Self.packet(21))
    #expect(buffer.fill.packets == 1)
    // A refusal before a new connection begins does not count against the new connection.
    #expect(buffer.refuse(refusal))
    buffer.connectionBegan()
    for number in 30..<40 { try await buffer.append(Self.packet(number)) }
    for _ in 0..<12 { #expect(buffer.pull() == .element(Self.title)) }
    #expect(buffer.pull() == .element(Self.packet(30)))
    buffer.finish()
    #expect(!buffer.refuse(refusal))
  }

  @Test("a refusal wakes a producer that waits for space")
  func refusalOfTheWaiting() async throws {
    let buffer = TimeShiftBuffer(limits: .init(maximumDuration: .seconds(1)))
    let refusal = TimeShiftBuffer.RefusalError(error: .noSound(codec: .aac, reason: "why"), hasSounded: false)
    let producer = Task { for number in 0..<100 { try await buffer.append(Self.packet(number)) } }
    try await Self.wait { buffer.waitUntilReady(timeout: .zero) && buffer.fill.packets > 8 }
    _ = buffer.refuse(refusal)
    await #expect(throws: refusal) { try await producer.value }
  }

  @Test("at the end of the stream the rest is returned, even a single packet")
  func finish() async throws {
    let buffer = TimeShiftBuffer()
    try await buffer.append(Self.packet(1))
    #expect(buffer.pull() == .notEnoughYet)
    buffer.finish()
    #expect(buffer.waitUntilReady(timeout: .zero))
    #expect(buffer.pull() == .element(Self.packet(1)))
    #expect(buffer.pull() == .end)
    #expect(buffer.pull() == .end)
    await #expect(throws: CancellationError.self) { try await buffer.append(Self.packet(2)) }
  }

  @Test("the fill counts the buffered seconds, bytes and packets")
  func fill() async throws {
    let buffer = TimeShiftBuffer()
    #expect(buffer.holds(seconds: 0, bytes: 0, packets: 0))
    for number in 0..<15 { try await buffer.append(Self.packet(number)) }
    #expect(buffer.holds(seconds: 1.5, bytes: 1500, packets: 15))
    for _ in 0..<5 { _ = buffer.pull() }
    #expect(buffer.holds(seconds: 1, bytes: 1000, packets: 10))
    buffer.close()
    #expect(buffer.holds(seconds: 0, bytes: 0, packets: 0))
  }

  @Test(
    "until a move back has begun, the live place is what is heard, and one can move there", arguments: [true, false])
  func placesBeforeAMove(isLive: Bool) async throws {
    var limits = TimeShiftBuffer.Limits()
    limits.past = .seconds(60)
    let buffer = TimeShiftBuffer(limits: limits)
    buffer.connectionBegan(isLive: isLive)
    for number in 0..<40 { try await buffer.append(Self.packet(number)) }
    for _ in 0..<25 { _ = buffer.pull() }
    _ = buffer.noteHeard(2_000_000_000)
    let (heard, start) = (Duration.seconds(2), Duration.zero)
    let behind = try #require(buffer.span(from: start, heard: heard))
    #expect(behind.live == (isLive ? heard : nil) && behind.seekable == start...(isLive ? heard : .seconds(4)))
    // Without a move.
    let there = try #require(buffer.span(from: heard, heard: heard))
    #expect(there.live == nil && there.seekable == start...(isLive ? heard : .seconds(4)))
    // The move has begun, and what is heard is still said to be the place before.
    _ = buffer.jump(to: 0)
    let shifted = try #require(buffer.span(from: start, heard: heard))
    #expect(isLive ? (shifted.live ?? start) >= heard : shifted.live == nil)
    #expect(shifted.seekable.lowerBound == start && shifted.seekable.upperBound >= heard)
  }

  static let bounds: [(maximumDuration: Duration, maximumBytes: Int, packets: Int)] = [
    (.seconds(20), 512 << 10, 200), (.seconds(20), 5000, 50), (.milliseconds(700), 512 << 10, 7), (.zero, 0, 1),
  ]

  @Test("a full buffer is ready and suspends the producer until a quarter is free", arguments: bounds)
  func full(maximumDuration: Duration, maximumBytes: Int, packets: Int) async throws {
    // The start duration is so long that only a full buffer is ready.
    let buffer = TimeShiftBuffer(
      limits: .init(
        maximumDuration: maximumDuration, maximumBytes: maximumBytes, minimumDuration: .zero,
        startDuration: .seconds(1000)))
    let total = packets * 3
    async let produced: Void = {
      for number in 0..<total { try await buffer.append(Self.packet(number)) }
      buffer.finish()
    }()
    for number in 0..<total {
      try await Self.wait { buffer.waitUntilReady(timeout: .zero) }
      if number == 0 { #expect(buffer.fill.packets == packets) }
      #expect(buffer.pull() == .element(Self.packet(number)))
      if number < packets / 4 - 1 {
        for _ in 0..<20 { await Task.yield() }  // time for a producer that should not be awake
        #expect(buffer.fill.packets == packets - 1 - number)
      }
      #expect(buffer.fill.packets <= packets)
    }
    try await produced
    #expect(buffer.pull() == .end)
  }

  @Test("the number of tiny packets is limited, and a buffer that is full of them is ready")
  func tinyPackets() async throws {
    let buffer = TimeShiftBuffer()
    let packet = StreamElement.packet(
      Packet(
        codec: .speex, bytes: [0], headerFormat: AudioFormat(sampleRate: 384_000, channels: 1), frameCount: 1,
        bitRate: 8, isDiscontinuity: false))
    let maximum = TimeShiftBuffer.Limits().maximumElements
    let producer = Task { while true { try await buffer.append(packet) } }
    try await Self.wait { buffer.waitUntilReady(timeout: .zero) }
    #expect(buffer.fill.packets == maximum)
    for _ in 0..<(maximum / 4) { #expect(buffer.pull() == .element(packet)) }
    try await Self.wait { buffer.fill.packets == maximum }
    producer.cancel()
    _ = await producer.result
  }

  /// A stream of packets of 0.1 s: its rate in kbit/s, the bytes that a full buffer holds of it, and their duration in
  /// seconds.
  static let heavy: [(kilobits: Int, bytes: ClosedRange<Int>, seconds: ClosedRange<Double>)] = [
    (128, 310_000...320_000, 19.9...20), (320, 515_000...524_288, 12.8...13.2), (1000, 495_000...524_288, 3.9...4.2),
    (1411, 680_000...710_000, 3.8...4), (4608, 2_030_000...2_097_152, 3.5...3.7),
    (30_000, 1_700_000...2_097_152, 0.4...0.6),
  ]

  @Test(
    "the buffer holds 4 s of a stream with a high bit rate, up to 2 MiB, and is ready when it is full",
    arguments: heavy)
  func heavyStreams(kilobits: Int, bytes: ClosedRange<Int>, seconds: ClosedRange<Double>) async throws {
    let buffer = TimeShiftBuffer()
    let packet = Packet(
      codec: .flac, bytes: [UInt8](repeating: 0, count: kilobits * 1000 / 80),
      headerFormat: AudioFormat(sampleRate: 10_000, channels: 2), frameCount: 1000, bitRate: kilobits * 1000,
      isDiscontinuity: false)
    let producer = Task {
      while true { try await buffer.append(.packet(packet)) }
    }
    try await Self.wait {
      let fill = buffer.fill
      return bytes.contains(fill.bytes) && seconds.contains(fill.seconds) && buffer.waitUntilReady(timeout: .zero)
    }
    for _ in 0..<50 { await Task.yield() }  // time for a producer that should not be awake
    #expect(bytes.contains(buffer.fill.bytes) && seconds.contains(buffer.fill.seconds), "\(buffer.fill)")
    // After an underrun, too, a full buffer is ready.
    while buffer.fill.packets > 0 { _ = buffer.pull() }
    _ = buffer.pull()
    try await Self.wait { buffer.waitUntilReady(timeout: .zero) }
    buffer.close()
    _ = await producer.result
  }

  @Test("a producer that is cancelled while the consumer makes space holds up neither")
  func cancelledWhileSpaceIsMade() async throws {
    let limits = TimeShiftBuffer.Limits(maximumBytes: 400, minimumDuration: .zero)
    for _ in 0..<5000 {
      let buffer = TimeShiftBuffer(limits: limits)
      for number in 0..<4 { try await buffer.append(Self.packet(number)) }
      let producer = Task { for number in 4..<8 { try await buffer.append(Self.packet(number)) } }
      let consumer = Task.detached { while buffer.pull() != .end { await Task.yield() } }
      await Task.yield()
      producer.cancel()
      _ = await producer.result
      buffer.close()
      await consumer.value
    }
  }

  @Test("titles alone stay within the buffer's byte limit")
  func titleFlood() async throws {
    let buffer = TimeShiftBuffer(limits: .init(maximumBytes: 10_000, minimumDuration: .zero))
    let producer = Task {
      while true { try await buffer.append(Self.title) }
    }
    try await Self.wait { buffer.waitUntilReady(timeout: .zero) }
    #expect((9_900...10_000).contains(buffer.fill.bytes))
    buffer.close()
    await #expect(throws: CancellationError.self) { try await producer.value }
  }

  @Test("cancelling wakes a producer that waits at a full buffer, at any moment", arguments: 0..<20)
  func cancellation(round: Int) async throws {
    let buffer = TimeShiftBuffer(limits: .init(maximumBytes: 300, minimumDuration: .zero))
    let isOver = Flag()
    let producer = Task {
      defer { isOver.value.store(true, ordering: .releasing) }
      for number in 0..<10 { try await buffer.append(Self.packet(number)) }
    }
    if round % 2 == 0 { try await Self.wait { buffer.fill.packets == 3 } }
    for _ in 0..<(round / 2) { await Task.yield() }
    producer.cancel()
    try await Self.wait { isOver.value.load(ordering: .acquiring) }
    await #expect(throws: CancellationError.self) { try await producer.value }
    let held = buffer.fill.packets
    #expect(held <= 3)
    buffer.finish()
    for number in 0..<held { #expect(buffer.pull() == .element(Self.packet(number))) }
    #expect(buffer.pull() == .end)
  }

  @Test("closing wakes the producer of a full buffer")
  func closeWakesProducer() async throws {
    let buffer = TimeShiftBuffer(limits: .init(maximumBytes: 300, minimumDuration: .zero))
    let producer = Task {
      while true { try await buffer.append(Self.packet(0)) }
    }
    try await Self.wait { buffer.fill.packets == 3 }
    buffer.close()
    await #expect(throws: CancellationError.self) { try await producer.value }
    #expect(buffer.pull() == .end)
    await #expect(throws: CancellationError.self) { try await buffer.append(Self.packet(0)) }
  }

  @Test("closing, finishing and enough packets wake a consumer that waits on its thread", arguments: 0..<3)
  func wakesConsumer(reason: Int) async throws {
    let buffer = TimeShiftBuffer()
    let isThere = Flag()
    async let isReady = Self.onThread {
      isThere.value.store(true, ordering: .releasing)
      return buffer.waitUntilReady(timeout: .seconds(50))
    }
    try await Self.wait { isThere.value.load(ordering: .acquiring) }
    switch reason {
    case 0: buffer.close()
    case 1: buffer.finish()
    default: for number in 0..<10 { try await buffer.append(Self.packet(number)) }
    }
    #expect(await isReady)
    #expect(buffer.pull() == (reason < 2 ? .end : .element(Self.packet(0))))
  }

  @Test("a consumer's wait ends after its timeout when no element comes")
  func timeout() async {
    let buffer = TimeShiftBuffer()
    let start = ContinuousClock.now
    #expect(await Self.onThread { buffer.waitUntilReady(timeout: .milliseconds(30)) } == false)
    #expect(ContinuousClock.now - start >= .milliseconds(30))
  }

  @Test("a new connection needs one second to begin; one that continues after an underrun needs more")
  func newConnection() async throws {
    for isNew in [false, true] {
      let buffer = TimeShiftBuffer()
      for number in 0..<10 { try await buffer.append(Self.packet(number)) }
      for number in 0..<10 { #expect(buffer.pull() == .element(Self.packet(number))) }
      #expect(buffer.pull() == .notEnoughYet)
      if isNew { buffer.connectionBegan() }
      for number in 10..<20 { try await buffer.append(Self.packet(number)) }
      #expect(buffer.pull() == (isNew ? .element(Self.packet(10)) : .notEnoughYet))
    }
  }

  @Test("a new connection does not delay packets that are already buffered")
  func newConnectionWhilePlaying() async throws {
    let buffer = TimeShiftBuffer()
    for number in 0..<10 { try await buffer.append(Self.packet(number)) }
    #expect(buffer.pull() == .element(Self.packet(0)))
    buffer.connectionBegan()
    #expect(buffer.pull() == .element(Self.packet(1)))
  }

  @Test("a consumer thread gets all packets that a producer task appends, in order")
  func handOver() async throws {
    let buffer = TimeShiftBuffer(limits: .init(maximumDuration: .seconds(3)))
    let total = 20_000
    async let received = Self.onThread {
      var numbers: [Int] = []
      while true {
        switch buffer.pull() {
        case .element(.packet(let packet)): numbers.append(packet.frameCount)
        case .element(.metadata): continue
        case .notEnoughYet: _ = buffer.waitUntilReady(timeout: .seconds(20))
        case .end: return numbers
        }
      }
    }
    for number in 0..<total {
      guard case .packet(var packet) = Self.packet(0) else { return }
      packet.frameCount = number
      try await buffer.append(.packet(packet))
    }
    buffer.finish()
    #expect(await received == Array(0..<total))
  }

  /// A flag that one thread sets and another reads.
  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  /// Runs `body` on a thread of its own.
  private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }
}

extension TimeShiftBuffer {
  /// True when the buffer's fill has these values.
  fileprivate func holds(seconds: Double, bytes: Int, packets: Int) -> Bool {
    (fill.seconds, fill.bytes, fill.packets) == (seconds, bytes, packets)
  }
}
