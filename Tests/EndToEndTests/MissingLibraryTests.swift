import Foundation
import TestSupport
import Testing

/// What happens on systems without the libraries that are loaded at run time, and with copies beside the program.
@Suite("Libraries that are missing", .ownThreads, .enabled(if: PreloadLibrary.isAvailable, "needs a C compiler"))
struct MissingLibraryTests {
  private let scratch: Scratch
  private let environment: [String: String]

  /// The names of libraries that the dynamic linker does not find.
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <string.h>

    void *dlopen(const char *name, int flags) {
      void *(*real)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
      const char *missing = getenv("MISSING");
      if (name != NULL && missing != NULL && strncmp(name, missing, strlen(missing)) == 0) name = "libmissing.so.0";
      return real(name, flags);
    }
    """

  init() throws {
    scratch = try Scratch()
    environment = try PreloadLibrary(Self.source, in: scratch).environment
  }

  private func run(without library: String, _ arguments: [String], program: String = Radiod.path) throws
    -> ProcessRunner.Result
  {
    try ProcessRunner.run(
      program, arguments,
      environment: Radiod.environment.merging(environment) { $1 }.merging(["MISSING": library]) { $1 },
      limit: .seconds(60))
  }

  private func play(_ coding: SignalSource.Coding) throws -> [String] {
    let file = try SignalSource.shared.path(.init(.music, seconds: 1), as: coding)
    return ["play", file, "--no-view", "--output", "wav:" + scratch.path("x.wav")]
  }

  @Test(
    "a missing decoder is named with its package, and nothing is played",
    arguments: [
      ("libavcodec", SignalSource.Coding.aac(kilobits: 128), "AAC", "libavcodec"),
      ("libavutil", .vorbis(kilobits: 128), "Vorbis", "libavcodec"),
      ("libmpg123", .mp3(kilobits: 128), "MP3", "libmpg123"),
    ])
  func decoder(library: String, coding: SignalSource.Coding, codec: String, package: String) throws {
    let result = try run(without: library, play(coding))
    #expect(result.exitCode == 65)
    let lines = result.errorText.split(separator: "\n").filter { $0.contains(codec) && $0.contains("it needs") }
    #expect(lines.count == 1, "\(result.errorText)")
    #expect(lines.first?.contains("it needs \(package); please install the package \(package)") == true)
    #expect(
      lines.first?.hasSuffix("(libmissing.so.0: cannot open shared object file: No such file or directory)") == true)
  }

  @Test("without libasound the devices are not listed, a sound device counts as missing, and files are written")
  func sound() throws {
    let devices = try run(without: "libasound", ["devices"])
    #expect(devices.exitCode == 69)
    #expect(
      devices.errorText.hasPrefix(
        "radiod: cannot play to ALSA: sound devices need libasound; please install the package libasound2"))
    #expect(devices.errorText.split(separator: "\n").count == 1)
    let file = try run(without: "libasound", play(.mp3(kilobits: 128)))
    #expect(file.exitCode == 0, "\(file.errorText)")
    let silent = try run(without: "libasound", ["play", "demo", "--no-view", "--duration", "1"])
    #expect(silent.exitCode == 0)
    #expect(silent.errorText.contains("sound devices need libasound"), "\(silent.errorText)")
  }

  @Test("what needs none of them works without them", arguments: ["lib"])
  func commands(library: String) throws {
    #expect(try run(without: library, ["--version"]).exitCode == 0)
    #expect(try run(without: library, ["stations", "list"]).exitCode == 0)
    let wav = try SignalSource.shared.path(.init(.music, seconds: 1), as: .wav)
    #expect(try run(without: library, ["spectrum", wav, "--json"]).exitCode == 0)
    let ctl = try run(without: library, ["ctl", "status"])
    #expect(ctl.exitCode == 69 && ctl.errorText.contains("radiod serve is not running"), "\(ctl.errorText)")
  }

  @Test("a copy of libmpg123 beside the program is used where the system has none")
  func beside() throws {
    for folder in ["bin", "lib/springradio"] {
      try FileManager.default.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("lib/springradio/libmpg123.so.0"), withDestinationPath: Self.path(of: "libmpg123.so.0"))
    try FileManager.default.copyItem(atPath: Radiod.path, toPath: scratch.path("bin/radiod"))
    let result = try run(without: "libmpg123", play(.mp3(kilobits: 128)), program: scratch.path("bin/radiod"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(WAVFile(path: scratch.path("x.wav"))?.isConsistent == true)
  }

  /// Where this system has a library.
  private static func path(of library: String) throws -> String {
    try ProcessRunner.run("cc", ["-print-file-name=\(library)"]).text.trimmingCharacters(in: .newlines)
  }
}
