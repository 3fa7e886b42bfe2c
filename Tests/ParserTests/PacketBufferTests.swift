import AudioCore
import Foundation
import Parser
import Synchronization
import Testing

@Suite("The packet buffer", .timeLimit(.minutes(1)))
struct PacketBufferTests {
  /// A tenth of a second in 100 bytes.
  static func packet(_ number: Int) -> StreamElement {
    .packet(
      Packet(
        codec: .mp3, bytes: [UInt8](repeating: UInt8(number & 0xFF), count: 100),
        headerFormat: AudioFormat(sampleRate: 10_000, channels: 2), frameCount: 1000, bitRate: 8000,
        isDiscontinuity: false))
  }

  static let title = StreamElement.metadata(StreamMetadata(title: "Title"))

  /// A condition that another task or thread brings about.
  static func wait(until condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition() {
      try #require(ContinuousClock.now < deadline)
      await Task.yield()
    }
  }

  @Test("nothing is given out before enough is in hand to begin; then everything, in order")
  func start() async throws {
    let buffer = PacketBuffer()
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

  @Test("after a dry spell twice as much is wanted")
  func resume() async throws {
    let buffer = PacketBuffer()
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

  @Test("sound gathers at the beginning and after a dry spell, until it is given out")
  func gathering() async throws {
    let buffer = PacketBuffer()
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

  @Test("a packet that comes before the consumer noticed that there is none is given out at once")
  func noUnderrun() async throws {
    let buffer = PacketBuffer()
    for number in 0..<10 { try await buffer.append(Self.packet(number)) }
    for _ in 0..<10 { _ = buffer.pull() }
    try await buffer.append(Self.packet(10))
    #expect(buffer.pull() == .element(Self.packet(10)))
  }

  @Test("titles keep their place among the packets")
  func titles() async throws {
    let buffer = PacketBuffer()
    let elements = (0..<60).map { $0 % 3 == 1 ? .metadata(StreamMetadata(title: "\($0)")) : Self.packet($0) }
    for element in elements { try await buffer.append(element) }
    buffer.finish()
    for element in elements { #expect(buffer.pull() == .element(element)) }
    #expect(buffer.pull() == .end)
  }

  @Test("a refused connection loses its packets, not its titles, and the producer gets the reason once")
  func refusal() async throws {
    let buffer = PacketBuffer()
    for number in 0..<12 { try await buffer.append([Self.packet(number), Self.title]) }
    let refusal = PacketBuffer.Refusal(error: .noSound(codec: .aac, reason: "why"), hasSounded: true)
    #expect(buffer.refuse(refusal))
    #expect(buffer.fill.packets == 0 && buffer.fill.seconds == 0)
    await #expect(throws: refusal) { try await buffer.append(Self.packet(20)) }
    try await buffer.append(Self.packet(21))
    #expect(buffer.fill.packets == 1)
    // What was refused before another connection begins is not that one's fault.
    #expect(buffer.refuse(refusal))
    buffer.connectionBegan()
    for number in 30..<40 { try await buffer.append(Self.packet(number)) }
    for _ in 0..<12 { #expect(buffer.pull() == .element(Self.title)) }
    #expect(buffer.pull() == .element(Self.packet(30)))
    buffer.finish()
    #expect(!buffer.refuse(refusal))
  }

  @Test("a producer that waits for a place is woken by a refusal")
  func refusalOfTheWaiting() async throws {
    let buffer = PacketBuffer(limits: .init(maxDuration: .seconds(1)))
    let refusal = PacketBuffer.Refusal(error: .noSound(codec: .aac, reason: "why"), hasSounded: false)
    let producer = Task { for number in 0..<100 { try await buffer.append(Self.packet(number)) } }
    try await Self.wait { buffer.waitUntilReady(timeout: .zero) && buffer.fill.packets > 8 }
    _ = buffer.refuse(refusal)
    await #expect(throws: refusal) { try await producer.value }
  }

  @Test("at the end of the stream what is left is given out, however little")
  func finish() async throws {
    let buffer = PacketBuffer()
    try await buffer.append(Self.packet(1))
    #expect(buffer.pull() == .notEnoughYet)
    buffer.finish()
    #expect(buffer.waitUntilReady(timeout: .zero))
    #expect(buffer.pull() == .element(Self.packet(1)))
    #expect(buffer.pull() == .end)
    #expect(buffer.pull() == .end)
    await #expect(throws: CancellationError.self) { try await buffer.append(Self.packet(2)) }
  }

  @Test("the fill is what is held")
  func fill() async throws {
    let buffer = PacketBuffer()
    #expect(buffer.fill == .init(seconds: 0, bytes: 0, packets: 0))
    for number in 0..<15 { try await buffer.append(Self.packet(number)) }
    #expect(buffer.fill == .init(seconds: 1.5, bytes: 1500, packets: 15))
    for _ in 0..<5 { _ = buffer.pull() }
    #expect(buffer.fill == .init(seconds: 1, bytes: 1000, packets: 10))
    buffer.close()
    #expect(buffer.fill == .init(seconds: 0, bytes: 0, packets: 0))
  }

  static let bounds: [(maxDuration: Duration, maxBytes: Int, packets: Int)] = [
    (.seconds(20), 512 << 10, 200), (.seconds(20), 5000, 50), (.milliseconds(700), 512 << 10, 7), (.zero, 0, 1),
  ]

  @Test("a full buffer suspends the producer and is ready; it takes more when a quarter is free", arguments: bounds)
  func full(maxDuration: Duration, maxBytes: Int, packets: Int) async throws {
    // So much is wanted at the start that only being full makes the buffer ready.
    let buffer = PacketBuffer(
      limits: .init(
        maxDuration: maxDuration, maxBytes: maxBytes, leastDuration: .zero, startDuration: .seconds(1000)))
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

  @Test("of packets that are tiny and of no length so many are held; being full of them is enough to begin")
  func tinyPackets() async throws {
    let buffer = PacketBuffer()
    let packet = StreamElement.packet(
      Packet(
        codec: .speex, bytes: [0], headerFormat: AudioFormat(sampleRate: 384_000, channels: 1), frameCount: 1,
        bitRate: 8, isDiscontinuity: false))
    let most = PacketBuffer.Limits().mostElements
    let producer = Task { while true { try await buffer.append(packet) } }
    try await Self.wait { buffer.waitUntilReady(timeout: .zero) }
    #expect(buffer.fill.packets == most)
    for _ in 0..<(most / 4) { #expect(buffer.pull() == .element(packet)) }
    try await Self.wait { buffer.fill.packets == most }
    producer.cancel()
    _ = await producer.result
  }

  /// Kilobit/s of a stream in packets of a tenth of a second, the bytes that a full buffer holds of it, and how long they sound.
  static let heavy: [(kilobits: Int, bytes: ClosedRange<Int>, seconds: ClosedRange<Double>)] = [
    (128, 310_000...320_000, 19.9...20), (320, 515_000...524_288, 12.8...13.2), (1000, 495_000...524_288, 3.9...4.2),
    (1411, 680_000...710_000, 3.8...4), (4608, 2_030_000...2_097_152, 3.5...3.7),
    (30_000, 1_700_000...2_097_152, 0.4...0.6),
  ]

  @Test("of what takes many bytes a second, 4 s are held up to 2 MiB; being full is enough to begin", arguments: heavy)
  func heavyStreams(kilobits: Int, bytes: ClosedRange<Int>, seconds: ClosedRange<Double>) async throws {
    let buffer = PacketBuffer()
    let packet = Packet(
      codec: .flac, bytes: [UInt8](repeating: 0, count: kilobits * 1000 / 80),
      headerFormat: AudioFormat(sampleRate: 10_000, channels: 2), frameCount: 1000, bitRate: kilobits * 1000,
      isDiscontinuity: false)
    let producer = Task {
      while true { try await buffer.append(.packet(packet)) }
    }
    try await Self.wait { bytes.contains(buffer.fill.bytes) }
    for _ in 0..<50 { await Task.yield() }
    #expect(bytes.contains(buffer.fill.bytes) && seconds.contains(buffer.fill.seconds), "\(buffer.fill)")
    #expect(buffer.waitUntilReady(timeout: .zero))
    // After a dry spell, too, being full must do.
    while buffer.fill.packets > 0 { _ = buffer.pull() }
    _ = buffer.pull()
    try await Self.wait { buffer.waitUntilReady(timeout: .zero) }
    buffer.close()
    _ = await producer.result
  }

  @Test("titles alone cannot fill the memory")
  func titleFlood() async throws {
    let buffer = PacketBuffer(limits: .init(maxBytes: 10_000, leastDuration: .zero))
    let producer = Task {
      while true { try await buffer.append(Self.title) }
    }
    try await Self.wait { buffer.waitUntilReady(timeout: .zero) }
    #expect((9_900...10_000).contains(buffer.fill.bytes))
    buffer.close()
    await #expect(throws: CancellationError.self) { try await producer.value }
  }

  @Test("cancelling the producer wakes it from a full buffer, whenever it comes", arguments: 0..<20)
  func cancellation(round: Int) async throws {
    let buffer = PacketBuffer(limits: .init(maxBytes: 300, leastDuration: .zero))
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
    let buffer = PacketBuffer(limits: .init(maxBytes: 300, leastDuration: .zero))
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
    let buffer = PacketBuffer()
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

  @Test("a consumer that waits in vain comes back after its time limit")
  func timeout() async {
    let buffer = PacketBuffer()
    let start = ContinuousClock.now
    #expect(await Self.onThread { buffer.waitUntilReady(timeout: .milliseconds(30)) } == false)
    #expect(ContinuousClock.now - start >= .milliseconds(30))
  }

  @Test("a new connection needs only as much as the first to begin, one that goes on after a dry spell needs more")
  func newConnection() async throws {
    for isNew in [false, true] {
      let buffer = PacketBuffer()
      for number in 0..<10 { try await buffer.append(Self.packet(number)) }
      for number in 0..<10 { #expect(buffer.pull() == .element(Self.packet(number))) }
      #expect(buffer.pull() == .notEnoughYet)
      if isNew { buffer.connectionBegan() }
      for number in 10..<20 { try await buffer.append(Self.packet(number)) }
      #expect(buffer.pull() == (isNew ? .element(Self.packet(10)) : .notEnoughYet))
    }
  }

  @Test("a new connection does not hold up sound that is in hand")
  func newConnectionWhilePlaying() async throws {
    let buffer = PacketBuffer()
    for number in 0..<10 { try await buffer.append(Self.packet(number)) }
    #expect(buffer.pull() == .element(Self.packet(0)))
    buffer.connectionBegan()
    #expect(buffer.pull() == .element(Self.packet(1)))
  }

  @Test("what a producer task appends, a consumer thread gets, in order and whole")
  func handOver() async throws {
    let buffer = PacketBuffer(limits: .init(maxDuration: .seconds(3)))
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

  /// Something one thread sets and another sees.
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
