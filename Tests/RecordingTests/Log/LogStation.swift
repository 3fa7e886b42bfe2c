import AudioCore
import Foundation
import Parser
import Recording
import TestSupport

/// The packets of a station with a clock of the test's own: AAC frames without sound, of a second each.
struct LogStation {
  private(set) var place = 0
  private(set) var time: Double
  private(set) var packets: [Packet] = []
  private(set) var connection = 0
  private var isBroken = false
  private let format: AudioFormat

  /// A station whose first packet is received at `time`, in seconds since 1970.
  init(at time: Double, sampleRate: Int = 8000) {
    self.time = time
    format = AudioFormat(sampleRate: sampleRate, channels: 1)
  }

  /// The next packets of `seconds`.
  mutating func send(_ seconds: Int) -> [PlacedElement] {
    (0..<seconds).map { _ in
      // A whole ADTS frame, so that files can be read, with bytes of its own.
      let size = 7 + 8
      let header: [UInt8] = [0xFF, 0xF1, 0x6C, 0x40, UInt8(size >> 3), UInt8(size << 5 & 0xE0) | 0x1F, 0xFC]
      let packet = Packet(
        codec: .aac, bytes: header + withUnsafeBytes(of: UInt64(packets.count).littleEndian, Array.init),
        headerFormat: format, frameCount: format.sampleRate, bitRate: 120, isDiscontinuity: isBroken || packets.isEmpty)
      isBroken = false
      packets.append(packet)
      defer {
        place += 1_000_000_000
        time += 1
      }
      return PlacedElement(element: .packet(packet), start: place, receivedAt: time, connection: connection)
    }
  }

  /// A title that begins with the next packet.
  func title(_ text: String) -> PlacedElement {
    PlacedElement(
      element: .metadata(StreamMetadata(title: text)), start: place, receivedAt: time, connection: connection)
  }

  /// Loses the connection for `seconds`. With `isJoined`, no sound is missing after it.
  mutating func reconnect(after seconds: Double, isJoined: Bool = false) {
    connection += 1
    isBroken = !isJoined
    time += seconds
  }

  /// Sets the clock.
  mutating func setClock(by seconds: Double) { time += seconds }

  /// The frames of `bytes`, a file of this station: those of its sound, and the one before it if there is one.
  static func frames(in bytes: [UInt8]) -> [[UInt8]] {
    var rest = bytes[...]
    if rest.starts(with: Array("ID3".utf8)), rest.count > 10 {
      let size = rest[6..<10].reduce(0) { $0 << 7 | Int($1) }
      rest = rest.dropFirst(10 + size)
    }
    return stride(from: rest.startIndex, to: rest.endIndex, by: 15).map {
      Array(rest[$0..<min($0 + 15, rest.endIndex)])
    }
  }
}
