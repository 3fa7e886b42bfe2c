import AudioCore
import Parser

/// The result of parsing a whole stream.
struct Parsing: Equatable {
  var elements: [StreamElement] = []
  var error: TuneError?
  var counters = StreamParser.Counters()
  var largestInputMemory = 0

  var packets: [Packet] { elements.packets }
  var titles: [String] {
    elements.compactMap { if case .metadata(let metadata) = $0 { metadata.title } else { nil } }
  }
  /// For each title, the index of the packet behind it.
  var titlePlaces: [Int] {
    elements.indices.filter { elements[$0].packet == nil }.map { elements[..<$0].count { $0.packet != nil } }
  }
  var bytes: [[UInt8]] { packets.map(\.bytes) }
  var discontinuities: [Int] {
    let packets = packets
    return packets.indices.filter { packets[$0].isDiscontinuity }
  }

  static func == (one: Parsing, other: Parsing) -> Bool {
    one.elements == other.elements && one.error == other.error && one.counters == other.counters
  }

  /// Feeds `stream` in pieces whose sizes `next` gives.
  init(_ stream: [UInt8], limits: StreamParser.Limits = .init(), piece next: () -> Int = { .max }) {
    var parser = StreamParser(source: "sample", limits: limits)
    var place = 0
    do throws(TuneError) {
      while place < stream.count {
        let size = min(max(1, next()), stream.count - place)
        elements += try parser.feed(stream[place..<(place + size)])
        largestInputMemory = max(largestInputMemory, parser.inputMemory)
        place += size
      }
      elements += try parser.finish()
    } catch {
      self.error = error
    }
    counters = parser.counters
  }

  init(_ frames: [[UInt8]]) { self.init(frames.flatMap { $0 }) }
}
