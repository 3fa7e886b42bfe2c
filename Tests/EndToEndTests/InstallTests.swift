import Foundation
import TestSupport
import Testing

/// What `make install` and `make uninstall` do with the built program.
@Suite("make install", .ownThreads, .enabled(if: ProcessRunner.hasPrograms("make", "strip")))
struct InstallTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Runs `make` with the program under test; it builds nothing.
  private func make(_ target: String, prefix: String, destination: String = "") throws -> String {
    let result = try ProcessRunner.run(
      "make",
      [
        "--no-print-directory", "-C", Radiod.root, target, "PREFIX=\(prefix)", "DESTDIR=\(destination)",
        "PROGRAM=\(Radiod.path)", "BUILT=",
      ], environment: ["HOME": scratch.path("home"), "MAKEFLAGS": "", "XDG_DATA_HOME": ""],
      limit: .seconds(60))
    #expect(result.exitCode == 0, "\(result.errorText)")
    return result.text
  }

  /// The files below `folder`, by their relative paths.
  private func files(_ folder: String) -> Set<String> {
    let all = FileManager.default.enumerator(atPath: scratch.path(folder))?.compactMap { $0 as? String } ?? []
    return Set(all.filter { scratch.isPlainFile(folder + "/" + $0) })
  }

  @Test(
    "into a home: the unit is where systemd looks, there is no system unit, and uninstall leaves nothing",
    .enabled(if: ProcessRunner.hasPrograms("systemd-analyze"), "needs systemd"))
  func home() throws {
    let prefix = scratch.path("home/.local")
    try FileManager.default.createDirectory(atPath: scratch.path("home"), withIntermediateDirectories: true)
    try scratch.write("", as: "home/.zshrc")
    let said = try make("install", prefix: prefix)
    let unit = prefix + "/share/systemd/user/radiod.service"
    let text = try String(contentsOfFile: unit, encoding: .utf8)
    #expect(text.contains("\nExecStart=\(prefix)/bin/radiod serve\n"))
    let paths = try ProcessRunner.run(
      "systemd-analyze", ["--user", "unit-paths"],
      environment: ["HOME": scratch.path("home"), "XDG_RUNTIME_DIR": scratch.path("run")])
    let known = paths.text.split(separator: "\n").map { $0 + "/radiod.service" }
    #expect(known.contains(unit.replacing("//", with: "/")[...]), "\(paths.text)")
    #expect(
      files("home/.local") == [
        "bin/radiod", "share/man/man1/radiod.1", "share/bash-completion/completions/radiod",
        "share/zsh/site-functions/_radiod", "share/fish/vendor_completions.d/radiod.fish",
        "share/systemd/user/radiod.service", "share/systemd/user/radiod-record@.service",
        "share/metainfo/invalid.springradio.radiod.metainfo.xml",
      ])
    #expect(said.contains("fpath=(\(prefix)/share/zsh/site-functions $fpath)"), "\(said)")
    #expect(!said.contains("systemctl --user link"), "\(said)")
    // A unit that an earlier version put elsewhere goes, too.
    try FileManager.default.createDirectory(atPath: prefix + "/lib/systemd/user", withIntermediateDirectories: true)
    try text.write(toFile: prefix + "/lib/systemd/user/radiod.service", atomically: true, encoding: .utf8)
    _ = try make("uninstall", prefix: prefix)
    #expect(files("home") == [".zshrc"])
  }

  @Test("into another folder of a home: make prints the command that makes the unit known")
  func elsewhereInHome() throws {
    let prefix = scratch.path("home/radio")
    let said = try make("install", prefix: prefix)
    #expect(files("home/radio").contains("share/systemd/user/radiod.service"))
    #expect(said.contains("systemctl --user link \(prefix)/share/systemd/user/radiod.service"), "\(said)")
  }

  @Test("into the system: all units are in lib/systemd, and uninstall leaves nothing")
  func system() throws {
    let said = try make("install", prefix: "/usr", destination: scratch.path("root"))
    let all = files("root")
    #expect(
      Set(all.filter { $0.hasSuffix(".service") }) == [
        "usr/lib/systemd/user/radiod.service", "usr/lib/systemd/system/radiod.service",
        "usr/lib/systemd/user/radiod-record@.service", "usr/lib/systemd/system/radiod-record@.service",
      ])
    #expect(!said.contains("fpath"), "\(said)")
    _ = try make("uninstall", prefix: "/usr", destination: scratch.path("root"))
    #expect(files("root").isEmpty)
  }

  @Test(
    "the program has no search path for libraries of its own",
    .enabled(if: Radiod.path.contains("/release/") && ProcessRunner.hasPrograms("readelf"), "a build by make"))
  func runPath() throws {
    let result = try ProcessRunner.run("readelf", ["-d", Radiod.path])
    #expect(result.exitCode == 0 && !result.text.contains("RUNPATH") && !result.text.contains("RPATH"))
  }
}

extension Scratch {
  /// True for a plain file at `path`.
  fileprivate func isPlainFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: self.path(path), isDirectory: &isFolder) && !isFolder.boolValue
  }
}
