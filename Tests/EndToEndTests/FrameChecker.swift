import Foundation
import TestSupport

/// The independent computation of SPECTRUM.md, with decoders other than the program's own. Tests compare frames with
/// it.
enum FrameChecker {
  /// Whether the programs that it needs are installed.
  static var isAvailable: Bool { SoundMatch.isAvailable && ProcessRunner.hasPrograms("mpg123", "ffmpeg") }

  /// The fault in `frames`, the output of `spectrum --json` for the file at `path`; nil when there is none.
  static func fault(
    in frames: [UInt8], of path: String, rate: Int, channels: Int, options: [String]
  ) throws -> String? {
    let scratch = try Scratch()
    let decoded = scratch.path("decoded")
    let decoder =
      path.hasSuffix(".mp3")
      ? try ProcessRunner("mpg123", ["-q", "--no-gapless", "-e", "f32", "-s", path], output: decoded)
      : try ProcessRunner("ffmpeg", ["-v", "error", "-i", path, "-f", "f32le", "-"], output: decoded)
    guard decoder.wait(limit: .seconds(30)) == 0 else { return "the reference decoder failed: \(decoder.errorText)" }
    let result = try ProcessRunner.run(
      "python3",
      [Radiod.root + "/Tests/Checker/check_frames.py", scratch.write(frames, as: "frames"), decoded]
        + ["--raw", "\(rate):\(channels)"] + options)
    return result.exitCode == 0 ? nil : result.text + result.errorText
  }
}
