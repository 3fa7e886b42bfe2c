import Foundation
import TestSupport
import Testing

/// What docs/json.md promises of the numbers on other machines.
@Suite("The same sound gives the same numbers", .ownThreads, .enabled(if: PreloadLibrary.isAvailable))
struct SameNumbersTests {
  /// The two MP3 files: tones, of which most bands are near the floor, and noise.
  private static let recordings = [
    SignalSource.Recording(.tones([61.3, 1003.3, 12345.6], amplitude: 0.2), seconds: 2),
    SignalSource.Recording(.pinkNoise, seconds: 2),
  ]

  private func frames(
    _ recording: SignalSource.Recording, _ environment: [String: String] = [:], under program: [String] = []
  ) throws -> (bytes: [UInt8], lines: [JSONLine]) {
    let words = program + [Radiod.path, "spectrum", try Self.path(recording), "--json"]
    let all = Radiod.environment.merging(environment) { $1 }
    let result = try ProcessRunner.run(words[0], Array(words.dropFirst()), environment: all)
    try #require(result.exitCode == 0, "\(result.errorText)")
    return (result.output, JSONLine.parse(result.output).filter { $0.type == "frame" })
  }

  private static func path(_ recording: SignalSource.Recording) throws -> String {
    try SignalSource.shared.path(recording, as: .mp3(kilobits: 128))
  }

  @Test("one processor or all, and any locale: the same bytes")
  func bytes() throws {
    let scratch = try Scratch()
    let locale = try ProcessRunner.run(
      "localedef", ["-i", "de_DE", "-f", "UTF-8", scratch.path("de_DE.UTF-8")], environment: ["LC_ALL": "C"])
    try #require(locale.exitCode == 0, "\(locale.errorText)")
    for recording in Self.recordings {
      let expected = try frames(recording).bytes
      #expect(try frames(recording, ["LC_ALL": "C"]).bytes == expected)
      #expect(try frames(recording, ["LC_ALL": "de_DE.UTF-8", "LOCPATH": scratch.path("")]).bytes == expected)
      #expect(try frames(recording, under: ["taskset", "-c", "0"]).bytes == expected)
    }
  }

  @Test("another plan of FFTW, without vector instructions: levels within 0.02 dB, near the floor within 0.2 dB")
  func plans() throws {
    let scratch = try Scratch()
    let library = try PreloadLibrary(Self.plainPlans, in: scratch)
    for recording in Self.recordings {
      let expected = try frames(recording).lines
      let environment = library.environment.merging(["FFT_PLANS": scratch.path("plans")]) { $1 }
      let lines = try frames(recording, environment).lines
      #expect(!scratch.read("plans").isEmpty, "the other plans were not made")
      try #require(lines.count == expected.count && lines.count > 80)
      let levels = zip(lines, expected).flatMap { line, expected in
        zip((line.levels ?? []).joined(), (expected.levels ?? []).joined()).map { ($0, $1) }
      }
      #expect(levels.count == lines.count * 160)
      let differences = levels.map { level, expected in (level: expected, size: abs(level - expected)) }
      #expect(differences.allSatisfy { $0.size <= 0.2 })
      let heard = differences.filter { $0.level > -100 }
      #expect(heard.count > 500 && heard.allSatisfy { $0.size <= 0.0201 }, "\(heard.map(\.size).max() ?? 0)")
    }
  }

  /// Makes FFTW plan without vector instructions, as on a processor that has none (its own flag for that, FFTW_NO_SIMD,
  /// is bit 17).
  private static let plainPlans = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdio.h>
    #include <stdlib.h>

    typedef void *plan(int size, void *in, void *out, int sign, unsigned flags);

    void *fftwf_plan_dft_1d(int size, void *in, void *out, int sign, unsigned flags) {
      plan *next = (plan *)dlsym(RTLD_NEXT, "fftwf_plan_dft_1d");
      FILE *log = fopen(getenv("FFT_PLANS"), "a");
      if (log) {
        fprintf(log, "%d\\n", size);
        fclose(log);
      }
      return next(size, in, out, sign, flags | 1u << 17);
    }
    """
}
