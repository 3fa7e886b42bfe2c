import AudioCore
import Foundation
import Glibc
import Player
import TestSupport
import Testing

@Suite(.enabled(if: PulseServer.isAvailable, "needs pulseaudio and its utilities"), .serialized)
struct ALSAOutputTests {
  /// Plays while the sink is recorded. Returns the left channel of the recording, divided at silences of 10 ms or more.
  private func recording(of play: (ALSAOutput) throws -> Void) throws -> [[Int16]] {
    let server = try SoundServers.shared()
    let recorder = try server.record()
    let output = ALSAOutput()
    try play(output)
    output.close()
    // Silence follows the sound: wait for enough of it.
    let isOver = ProcessRunner.eventually { recorder.output.suffix(8820 * 4).allSatisfy { $0 == 0 } }
    #expect(isOver)
    recorder.terminate()
    let samples = int16s(recorder.output)
    var parts: [[Int16]] = []
    var zeros = 441
    for frame in stride(from: 0, to: samples.count - 1, by: 2) {
      if samples[frame] == 0 {
        zeros += 1
        continue
      }
      if zeros >= 441 {
        parts.append([])
      } else {
        parts[parts.count - 1] += [Int16](repeating: 0, count: zeros)
      }
      zeros = 0
      parts[parts.count - 1].append(samples[frame])
    }
    return parts
  }

  /// Noise after 0.2 s of a steady quiet level: the monitor of a null sink loses the first 10 to 120 ms
  /// of what a client plays, whichever client it is.
  private func sound(frames: Int, seed: UInt64 = 1) -> PCMBlock {
    var samples = steady(0.01, frames: 8820).samples + noise(frames: frames, seed: seed).samples
    // The end must be visible before the zeros that follow.
    samples[samples.count - 2] = 0.5
    return PCMBlock(format: stereo44, samples: samples)
  }

  /// Expects the last `frames` frames to be as they were written, to a 16-bit step, and no more frames than were
  /// written. A failure shows ranges, since the samples would be too many to show.
  private func expect(
    _ heard: [Int16]?, endsAs sound: PCMBlock, frames: Int, location: SourceLocation = #_sourceLocation
  ) {
    let written = stride(from: 0, to: sound.samples.count, by: 2).map { PCM16.sample(sound.samples[$0]) }
    let count = heard?.count ?? 0
    let difference = zip((heard ?? []).suffix(frames), written.suffix(frames)).map { abs(Int($0) - Int($1)) }
    let firstFault = difference.firstIndex { $0 > 1 }
    #expect(count >= frames && count <= written.count, sourceLocation: location)
    #expect(firstFault == nil, "\(ranges(of: heard ?? [], in: written))", sourceLocation: location)
  }

  /// The ranges of the written frames that were heard, for a message: "0..<8245, 8820..<97020" shows a gap.
  private func ranges(of heard: [Int16], in written: [Int16]) -> String {
    let shortest = 64
    var found: [String] = []
    var (from, at) = (0, 0)
    while from + shortest <= heard.count, at + shortest <= written.count {
      let length = zip(heard[from...], written[at...]).prefix { abs(Int($0) - Int($1)) <= 1 }.count
      if length >= shortest {
        found.append("\(at)..<\(at + length)")
        from += length
      }
      at += max(length, 1)
    }
    return "heard: \(found.prefix(10).joined(separator: ", ")) of \(written.count) frames"
  }

  @Test("the heard sound equals the written sound, without a gap", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func whole() throws {
    let sound = sound(frames: 2 * 44100)
    let heard = try recording { output in
      try output.open(stereo44)
      for block in pieces(of: sound, frames: 1152) { try output.write(block) }
      output.drain()
      #expect(output.recoveries == 0)
    }
    expect(heard.first, endsAs: sound, frames: 2 * 44100)
    #expect(heard.count == 1)
  }

  @Test(
    "drain plays a sound that is shorter than the start threshold", .timeLimit(.minutes(1 * TestTime.waitScale)),
    arguments: [50, 4000])
  func short(frames: Int) throws {
    let sound = sound(frames: frames, seed: 3)
    let heard = try recording { output in
      try output.open(stereo44)
      try output.write(sound)
      output.drain()
    }
    expect(heard.first, endsAs: sound, frames: frames)
    #expect(heard.count == 1)
  }

  @Test(
    "the device paces the writes, and the delay is the sound that is not heard yet",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func pace() throws {
    let blocks = pieces(of: noise(frames: 2 * 44100), frames: 1152)
    // A null sink that nothing records asks for 2 s of sound at a time, more than ALSA's plugin holds: it stutters.
    _ = try recording { output in
      try output.open(stereo44)
      #expect(output.delayFrames == 0)
      try output.write(noise(frames: 2205))
      #expect(output.delayFrames == 2205)
      let start = ContinuousClock.now
      for block in blocks { try output.write(block) }
      let took = start.duration(to: .now)
      #expect(took > .milliseconds(1200) && took < .milliseconds(2600), "\(took)")
      let delay = output.delayFrames
      #expect(delay > 44100 / 20 && delay < 44100 / 5)
      output.drop()
      #expect(output.delayFrames == 0)
    }
  }

  @Test(
    "after an underrun in a pause of writing, playback continues, and no fault is counted",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func pause() throws {
    let parts = [sound(frames: 33075, seed: 5), sound(frames: 33075, seed: 6)]
    let heard = try recording { output in
      try output.open(stereo44)
      for part in parts {
        for block in pieces(of: part, frames: 1152) { try output.write(block) }
        _ = output.interruption.wait(for: .seconds(1.5))
      }
      #expect(output.recoveries == 0)
      output.drain()
    }
    #expect(heard.count == 2)
    expect(heard.first, endsAs: parts[0], frames: 33075)
    expect(heard.last, endsAs: parts[1], frames: 33075)
  }

  @Test(
    "a change of format plays both sounds completely, at the right pitch", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func formatChange() throws {
    let first = sound(frames: 22050, seed: 8)
    let half = AudioFormat(sampleRate: 22050, channels: 1)
    let heard = try recording { output in
      try output.open(stereo44)
      try output.write(first)
      try output.open(half)
      try output.write(steady(0.25, frames: 22050, format: half))
      output.drain()
    }
    expect(heard.first, endsAs: first, frames: 22050)
    let steadyFrames = heard.last?.count { abs(Int($0) - 8192) < 100 } ?? 0
    #expect(heard.count == 2)
    #expect(steadyFrames > 44100 - 6000 && steadyFrames < 44100 + 100)
  }

  @Test("an interruption ends a write at once", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func interruption() throws {
    _ = try SoundServers.shared()
    let output = ALSAOutput()
    let interruption = output.interruption
    try output.open(stereo44)
    Thread {
      usleep(100_000)
      interruption.request()
    }.start()
    let start = ContinuousClock.now
    try output.write(noise(frames: 20 * 44100))
    output.drain()
    output.close()
    #expect(start.duration(to: .now) < .seconds(2))
  }

  @Test(
    "a device that does not exist is an error that names it, in one line", .timeLimit(.minutes(1 * TestTime.waitScale)),
    arguments: ["hw:7", "plughw:CARD=Nowhere", "nosuchdevice"])
  func missingDevice(name: String) throws {
    _ = try SoundServers.shared()
    let output = ALSAOutput(device: name)
    let error = #expect(throws: TuneError.self) { try output.open(stereo44) }
    #expect(
      error == .output(device: name, reason: "no such device; 'radiod devices' lists the devices"))
    guard case .output? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a device name that contains code is never passed to ALSA")
  func dangerousName() throws {
    let output = ALSAOutput(device: "file:'/dev/null',raw")
    #expect(throws: TuneError.self) { try output.open(stereo44) }
  }

  @Test("the default device is listed first, and every listed name may be used")
  func devices() throws {
    _ = try SoundServers.shared()
    let devices = ALSADevices.list()
    #expect(devices.first?.name == "default")
    #expect(devices.allSatisfy { ALSADevices.isAllowedName($0.name) && !$0.description.contains("\n") })
    #expect(Set(devices.map(\.name)).count == devices.count)
  }
}
