import AudioCore
import Muxing
import TestSupport
import Testing

@Suite("The relay", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct PacketRelayTests {
  private let relay = PacketRelay()
  private let limits = PacketRelay.Limits()

  private func packet(_ number: Int, _ codec: Codec = .mp3, bytes: Int = 1000) -> Packet {
    Packet(
      codec: codec, bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: bytes),
      headerFormat: AudioFormat(sampleRate: 44100, channels: 2), frameCount: 1152, bitRate: 128_000,
      isDiscontinuity: false)
  }

  /// A packet of 0.1 s at this bit rate.
  private func heavy(_ kilobits: Int) -> Packet {
    Packet(
      codec: .flac, bytes: [UInt8](repeating: 1, count: kilobits * 1000 / 80),
      headerFormat: AudioFormat(sampleRate: 48000, channels: 2), frameCount: 4800, bitRate: kilobits * 1000,
      isDiscontinuity: false, setup: .headers([]))
  }

  @Test(
    "at high bit rates a new listener gets 1.5 s, at most 512 KiB, and may be 8 s behind, at most 4 MiB",
    arguments: [(1000, 15, 84), (1411, 15, 80), (4608, 9, 72)])
  func heavyStreams(kilobits: Int, burst: Int, behind: Int) async {
    for _ in 0..<100 { relay.put(.packet(heavy(kilobits))) }
    let listener = relay.listen()
    #expect(await listener.next()?.count == burst)
    var count = 0
    while relay.listenerCount == 1, count < 1000 {
      relay.put(.packet(heavy(kilobits)))
      count += 1
    }
    #expect(count == behind + 1 || count == behind, "\(count)")
  }

  @Test("a new listener gets at most 1024 tiny packets, and setups that change count towards the 512 KiB")
  func tinyPackets() async {
    let format = AudioFormat(sampleRate: 384_000, channels: 1)
    for number in 0..<20_000 {
      relay.put(
        .packet(
          Packet(
            codec: .speex, bytes: [UInt8(truncatingIfNeeded: number)], headerFormat: format, frameCount: 1, bitRate: 8,
            isDiscontinuity: false)))
    }
    #expect(await relay.listen().next()?.count == limits.maximumBurstPackets)
    relay.changeSource()
    let setup = CodecSetup.headers([[UInt8](repeating: 0, count: 100 << 10)])
    for _ in 0..<20 {
      relay.put(
        .packet(
          Packet(
            codec: .speex, bytes: [0], headerFormat: format, frameCount: 38400, bitRate: 80, isDiscontinuity: true,
            setup: setup)))
    }
    #expect(await relay.listen().next()?.count == limits.maximumBurstBytes / ((100 << 10) + 1))
  }

  private func put(_ numbers: Range<Int>, _ codec: Codec = .mp3, bytes: Int = 1000) {
    for number in numbers { relay.put(.packet(packet(number, codec, bytes: bytes))) }
  }

  private func title(_ text: String) -> StreamElement { .metadata(StreamMetadata(title: text)) }

  @Test("a new listener gets the title and the last 64 KiB at once, then each new packet")
  func burst() async throws {
    relay.put(.metadata(StreamMetadata(title: "A - B")))
    put(0..<200)
    let listener = relay.listen()
    #expect(listener.codec == .mp3)
    let burst = try #require(await listener.next())
    #expect(burst.first == title("A - B"))
    #expect(burst.count - 1 == limits.burstBytes / 1000)
    #expect(burst.last == .packet(packet(199)))
    put(200..<201)
    #expect(await listener.next() == [.packet(packet(200))])
    #expect(relay.receivedBytes == 201_000)
  }

  @Test("a listener that does not keep up is disconnected, and the others lose nothing", arguments: [1000, 8])
  func slow(bytes: Int) async throws {
    let (slow, quick) = (relay.listen(), relay.listen())
    let count = limits.queueBytes / bytes + 1
    var sent = 0
    while sent < count, relay.listenerCount == 2 {
      put(sent..<sent + 1, bytes: bytes)
      #expect(await quick.next()?.count == 1)
      sent += 1
    }
    #expect(relay.listenerCount == 1)
    #expect(bytes > 64 || sent < count / 8, "tiny packets count for more than their bytes")
    #expect(await slow.next() == nil)
    relay.leave(quick)
    #expect(relay.listenerCount == 0)
    #expect(await quick.next() == nil)
  }

  @Test("listeners stay connected when the next station has the same codec, and get an empty title")
  func sameCodec() async throws {
    relay.put(.metadata(StreamMetadata(title: "old")))
    put(0..<2)
    let listener = relay.listen()
    _ = await listener.next()
    relay.changeSource()
    put(7..<8)
    #expect(await listener.next() == [title(""), .packet(packet(7))])
    let second = relay.listen()
    #expect(await second.next() == [.packet(packet(7))], "nothing of the station before")
    put(0..<200)
    #expect(await relay.listen().next()?.count == limits.burstBytes / 1000, "and as much as ever of the new one")
  }

  @Test("another codec ends the listeners after the old packets, and new listeners get only the new packets")
  func otherCodec() async throws {
    put(0..<2)
    let listener = relay.listen()
    _ = await listener.next()
    put(2..<3)
    relay.changeSource()
    put(0..<1, .aac)
    #expect(await listener.next() == [.packet(packet(2)), title("")])
    #expect(await listener.next() == nil)
    #expect(relay.codec == .aac && relay.listenerCount == 0)
    let new = relay.listen()
    #expect(new.codec == .aac)
    #expect(await new.next() == [.packet(packet(0, .aac))])
  }

  @Test("a stop ends all listeners, and the relay keeps no packet")
  func end() async throws {
    relay.put(.metadata(StreamMetadata(title: "old")))
    put(0..<10)
    let listener = relay.listen()
    let waiting = Task {
      var count = 0
      while let items = await listener.next() { count += items.count }
      return count
    }
    relay.end()
    #expect(await waiting.value == 11)
    #expect(relay.codec == nil && relay.listenerCount == 0)
    let early = relay.listen()
    #expect(early.codec == nil, "nothing is on the air")
    put(5..<6)
    #expect(await early.next() == [.packet(packet(5))])
  }

  @Test("titles without sound are bounded, and a listener that does not read them is disconnected")
  func onlyTitles() async throws {
    put(0..<1)
    let slow = relay.listen()
    for number in 0..<100_000 { relay.put(.metadata(StreamMetadata(title: "\(number)"))) }
    #expect(relay.listenerCount == 0)
    #expect(await slow.next() == nil)
    #expect(await relay.listen().next() == [title("99999")])
  }

  @Test("a listener that is not used any more is none")
  func unused() async throws {
    put(0..<1)
    var listener: RelayListener? = relay.listen()
    #expect(listener?.codec == .mp3 && relay.listenerCount == 1)
    listener = nil
    #expect(relay.listenerCount == 0)
  }

  @Test("a new listener gets each title of the burst with the packets to which it belongs")
  func titlesInBurst() async throws {
    for (number, text) in ["one", "two", "three"].enumerated() {
      relay.put(.metadata(StreamMetadata(title: text)))
      put(number * 40..<(number + 1) * 40)
    }
    let first = 120 - limits.burstBytes / 1000
    #expect((41..<80).contains(first))
    var expected = [title("two")]
    for number in first..<120 {
      if number == 80 { expected.append(title("three")) }
      expected.append(.packet(packet(number)))
    }
    #expect(await relay.listen().next() == expected)
  }
}
