import AudioCore
import Radio
import Testing

@Suite("Silence at the beginning of the sound")
struct LeadingSilenceTests {
  private static let format = AudioFormat(sampleRate: 44100, channels: 2)
  /// Frames of 1 ms, the shortest silence that is dropped, and of 80 ms, the longest.
  private static let (shortest, longest) = (45, 3528)

  /// What is left of blocks that follow each other from the beginning on. Each has `zeros` samples of 0, and then
  /// `frames` frames of sound.
  private func rest(of blocks: [(zeros: Int, frames: Int)]) -> [[Float]] {
    var silence = LeadingSilence()
    var decoded: Duration = .zero
    return blocks.map { (zeros: Int, frames: Int) -> [Float] in
      let samples = [Float](repeating: 0, count: zeros) + [Float](repeating: 0.5, count: 2 * frames - zeros % 2)
      var block = PCMBlock(format: Self.format, samples: samples)
      decoded += block.duration
      silence.drop(from: &block, decoded: decoded)
      return block.samples
    }
  }

  private func sound(zeros: Int = 0, frames: Int) -> [Float] {
    [Float](repeating: 0, count: zeros) + [Float](repeating: 0.5, count: 2 * frames)
  }

  @Test("zeros from 1 ms on are dropped, and shorter ones may begin a tone")
  func shortRuns() {
    let (shortest, tone) = (Self.shortest, sound(frames: 100))
    #expect(rest(of: [(2 * shortest, 100)]) == [tone])
    #expect(rest(of: [(2 * shortest - 2, 100)]) == [sound(zeros: 2 * shortest - 2, frames: 100)])
    #expect(rest(of: [(0, 100)]) == [tone])
  }

  @Test("whole frames are dropped: the zero of a frame whose other channel sounds stays")
  func wholeFrames() {
    let left = rest(of: [(2 * Self.shortest + 1, 100)])
    #expect(left == [[0] + [Float](repeating: 0.5, count: 199)])
  }

  @Test("the silence may fill several blocks, and ends with the first sound")
  func blocks() {
    #expect(
      rest(of: [(2 * 1000, 0), (2 * 1000, 10), (2 * 500, 10)]) == [
        [], sound(frames: 10), sound(zeros: 2 * 500, frames: 10),
      ])
  }

  @Test("silence that is longer than 80 ms belongs to the programme from there on")
  func longRuns() {
    let longest = Self.longest
    #expect(rest(of: [(2 * longest, 0), (2 * 1000, 10)]) == [[], sound(zeros: 2 * 1000, frames: 10)])
    #expect(rest(of: [(2 * longest + 2, 0)]) == [sound(zeros: 2 * longest + 2, frames: 0)])
    #expect(rest(of: [(2 * 44100, 10)]) == [sound(zeros: 2 * 44100, frames: 10)])
  }
}
