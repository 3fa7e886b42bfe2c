import Foundation

/// How well a recording agrees with the source that was played, after the two were aligned.
public struct SoundMatch: Sendable, Decodable, CustomStringConvertible {
  /// How long the recording sounds, in seconds.
  public let seconds: Double
  /// Where in the source it begins, in seconds.
  public let offset: Double
  /// Normalised cross-correlation of the sounding part without fades, for the worst channel. 1 is perfect.
  public let correlation: Double
  /// The same for the worst 50 ms: a gap, a jump or a repeat lowers it.
  public let worst: Double
  /// Where in the recording the worst 50 ms are, in seconds.
  public let worstAt: Double
  /// How loud the recording is, relative to the source.
  public let gain: Double

  /// A failure of the comparison itself.
  public struct MatchError: Error, CustomStringConvertible {
    /// The script's error output.
    public var description: String
  }

  /// Whether python3 has numpy.
  public static let isAvailable =
    (try? ProcessRunner.run("python3", ["-c", "import numpy"]))?.exitCode == 0

  /// Compares `recording`, 16-bit samples of `rate` and `channels`, with the WAV file at `source`, which was played
  /// once or in a loop.
  public init(_ recording: [UInt8], rate: Int, channels: Int, source: String, isLooped: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write(recording, as: "recording")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Checker/match_sound.py").path
    let result = try ProcessRunner.run(
      "python3", [script, path, "\(rate)", "\(channels)", source] + (isLooped ? ["--loop"] : []))
    guard result.exitCode == 0 else { throw MatchError(description: result.errorText) }
    self = try JSONDecoder().decode(SoundMatch.self, from: Data(result.output))
  }

  /// All results in one line.
  public var description: String {
    "\(seconds) s from \(offset) s on, correlation \(correlation), worst \(worst) at \(worstAt) s, gain \(gain)"
  }
}
