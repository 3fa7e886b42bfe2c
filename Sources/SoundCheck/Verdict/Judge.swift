import AudioCore
import Bytes
import Loudness

/// Compares measurements with expectations.
struct Judge {
  let list: ExpectationList
  let format: AudioFormat
  let frames: Int
  let parts: SoundMeter.Parts
  let facts: SourceFacts

  private var bandIndex = 0
  private var referenceIndex = 0

  init(_ list: ExpectationList, format: AudioFormat, frames: Int, parts: SoundMeter.Parts, facts: SourceFacts) {
    (self.list, self.format, self.frames, self.parts, self.facts) = (list, format, frames, parts, facts)
  }

  /// The channels that are measured, from 1.
  var channelNumbers: [Int] { list.channel.map { [$0] } ?? Array(1...format.channels) }

  func seconds(_ frame: Int) -> Double { Double(frame) / Double(format.sampleRate) }

  /// Returns the answers in the order of the expectations.
  mutating func findings() -> [Finding] {
    let items = list.items
    return items.map { finding($0) }
  }

  private mutating func finding(_ item: SoundExpectation) -> Finding {
    switch item {
    case .number(let quantity, let bound): return number(quantity, bound, item)
    case .silent: return silent(item, isExpected: true)
    case .notSilent: return silent(item, isExpected: false)
    case .codec(let codec):
      let found = facts.codec?.rawValue
      return Finding(
        expectation: item, holds: facts.codec == codec, measured: found.map { .text($0) },
        text: "codec \(found ?? "unknown")")
    case .title(let pattern): return title(pattern, item)
    case .phase(let isIn): return phase(item, isIn: isIn)
    case .isMono: return mono(item)
    case .band(let low, let high, let bound):
      defer { bandIndex += 1 }
      let name = "band \(NumberText.plain(low, decimals: 2))–\(NumberText.plain(high, decimals: 2)) Hz"
      return worst(parts.bands[bandIndex].levels, .band, bound, item, name: name)
    case .reference(let quantity, let fingerprint, _):
      defer { referenceIndex += 1 }
      let meter = parts.comparisons[referenceIndex]
      return reference(quantity, fingerprint, meter, item)
    }
  }

  private func number(_ quantity: Quantity, _ bound: Bound, _ item: SoundExpectation) -> Finding {
    let statistics = parts.statistics.channels
    switch quantity {
    case .tone: return tone(bound, item)
    case .level: return toneLevel(bound, item)
    case .only: return toneOnly(bound, item)
    case .silence: return silence(bound, item)
    case .rms: return worst(statistics.map { Level.rms(ofMeanSquare: $0.meanSquare) }, quantity, bound, item)
    case .peak:
      return worst(
        statistics.map { Level.decibels(ofAmplitude: Double($0.peak)) }, quantity, bound, item,
        frames: statistics.map(\.peakFrame))
    case .truePeak:
      let peaks = parts.loudness?.truePeaks ?? []
      return worst(peaks.map { Level.decibels(ofAmplitude: $0) }, quantity, bound, item, name: "true peak")
    case .lufs:
      var finding = single(parts.loudness?.integrated, quantity, bound, item, name: "loudness")
      if parts.loudness?.isLayoutKnown == false { finding.text += ", speakers unknown" }
      return finding
    case .lufsRange: return single(parts.loudness?.range, quantity, bound, item, name: "loudness range")
    case .dc:
      let means = statistics.map { if case .atMost = bound { abs($0.mean) } else { $0.mean } }
      return worst(means, quantity, bound, item, name: "DC")
    case .clipped: return clipped(bound, item)
    case .channels: return single(Double(format.channels), quantity, bound, item)
    case .rate: return single(Double(format.sampleRate), quantity, bound, item)
    case .duration: return single(seconds(frames), quantity, bound, item)
    case .balance: return balance(bound, item)
    case .startsWithin:
      let first = parts.silence.firstSound.map { facts.delay + seconds($0) }
      return single(first, quantity, bound, item, name: "first sound", verb: "after")
    case .gaps: return single(Double(facts.gaps), quantity, bound, item)
    case .silent, .notSilent, .codec, .title, .phase, .isMono, .band, .golden, .like:
      preconditionFailure("\(quantity) is not a number")
    }
  }

  // MARK: - Numbers

  /// Returns the text of a measured number, with more decimals where rounding would hide that it fails.
  static func text(_ value: Double, _ quantity: Quantity, _ bound: Bound) -> String {
    var decimals = quantity.decimals
    func rounded() -> Double { Double(NumberText.plain(value, decimals: decimals)) ?? value }
    while decimals < 6, bound.holds(rounded()) != bound.holds(value) { decimals += 1 }
    return NumberText.signed(value, decimals: decimals) + (quantity.unit.isEmpty ? "" : " " + quantity.unit)
  }

  func single(
    _ value: Double?, _ quantity: Quantity, _ bound: Bound, _ item: SoundExpectation, name: String? = nil,
    verb: String = ""
  ) -> Finding {
    let name = name ?? quantity.rawValue
    guard let value else {
      return Finding(expectation: item, holds: false, measured: nil, text: "\(name): there is none")
    }
    return Finding(
      expectation: item, holds: bound.holds(value), measured: .number(value),
      text: "\(name) \(verb.isEmpty ? "" : verb + " ")\(Self.text(value, quantity, bound))",
      difference: bound.difference(of: value))
  }

  /// Returns the answer of the channel that is worst for `bound`, with the frame of its place.
  func worst(
    _ values: [Double], _ quantity: Quantity, _ bound: Bound, _ item: SoundExpectation, name: String? = nil,
    frames: [Int]? = nil
  ) -> Finding {
    guard let index = values.indices.max(by: { bound.excess(of: values[$0]) < bound.excess(of: values[$1]) }) else {
      return single(nil, quantity, bound, item, name: name)
    }
    var finding = single(values[index], quantity, bound, item, name: name)
    var place = Finding.Place(time: 0)
    if format.channels > 1 { place.channel = channelNumbers[index] }
    if let frames {
      place.time = seconds(frames[index])
      finding.text += " at \(Self.time(place.time))"
    }
    if let channel = place.channel { finding.text += ", channel \(channel)" }
    if frames != nil || place.channel != nil { finding.places = [place] }
    return finding
  }

  /// Returns a place in the sound as text, to the millisecond.
  static func time(_ seconds: Double) -> String { fixed(seconds) + " s" }

  private static func fixed(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private func clipped(_ bound: Bound, _ item: SoundExpectation) -> Finding {
    let channels = parts.statistics.channels
    var finding = single(Double(channels.reduce(0) { $0 + $1.fullScale }), .clipped, bound, item)
    finding.text = finding.text.replacing("clipped ", with: "clipped samples ")
    if let index = channels.indices.max(by: { channels[$0].longestFullScale < channels[$1].longestFullScale }),
      channels[index].longestFullScale > 0
    {
      let run = channels[index]
      finding.text += ", longest run \(run.longestFullScale) at \(Self.time(seconds(run.longestFullScaleFrame)))"
      if format.channels > 1 { finding.text += ", channel \(channelNumbers[index])" }
      finding.places = [
        Finding.Place(
          time: seconds(run.longestFullScaleFrame), duration: seconds(run.longestFullScale),
          channel: format.channels > 1 ? channelNumbers[index] : nil)
      ]
    }
    return finding
  }

  private func title(_ pattern: TitlePattern, _ item: SoundExpectation) -> Finding {
    let found = facts.titles.first(where: pattern.matches)
    let shown = found ?? facts.titles.last
    let text = shown.map { "title '\(CleanText.singleLine($0, limit: 120))'" } ?? "title: the source announced none"
    return Finding(expectation: item, holds: found != nil, measured: shown.map { .text($0) }, text: text)
  }
}
