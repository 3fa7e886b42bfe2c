import AudioCore
public import JSON
import Loudness

/// All measures of sound, for a table or as JSON.
public struct SoundMeasures: Sendable, JSONConvertible {
  private let channelCount: Int
  private let rms: [Double]
  private let peaks: [(level: Double, time: Double)]
  private let truePeaks: [Double]
  private let dc: [Double]
  private let clipped: [Int]
  private let lufs: Double?
  private let lufsRange: Double?
  private let firstSound: Double?
  private let silences: [Finding.Place]
  private let silenceCount: Int
  private let longestSilence: Finding.Place?
  private let tones: [(frequency: Double, level: Double, only: Double)?]
  private let correlation: Double?
  private let difference: Double?
  private let codec: String?
  private let format: AudioFormat

  init(_ parts: SoundMeter.Parts, format: AudioFormat, facts: SourceFacts) {
    func seconds(_ frame: Int) -> Double { Double(frame) / Double(format.sampleRate) }
    let channels = parts.statistics.channels
    self.format = format
    codec = facts.codec?.rawValue
    channelCount = channels.count
    rms = channels.map { Level.rms(ofMeanSquare: $0.meanSquare) }
    peaks = channels.map { (Level.decibels(ofAmplitude: Double($0.peak)), seconds($0.peakFrame)) }
    truePeaks = parts.loudness?.truePeaks.map { Level.decibels(ofAmplitude: $0) } ?? []
    dc = channels.map(\.mean)
    clipped = channels.map(\.fullScale)
    lufs = parts.loudness?.integrated
    lufsRange = parts.loudness?.range
    firstSound = parts.silence.firstSound.map { facts.delay + seconds($0) }
    func place(_ stretch: SilenceTracker.Stretch) -> Finding.Place {
      Finding.Place(time: seconds(stretch.start), duration: seconds(stretch.frames))
    }
    silences = parts.silence.stretches.prefix(100).map(place)
    silenceCount = parts.silence.count
    longestSilence = parts.silence.longest.frames > 0 ? place(parts.silence.longest) : nil
    tones = parts.tones.map { tone in
      guard let frequency = tone.frequency, let amplitude = tone.amplitude, let share = tone.residualShare else {
        return nil
      }
      return (frequency, Level.decibels(ofAmplitude: amplitude), -Level.decibels(ofPower: share))
    }
    let hasTwo = channels.count == 2
    correlation = hasTwo ? parts.relation?.correlation(with: 1) : nil
    difference = hasTwo ? parts.relation?.difference(from: 1) : nil
  }

  // MARK: - As a table

  /// The rows of a table: the option's name, then the value of each channel or of all.
  public func rows(seconds: Double) -> [String] {
    func row(_ name: String, _ columns: [String]) -> String {
      (name.padded(to: 15) + columns.map { $0.padded(to: 18) }.joined(separator: "  ")).trimmedEnd
    }
    func number(_ value: Double, _ decimals: Int, _ unit: String) -> String {
      NumberText.signed(value, decimals: decimals) + (unit.isEmpty ? "" : " " + unit)
    }
    var rows = [
      row("format", ["\(codec ?? "unknown"), \(format.displayName), \(number(seconds, 3, "s"))"])
    ]
    if channelCount > 1 { rows.append(row("channel", (1...channelCount).map(String.init))) }
    rows.append(row("rms", rms.map { number($0, 2, "dBFS") }))
    rows.append(row("peak", peaks.map { "\(number($0.level, 2, "dBFS")) at \(number($0.time, 3, "s"))" }))
    if !truePeaks.isEmpty { rows.append(row("true-peak", truePeaks.map { number($0, 2, "dBTP") })) }
    rows.append(row("dc", dc.map { number($0, 6, "") }))
    rows.append(row("clipped", clipped.map(String.init)))
    rows.append(
      row("tone", tones.map { $0.map { "\(number($0.frequency, 2, "Hz")) \(number($0.level, 2, "dBFS"))" } ?? "none" }))
    rows.append(row("only", tones.map { $0.map { number($0.only, 2, "dB") } ?? "-" }))
    rows.append(row("lufs", [lufs.map { number($0, 2, "LUFS") } ?? "none"]))
    rows.append(row("lufs-range", [lufsRange.map { number($0, 2, "LU") } ?? "none"]))
    rows.append(
      row(
        "silence",
        [longestSilence.map { "\(number($0.duration ?? 0, 3, "s")) at \(number($0.time, 3, "s"))" } ?? "none"]))
    if let correlation, rms.count == 2 {
      rows.append(row("balance", [number(rms[1] - rms[0], 2, "dB")]))
      rows.append(row("phase", ["correlation \(number(correlation, 3, ""))"]))
    }
    return rows
  }

  // MARK: - As JSON

  /// The measures as an object.
  package var json: JSONValue {
    let tones = tones.map { tone in
      tone.map { .object(["frequency": $0.frequency, "level": $0.level, "only": $0.only]) } ?? JSONValue.null
    }
    return .object([
      "rms": rms, "peak": peaks.map(\.level), "peakTime": peaks.map(\.time),
      "truePeak": truePeaks.isEmpty ? nil : truePeaks, "lufs": lufs ?? .null, "lufsRange": lufsRange ?? .null,
      "dc": dc.map { JSONValue(.number(NumberText.plain($0, decimals: 6))) }, "clipped": clipped,
      "firstSound": firstSound ?? .null, "longestSilence": longestSilence ?? .null,
      "silences": silences, "silenceCount": silenceCount, "tone": tones,
      "correlation": correlation, "difference": difference, "balance": rms.count == 2 ? rms[1] - rms[0] : nil,
    ])
  }
}
