import AudioCore
import Parser

/// The result of parsing a file that can be read from any position, as the parser demands it.
struct FileParsing {
  private(set) var elements: [StreamElement] = []
  private(set) var error: TuneError?
  private(set) var largestMemory = 0
  /// The positions that the parser jumped to, in order.
  private(set) var jumps: [Int] = []
  /// How many bytes were fed.
  private(set) var bytesRead = 0

  var packets: [Packet] { elements.packets }
  var bytes: [[UInt8]] { packets.map(\.bytes) }
  var discontinuities: [Int] { packets.indices.filter { packets[$0].isDiscontinuity } }
  /// How many PCM frames are played, after the trims.
  var frameCount: Int { packets.reduce(0) { $0 + $1.frameCount } }

  /// Feeds `file` in pieces whose sizes `next` gives.
  init(_ file: [UInt8], access: StreamOrigin.FileAccess = .bySeeking, piece next: () -> Int = { 1 << 16 }) {
    var parser = StreamParser(source: "sample", origin: .file(access))
    var place = 0
    do throws(TuneError) {
      while place < file.count, parser.demand != .nothing {
        let end = min(place + max(1, next()), file.count)
        elements += try parser.feed(file[place..<end])
        bytesRead += end - place
        largestMemory = max(largestMemory, parser.inputMemory)
        place = end
        guard case .position(let position) = parser.demand else { continue }
        jumps.append(position)
        place = position
      }
      elements += try parser.finish()
    } catch {
      self.error = error
    }
  }
}
