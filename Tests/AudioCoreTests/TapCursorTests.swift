import AudioCore
import Foundation
import TestSupport
import Testing

@Suite("A reader that copies all sound of a tap")
struct TapCursorTests {
  private let tap = PCMTap()
  private let start = ContinuousClock.now

  /// Copies all that there is at `milliseconds` after the start; returns the pieces and the left channel.
  private func copyAll(
    _ cursor: inout TapCursor, at milliseconds: Int, maximumSamples: Int = 8192
  ) -> (pieces: [TapPiece], left: [Float]) {
    var pieces: [TapPiece] = []
    var left: [Float] = []
    var samples: [Float] = []
    repeat {
      let now = start.advanced(by: .milliseconds(milliseconds))
      let piece = tap.follow(&cursor, maximumSamples: maximumSamples, into: &samples, now: now)
      pieces.append(piece)
      guard case .sound(let format, _, _, _) = piece else { break }
      left += stride(from: 0, to: samples.count, by: format.channels).map { samples[$0] }
    } while !samples.isEmpty
    return (pieces, left)
  }

  @Test("a new reader gets the last 400 ms and what is not audible yet, then each frame once")
  func order() {
    tap.begin(stereo44)
    tap.write(counting(from: 0, frames: 44_100))
    tap.publish(delayFrames: 4410, at: start)
    var cursor = TapCursor()
    let first = copyAll(&cursor, at: 0)
    #expect(first.left == counted(39_690 - 17_640..<44_100))
    #expect(first.pieces.first == .sound(format: stereo44, startFrame: 22_050, framesAhead: -13_544, continues: false))
    #expect(first.pieces.last == .sound(format: stereo44, startFrame: 44_100, framesAhead: 4410, continues: true))
    tap.write(counting(from: 44_100, frames: 1000))
    tap.publish(delayFrames: 1000, at: start.advanced(by: .milliseconds(100)))
    let second = copyAll(&cursor, at: 100)
    #expect(second.left == counted(44_100..<45_100))
    #expect(second.pieces.first == .sound(format: stereo44, startFrame: 44_100, framesAhead: 1000, continues: true))
  }

  @Test("a reader that is more than 0.8 s behind loses sound and goes on with the present one")
  func lag() {
    tap.begin(stereo44)
    tap.write(counting(from: 0, frames: 1000))
    tap.publish(delayFrames: 0, at: start)
    var cursor = TapCursor()
    _ = copyAll(&cursor, at: 0)
    tap.write(counting(from: 1000, frames: 88_200))
    tap.publish(delayFrames: 0, at: start)
    let late = copyAll(&cursor, at: 0)
    #expect(late.left == counted(89_200 - 17_640..<89_200))
    guard case .sound(_, _, _, continues: false)? = late.pieces.first else {
      Issue.record("\(late.pieces)")
      return
    }
  }

  @Test("a new format, the same format again and silence each begin again, and nothing of the old sound is repeated")
  func changes() {
    let mono48 = AudioFormat(sampleRate: 48_000, channels: 1)
    var cursor = TapCursor()
    #expect(copyAll(&cursor, at: 0).pieces == [.silence])
    tap.begin(stereo44)
    tap.write(counting(from: 0, frames: 100))
    tap.publish(delayFrames: 0, at: start)
    #expect(copyAll(&cursor, at: 0).left.count == 100)
    tap.begin(mono48)
    #expect(copyAll(&cursor, at: 0).pieces == [.silence])
    tap.write(counting(from: 500, frames: 50, format: mono48))
    tap.publish(delayFrames: 20, at: start)
    let new = copyAll(&cursor, at: 0)
    #expect(new.left == counted(500..<550))
    #expect(new.pieces.first == .sound(format: mono48, startFrame: 0, framesAhead: 20, continues: false))
    tap.stall()
    #expect(copyAll(&cursor, at: 0).pieces == [.silence])
  }

  @Test("a header survives its bytes, and bytes that no daemon sends are refused")
  func header() {
    let block = SampleBlock(
      format: AudioFormat(sampleRate: 96_000, channels: 6), frames: 1000, startFrame: 5_000_000_000, framesAhead: -77,
      continues: true)
    let bytes = block.header
    #expect(bytes.count == SampleBlock.headerBytes && block.sampleCount == 6000)
    #expect(bytes.withUnsafeBytes { SampleBlock($0) } == block)
    #expect(SampleBlock.silence.header.withUnsafeBytes { SampleBlock($0) } == .silence)
    func isRefused(_ change: (inout [UInt8]) -> Void) -> Bool {
      var bytes = bytes
      change(&bytes)
      return bytes.withUnsafeBytes { SampleBlock($0) == nil }
    }
    #expect(isRefused { $0[0] = 0 } && isRefused { $0[8...11] = [0, 0, 0, 0] } && isRefused { $0[12] = 0 })
    #expect(isRefused { $0[12] = 65 } && isRefused { $0[19] = 0xFF } && isRefused { $0.removeLast() })
    #expect(isRefused { $0[11] = 0xFF })
  }
}
