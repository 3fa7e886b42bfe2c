import AudioCore
import Loudness

/// Silence, and what channels have in common.
extension Judge {
  func silent(_ item: SoundExpectation, isExpected: Bool) -> Finding {
    let channels = parts.statistics.channels
    let first = parts.silence.firstSound
    let peak = channels.map { Level.decibels(ofAmplitude: Double($0.peak)) }.max() ?? Level.floor
    let level = NumberText.signed(list.silenceLevel, decimals: 2)
    let shown = NumberText.signed(peak, decimals: 2)
    var text = "silent: all below \(level) dBFS (peak \(shown) dBFS)"
    var places: [Finding.Place] = []
    if let first {
      text = "not silent: peak \(shown) dBFS, first sound at \(Self.time(seconds(first)))"
      places = [Finding.Place(time: seconds(first))]
    }
    return Finding(
      expectation: item, holds: (first == nil) == isExpected, measured: .number(peak), text: text,
      difference: peak - list.silenceLevel, places: places)
  }

  func silence(_ bound: Bound, _ item: SoundExpectation) -> Finding {
    let longest = parts.silence.longest
    var finding = single(seconds(longest.frames), .silence, bound, item)
    if longest.frames > 0 { finding.text += " at \(Self.time(seconds(longest.start)))" }
    finding.places = parts.silence.stretches.sorted { $0.frames > $1.frames }.prefix(100).map {
      Finding.Place(time: seconds($0.start), duration: seconds($0.frames))
    }
    return finding
  }

  func balance(_ bound: Bound, _ item: SoundExpectation) -> Finding {
    let channels = parts.statistics.channels
    guard channels.count == 2 else { return needsTwo(item, "balance") }
    let levels = channels.map { Level.rms(ofMeanSquare: $0.meanSquare) }
    let difference = levels[1] - levels[0]
    var finding = single(difference, .balance, bound, item)
    if !finding.holds { finding.text += ": channel \(difference < 0 ? 1 : 2) is louder" }
    return finding
  }

  func phase(_ item: SoundExpectation, isIn: Bool) -> Finding {
    guard let relation = parts.relation, format.channels == 2 else { return needsTwo(item, "phase") }
    let correlation = relation.correlation(with: 1)
    return Finding(
      expectation: item, holds: isIn ? correlation > 0 : correlation < 0, measured: .number(correlation),
      text: "phase: correlation \(NumberText.signed(correlation, decimals: 3))")
  }

  /// Channels whose difference lies this far below them are equal, in decibels: an encoder may add some noise.
  private static let equality = -60.0

  func mono(_ item: SoundExpectation) -> Finding {
    guard let relation = parts.relation else {
      return Finding(expectation: item, holds: true, measured: .number(Level.floor), text: "is mono: one channel")
    }
    let differences = (1..<format.channels).map { relation.difference(from: $0) }
    let index = differences.indices.max { differences[$0] < differences[$1] } ?? 0
    let holds = differences[index] <= Self.equality
    let shown = NumberText.signed(differences[index], decimals: 2)
    return Finding(
      expectation: item, holds: holds, measured: .number(differences[index]),
      text: "\(holds ? "is mono" : "is not mono"): channel \(index + 2) differs from channel 1 by \(shown) dB",
      difference: differences[index] - Self.equality,
      places: holds ? [] : [Finding.Place(time: 0, channel: index + 2)])
  }

  private func needsTwo(_ item: SoundExpectation, _ name: String) -> Finding {
    let count = list.channel == nil ? format.channels : 1
    return Finding(
      expectation: item, holds: false, measured: nil,
      text: "\(name): needs two channels, and \(count) \(count == 1 ? "is" : "are") measured")
  }
}
