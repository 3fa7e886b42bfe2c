import AudioCore
import Parser

/// What a parser made of a whole stream.
struct Parsing: Equatable {
  var packets: [Packet] = []
  var error: TuneError?
  var counters = StreamParser.Counters()
  var largestInputMemory = 0

  var bytes: [[UInt8]] { packets.map(\.bytes) }
  var discontinuities: [Int] { packets.indices.filter { packets[$0].isDiscontinuity } }

  static func == (one: Parsing, other: Parsing) -> Bool {
    one.packets == other.packets && one.error == other.error && one.counters == other.counters
  }

  /// Feeds `stream` in pieces whose sizes `next` gives.
  init(_ stream: [UInt8], limits: StreamParser.Limits = .init(), piece next: () -> Int = { .max }) {
    var parser = StreamParser(source: "sample", limits: limits)
    var place = 0
    do throws(TuneError) {
      while place < stream.count {
        let size = min(max(1, next()), stream.count - place)
        packets += try parser.feed(stream[place..<(place + size)])
        largestInputMemory = max(largestInputMemory, parser.inputMemory)
        place += size
      }
      packets += try parser.finish()
    } catch {
      self.error = error
    }
    counters = parser.counters
  }

  init(_ frames: [[UInt8]]) { self.init(frames.flatMap { $0 }) }
}
