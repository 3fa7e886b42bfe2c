import AudioCore

/// The tone of each channel.
extension Judge {
  /// Returns the answer about the worst channel.
  func tone(_ bound: Bound, _ item: SoundExpectation) -> Finding {
    let findings = parts.tones.indices.map { tone(ofChannel: $0, bound, item) }
    return findings.first { !$0.holds && $0.measured == nil } ?? findings.first { !$0.holds }
      ?? findings.max { abs($0.difference ?? 0) < abs($1.difference ?? 0) }
      ?? single(nil, .tone, bound, item)
  }

  private func tone(ofChannel index: Int, _ bound: Bound, _ item: SoundExpectation) -> Finding {
    let tracker = parts.tones[index]
    let channel = format.channels > 1 ? channelNumbers[index] : nil
    let suffix = channel.map { ", channel \($0)" } ?? ""
    guard let frequency = tracker.frequency else {
      guard let other = tracker.firstFrequency else {
        return Finding(expectation: item, holds: false, measured: nil, text: "tone: there is none" + suffix)
      }
      var finding = single(other, .tone, bound, item)
      if finding.holds { finding.text = "tone \(Self.text(other, .tone, bound)), but never for a whole window" }
      finding.holds = false
      finding.text += suffix
      finding.places = [Finding.Place(time: 0, duration: seconds(frames), channel: channel)]
      return finding
    }
    guard let first = tracker.breaks.first else {
      var finding = single(frequency, .tone, bound, item)
      finding.text += suffix
      return finding
    }
    var text = "tone broke at \(Self.time(seconds(first.start)))" + Self.lasting(seconds(first.frames))
    let others = tracker.breakCount - 1
    if others > 0 { text += ", and \(NumberText.count(others, "more time"))" }
    return Finding(
      expectation: item, holds: false, measured: .number(frequency), text: text + suffix,
      difference: bound.difference(of: frequency),
      places: tracker.breaks.map {
        Finding.Place(time: seconds($0.start), duration: seconds($0.frames), channel: channel)
      })
  }

  /// Returns the duration of a break: whole milliseconds, or tenths below two of them.
  private static func lasting(_ seconds: Double) -> String {
    let milliseconds = seconds * 1000
    if milliseconds < 0.1 { return ": its phase jumps" }
    return " for \(NumberText.plain(milliseconds, decimals: milliseconds < 2 ? 1 : 0)) ms"
  }

  /// Returns the answer about the window whose level is worst; the mean level when all hold.
  func toneLevel(_ bound: Bound, _ item: SoundExpectation) -> Finding {
    var means: [Double] = []
    var worst: (level: Double, frame: Int, index: Int)?
    for (index, tracker) in parts.tones.enumerated() {
      guard let amplitude = tracker.amplitude, let range = tracker.amplitudes else {
        return single(nil, .level, bound, item, name: "level of the tone")
      }
      means.append(Level.decibels(ofAmplitude: amplitude))
      for extreme in [range.lowest, range.highest] {
        let level = Level.decibels(ofAmplitude: extreme.value)
        if bound.excess(of: level) > worst.map({ bound.excess(of: $0.level) }) ?? -.infinity {
          worst = (level, extreme.frame, index)
        }
      }
    }
    guard let worst, !bound.holds(worst.level) else { return self.worst(means, .level, bound, item) }
    var finding = single(worst.level, .level, bound, item)
    let channel = format.channels > 1 ? channelNumbers[worst.index] : nil
    finding.text += " at \(Self.time(seconds(worst.frame)))" + (channel.map { ", channel \($0)" } ?? "")
    finding.places = [Finding.Place(time: seconds(worst.frame), channel: channel)]
    return finding
  }

  /// Returns how far everything but the tone lies below it, in the worst channel.
  func toneOnly(_ bound: Bound, _ item: SoundExpectation) -> Finding {
    var distances: [Double] = []
    for tracker in parts.tones {
      guard let share = tracker.residualShare else { return single(nil, .only, bound, item, name: "only the tone") }
      distances.append(-Level.decibels(ofPower: share))
    }
    var finding = worst(distances, .only, bound, item, name: "everything but the tone is")
    finding.text = finding.text.replacing(" dB", with: " dB below it", maxReplacements: 1)
    return finding
  }
}
