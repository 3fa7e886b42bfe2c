import Parser
import TestSupport
import Testing

@Suite("Streams that fuzzing found")
struct FuzzRegressionTests {
  /// What may stand behind the last whole frame: too short for a header.
  static let tails: [[UInt8]] = [[0], [0xFF], [0, 0], [0xFF, 0], [0x54, 0x41], [1, 2, 3], [0xFF, 0xFB, 0x10]]

  @Test("a few bytes behind the last frame count for the same, whether they come alone or with it", arguments: tails)
  func rest(tail: [UInt8]) {
    for kind in [Sample.MPEG(layer: 3, bitRateIndex: 1), Sample.mp3, Sample.MPEG(bitRateIndex: 0, freeLength: 300)] {
      for count in 1...5 {
        let stream = Sample.frames(kind, count).joined() + tail
        let whole = Parsing(stream)
        #expect(Parsing(stream) { 1 } == whole, "\(count) frames")
        #expect(Parsing(stream) { stream.count - tail.count } == whole, "\(count) frames")
      }
    }
  }
}
