import AudioCore
import Glibc
import SoundCheck
import TestSupport

/// Generated sound, the same in every run, and what a check says of it.
struct Sound {
  var rate = 44_100
  /// The samples of each channel.
  var channels: [[Float]]

  /// A sine in one channel, with white noise of `noise` dB below it.
  static func tone(
    _ hertz: Double, dBFS level: Double = -6, seconds: Double = 1, noise: Double? = -60, rate: Int = 44_100,
    seed: UInt64 = 1
  ) -> Sound {
    let amplitude = pow(10, level / 20)
    let frames = Int(seconds * Double(rate))
    var samples = (0..<frames).map { n in
      Float(amplitude * sin(2 * .pi * hertz * Double(n) / Double(rate) + Double(seed)))
    }
    if let noise {
      var generator = SeededRandom(state: seed)
      // Uniform noise of ±√3 has the power 1; the tone's is half of its square.
      let spread = Float(amplitude / 2.0.squareRoot() * pow(10, noise / 20) * 3.0.squareRoot())
      for n in samples.indices { samples[n] += Float.random(in: -spread...spread, using: &generator) }
    }
    return Sound(rate: rate, channels: [samples])
  }

  /// Two channels of notes that begin at once and fade, over noise.
  static func music(seconds: Double = 4, rate: Int = 44_100, seed: UInt64 = 5) -> Sound {
    var generator = SeededRandom(state: seed)
    let frames = Int(seconds * Double(rate))
    var (left, right) = ([Float](repeating: 0, count: frames), [Float](repeating: 0, count: frames))
    for n in 0..<frames {
      left[n] = Float.random(in: -0.02...0.02, using: &generator)
      right[n] = Float.random(in: -0.02...0.02, using: &generator)
    }
    for begin in stride(from: 0, to: frames, by: rate / 4) {
      let hertz = 110 * pow(2, Double(Int.random(in: 0..<36, using: &generator)) / 12)
      let share = Float.random(in: 0.2...0.8, using: &generator)
      for n in begin..<min(begin + rate / 2, frames) {
        let time = Double(n - begin) / Double(rate)
        let fade = exp(-6 * time) * min(1, time / 0.005)
        let note = (1...12).reduce(0.0) { $0 + sin(2 * .pi * hertz * Double($1) * time) / Double($1) } * fade * 0.2
        left[n] += Float(note) * share
        right[n] += Float(note) * (1 - share)
      }
    }
    return Sound(rate: rate, channels: [left, right])
  }

  /// The frames.
  var frames: Int { channels[0].count }

  /// Returns the sound after `change` of the samples of each channel.
  func changed(_ change: (inout [Float]) -> Void) -> Sound {
    var copy = self
    for channel in copy.channels.indices { change(&copy.channels[channel]) }
    return copy
  }

  /// Returns the sound with all samples multiplied.
  func louder(by decibels: Double) -> Sound {
    let gain = Float(pow(10, decibels / 20))
    return changed { samples in for n in samples.indices { samples[n] *= gain } }
  }

  /// Feeds a meter with the sound, in blocks of an odd length.
  func feed(_ meter: SoundMeter, blockFrames: Int = 1153) throws {
    let format = AudioFormat(sampleRate: rate, channels: channels.count)
    for start in stride(from: 0, to: frames, by: blockFrames) {
      let range = start..<min(start + blockFrames, frames)
      let samples = range.flatMap { n in channels.map { $0[n] } }
      try meter.feed(PCMBlock(format: format, samples: samples), source: "sound")
    }
  }

  /// Returns the report about `list`.
  func report(_ list: ExpectationList, facts: SourceFacts = SourceFacts(name: "sound")) throws -> CheckReport {
    try list.check()
    let meter = SoundMeter(list)
    try feed(meter)
    return try CheckReport(meter, facts: facts)
  }

  /// Returns the answers to `items`.
  func findings(_ items: SoundExpectation...) throws -> [Finding] { try report(ExpectationList(items)).findings }

  /// Returns the stored measurement.
  func fingerprint() throws -> Fingerprint {
    let meter = SoundMeter(ExpectationList(), takesFingerprint: true)
    try feed(meter)
    guard let fingerprint = try meter.fingerprint(of: "sound") else {
      throw TuneError.invalidRequest(message: "no sound")
    }
    return fingerprint
  }

  /// Returns the answer to the comparison with `other`.
  func compared(with other: Fingerprint, within: Double = 0.3) throws -> Finding {
    var list = ExpectationList([.reference(.golden, other, name: "other")])
    list.within = within
    return try report(list).findings[0]
  }
}

extension Finding {
  /// The measured number; NaN for any other value.
  var number: Double { if case .number(let value) = measured { value } else { .nan } }
}

extension SoundExpectation {
  /// A number of `quantity` within the bound that `text` states.
  static func of(_ quantity: Quantity, _ text: String) throws -> SoundExpectation {
    .number(quantity, try Bound(text, of: quantity))
  }
}
