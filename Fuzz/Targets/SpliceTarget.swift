import AudioCore
import Splice

extension FuzzTarget {
  /// Connections that break, and repeat what came before: each new packet is handed on, nothing is invented, and the
  /// order of a connection is kept.
  static let splice = FuzzTarget("splice") { input in
    var splice = PacketSplice(looksForRecordings: input.byte() % 2 == 1)
    var now = ContinuousClock.now
    var sent: Set<Int> = []
    var heard: Set<Int> = []
    var newest = 0
    var place = 0
    var waiting: [Int] = []
    func add(_ elements: [StreamElement]) {
      for element in elements {
        guard let packet = element.packet else { continue }
        let number = Self.number(of: packet)
        heard.insert(number)
        guard let index = waiting.firstIndex(of: number) else {
          fail("broken promise: packet \(number) was not sent, or comes behind a later one")
        }
        waiting.removeFirst(index + 1)
      }
    }
    let bytes = input.payload
    for pair in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (kind, count) = (bytes[pair] % 8, Int(bytes[pair + 1]))
      switch kind {
      case 0, 1:  // the connection ends, and the next one repeats some packets, or skips some
        add(splice.connectionEnded(cleanly: kind == 1))
        waiting = []
        place = max(0, newest - count + 16)
      case 2: place = max(0, place - count % 8)  // the sound itself repeats
      case 3: now += .milliseconds(10 * count)
      default:
        let hand: Duration? = kind == 4 ? nil : .milliseconds(20 * count)
        var elements: [StreamElement] = []
        for _ in 0..<(count % 64) {
          elements.append(.packet(Self.packet(place)))
          waiting.append(place)
          sent.insert(place)
          newest = max(newest, place)
          place += 1
        }
        if count > 200 { elements.append(.metadata(StreamMetadata(title: "Title \(count)"))) }
        add(splice.pass(elements, at: now, soundInHand: hand))
      }
    }
    add(splice.connectionEnded(cleanly: false))
    claim(heard == sent, "\(sent.subtracting(heard).sorted()) were not handed on")
  }

  private static func number(of packet: Packet) -> Int {
    Int(packet.bytes[0]) << 8 | Int(packet.bytes[1])
  }

  private static func packet(_ number: Int) -> Packet {
    Packet(
      codec: .mp3, bytes: [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF), 7],
      headerFormat: AudioFormat(sampleRate: 44100, channels: 2), frameCount: 1152, bitRate: 128_000,
      isDiscontinuity: false)
  }
}
