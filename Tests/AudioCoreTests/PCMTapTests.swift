import AudioCore
import Foundation
import TestSupport
import Testing

@Suite struct PCMTapTests {
  private let tap = PCMTap()
  private let start = ContinuousClock.now

  /// Reads a window of `frames` frames at `milliseconds` after the start. Returns the reading and the left channel.
  private func read(_ frames: Int, at milliseconds: Int) -> (reading: TapReading, left: [Float]) {
    var window = TapWindow()
    let reading = tap.read(frames: frames, into: &window, now: start.advanced(by: .milliseconds(milliseconds)))
    let samples = window.samples
    return (reading, stride(from: 0, to: samples.count, by: max(1, samples.count / max(1, frames))).map { samples[$0] })
  }

  /// Writes one second of sound, of which `delay` frames are not audible yet.
  private func writeOneSecond(delay: Int) {
    tap.begin(stereo44)
    tap.write(counting(from: 0, frames: 44100))
    tap.publish(delayFrames: delay, at: start)
  }

  @Test("the window ends at the audible frame: written frames minus delay")
  func alignment() {
    writeOneSecond(delay: 22050)
    let (reading, left) = read(4, at: 0)
    #expect(reading == .sound(format: stereo44, endFrame: 22050))
    #expect(left == [22046, 22047, 22048, 22049])
  }

  @Test("a window contains both channels, interleaved")
  func interleaving() {
    writeOneSecond(delay: 0)
    var window = TapWindow()
    let reading = tap.read(frames: 2, into: &window, now: start)
    #expect(reading == .sound(format: stereo44, endFrame: 44100))
    #expect(window.samples == [44098, 44098.25, 44099, 44099.25])
  }

  @Test("after writes of any length, also odd ones, every window has the frames written there, all around the ring")
  func pieces() {
    let mono48 = AudioFormat(sampleRate: 48000, channels: 1)
    tap.begin(mono48)
    var written = 0
    var lengths = [1, 2, 3, 0, 7, 480]
    while written < PCMTap.samplesHeld * 5 / 4 {
      let length = lengths.removeFirst()
      lengths.append(length)
      tap.write(counting(from: written, frames: length, format: mono48))
      written += length
      tap.publish(delayFrames: 0, at: start)
      let (reading, samples) = read(min(written, 5), at: 0)
      #expect(reading == .sound(format: mono48, endFrame: written))
      #expect(samples == (max(0, written - 5)..<written).map { Float($0) })
    }
    for frames in [250_000, 250_001] {
      #expect(read(frames, at: 0).left == ((written - frames)..<written).map { Float($0) })
    }
  }

  @Test(
    "between two anchors the window moves with the clock", arguments: [(0, 0), (10, 441), (100, 4410), (400, 17640)])
  func extrapolation(milliseconds: Int, frames: Int) {
    writeOneSecond(delay: 22050)
    let (reading, left) = read(1, at: milliseconds)
    #expect(reading == .sound(format: stereo44, endFrame: 22050 + frames))
    #expect(left == [Float(22050 + frames - 1)])
  }

  @Test("the window never passes the written sound, and soon after that the tap reads silence")
  func stalled() {
    writeOneSecond(delay: 4410)
    #expect(read(1, at: 200).reading == .sound(format: stereo44, endFrame: 44100))
    let (reading, left) = read(3, at: 500)
    #expect(reading == .silence)
    #expect(left == [0, 0, 0])
  }

  @Test("the tap reads silence before the first anchor, after a stall, and while no written frame is audible")
  func silences() {
    #expect(read(8, at: 0).reading == .silence)
    tap.begin(stereo44)
    tap.write(counting(from: 1, frames: 1000))
    #expect(read(8, at: 0).reading == .silence)
    tap.publish(delayFrames: 1000, at: start)
    #expect(read(8, at: 0).reading == .silence)
    tap.publish(delayFrames: 500, at: start)
    #expect(read(8, at: 0).reading == .sound(format: stereo44, endFrame: 500))
    tap.stall()
    let (reading, left) = read(8, at: 0)
    #expect(reading == .silence)
    #expect(left == [Float](repeating: 0, count: 8))
    tap.publish(delayFrames: 500, at: start)
    #expect(read(8, at: 0).reading == .sound(format: stereo44, endFrame: 500))
  }

  @Test("at the start of a format, zeros stand before its sound, not the sound of the old format")
  func beginning() {
    writeOneSecond(delay: 0)
    tap.begin(mono48)
    tap.write(counting(from: 5, frames: 3, format: mono48))
    tap.publish(delayFrames: 0, at: start)
    var window = TapWindow()
    #expect(tap.read(frames: 5, into: &window, now: start) == .sound(format: mono48, endFrame: 3))
    #expect(window.samples == [0, 0, 5, 6, 7])
  }

  @Test("a window that is read repeatedly has the same contents as a new one")
  func sliding() {
    var kept = TapWindow()
    func isSame(_ frames: Int, at milliseconds: Int) -> Bool {
      let now = start.advanced(by: .milliseconds(milliseconds))
      var new = TapWindow()
      let readings = (tap.read(frames: frames, into: &kept, now: now), tap.read(frames: frames, into: &new, now: now))
      return readings.0 == readings.1 && kept.samples == new.samples
    }
    writeOneSecond(delay: 44100)
    // From the beginning on, in steps of no, some and all frames, and backwards.
    for milliseconds in [0, 3, 40, 57, 57, 73, 90, 900, 916, 80, 917, 1000, 1200, 2000] {
      #expect(isSame(2048, at: milliseconds), "\(milliseconds) ms")
    }
    #expect(isSame(1024, at: 950) && isSame(2048, at: 951))
    // Another format, of another rate and of other channels.
    for (format, frames) in [(AudioFormat(sampleRate: 22050, channels: 2), 2048), (mono48, 4096)] {
      tap.begin(format)
      tap.write(counting(from: 90_000, frames: 40_000, format: format))
      tap.publish(delayFrames: 40_000, at: start)
      for milliseconds in [0, 20, 37, 300, 317] {
        #expect(isSame(frames, at: milliseconds), "\(format), \(milliseconds) ms")
      }
    }
    // Other taps, at the same position in their rings.
    for first in [0, 7] {
      let tap = PCMTap()
      tap.begin(stereo44)
      tap.write(counting(from: first, frames: 44100))
      tap.publish(delayFrames: 0, at: start)
      #expect(tap.read(frames: 2, into: &kept, now: start) == .sound(format: stereo44, endFrame: 44100))
      #expect(kept.samples.first == Float(first + 44098))
    }
  }

  @Test("a window whose frames are no longer held reads as missed")
  func overwritten() {
    tap.begin(stereo44)
    for second in 0..<10 { tap.write(counting(from: second * 44100, frames: 44100)) }
    tap.publish(delayFrames: 9 * 44100, at: start)
    #expect(read(16, at: 0).reading == .missed)
    tap.publish(delayFrames: 2 * 44100, at: start)
    #expect(read(16, at: 0).reading == .sound(format: stereo44, endFrame: 8 * 44100))
  }

  @Test("a window that begins at the oldest frame held is whole, and one that begins a frame earlier reads as missed")
  func oldest() {
    let held = PCMTap.samplesHeld / 2
    tap.begin(stereo44)
    tap.write(counting(from: 0, frames: held + 1))
    tap.publish(delayFrames: 0, at: start)
    #expect(read(held + 1, at: 0).reading == .missed)
    let (reading, left) = read(held, at: 0)
    #expect(reading == .sound(format: stereo44, endFrame: held + 1))
    let isWhole = left == counted(1..<held + 1)  // not in the expectation, which would print the whole ring
    #expect(isWhole)
  }

  @Test("a window longer than the ring reads as missed, and one of no frames is empty")
  func oddSizes() {
    writeOneSecond(delay: 0)
    for second in 1..<10 { tap.write(counting(from: second * 44100, frames: 44100)) }
    tap.publish(delayFrames: 0, at: start)
    #expect(read(400_000, at: 0).reading == .missed)
    #expect(read(0, at: 0).left.isEmpty)
  }

  @Test("a reader during fast writes never sees torn samples", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func racing() {
    let tap = self.tap
    let begin = start
    let length = 2000
    // The window begins at the oldest frame that is held, so the next block overwrites it.
    let maximumDelay = PCMTap.samplesHeld / 2 - length
    let enough = DispatchSemaphore(value: 0)
    tap.begin(stereo44)
    Thread.detachNewThread {
      var block = 0
      while enough.wait(timeout: .now()) == .timedOut {
        // A float counts exactly up to 2^24.
        if block == 12_000 {
          tap.begin(stereo44)
          block = 0
        }
        tap.write(counting(from: block * 1000, frames: 1000))
        // In turns near the oldest frame, where the writer overtakes the reader, and near the newest one.
        tap.publish(delayFrames: block % 2 == 0 ? maximumDelay : 300, at: begin)
        block += 1
      }
    }
    var window = TapWindow()
    var torn = 0
    var sounds = 0
    var missed = 0
    let limit = ContinuousClock.now.advanced(by: TestTime.seconds(20))
    while sounds < 20_000 || missed < 20, ContinuousClock.now < limit {
      switch tap.read(frames: length, into: &window, now: begin) {
      case .silence: continue
      case .missed: missed += 1
      case .sound(_, let endFrame):
        sounds += 1
        let first = endFrame - length
        let isWhole = (max(0, -first)..<length).allSatisfy { window.samples[2 * $0] == Float(first + $0) }
        if !isWhole { torn += 1 }
      }
    }
    enough.signal()
    #expect(torn == 0)
    #expect(sounds >= 20_000 && missed >= 20)
  }
}
