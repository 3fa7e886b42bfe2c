import Foundation
import TestSupport
import Testing

/// What `install.sh` of a release does, with a program that is a script.
@Suite("install.sh of a release", .ownThreads)
struct InstallScriptTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// What a release contains beside `install.sh`, and its sums.
  private static let contents = [
    "bin/radiod", "lib/springradio/avcodec-61.so", "lib/systemd/system/radiod.service",
    "lib/systemd/user/radiod.service", "share/man/man1/radiod.1",
  ]

  /// Makes the folder that the archive of this version unpacks to, with these files more.
  private func makeRelease(_ version: String, extra: [String] = [], bytes: Int = 0) throws -> String {
    let folder = "release-\(version)"
    for path in Self.contents + extra {
      let text =
        switch path {
        case "bin/radiod": "#!/bin/sh\n[ \"$1\" = devices ] || echo radiod \(version)\n"
        case _ where path.hasSuffix(".service"): "ExecStart=/@PREFIX@/bin/radiod serve\n"
        default: String(repeating: "x", count: bytes) + version
        }
      try write(text, to: folder + "/" + path)
    }
    let script = try String(contentsOfFile: Radiod.root + "/packaging/tarball/install.sh", encoding: .utf8)
    let machine = try ProcessRunner.run("uname", ["-m"]).text.trimmingCharacters(in: .newlines)
    try write(
      script.replacing("@GLIBC@", with: "2.36").replacing("@MACHINE@", with: machine), to: folder + "/install.sh")
    let sums = try ProcessRunner.run(
      "sh",
      ["-c", "cd \"$0\" && chmod 755 bin/radiod install.sh && find . -type f | xargs sha256sum", scratch.path(folder)])
    try write(sums.text, to: folder + "/SHA256SUMS")
    return folder
  }

  private func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (scratch.path(path) as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try scratch.write(text, as: path)
  }

  /// Runs the script of `release`; `tools` are programs that take the place of the system's.
  private func install(
    _ release: String, _ arguments: [String] = [], tools: [String: String] = [:]
  ) throws -> ProcessRunner.Result {
    for (name, text) in tools {
      try write("#!/bin/sh\n\(text)\n", to: "tools/\(name)")
      chmod(scratch.path("tools/\(name)"), 0o755)
    }
    defer { for name in tools.keys { unlink(scratch.path("tools/\(name)")) } }
    return try ProcessRunner.run(
      "sh", [scratch.path(release + "/install.sh")] + arguments,
      environment: ["HOME": scratch.path("home"), "PATH": scratch.path("tools") + ":/usr/sbin:/usr/bin:/sbin:/bin"],
      limit: .seconds(60))
  }

  /// All files below the home, by their relative paths.
  private func files() -> Set<String> {
    let all = FileManager.default.enumerator(atPath: scratch.path("home"))?.compactMap { $0 as? String } ?? []
    return Set(
      all.filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: scratch.path("home/" + path), isDirectory: &isFolder)
          && !isFolder.boolValue
      })
  }

  /// All files and folders below the home.
  private func entries() -> [String] {
    (FileManager.default.enumerator(atPath: scratch.path("home"))?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// What is installed of ``contents``, from the home.
  private static let installed: Set = [
    ".local/bin/radiod", ".local/lib/springradio/avcodec-61.so", ".local/share/systemd/user/radiod.service",
    ".local/share/man/man1/radiod.1", ".local/share/springradio/files", ".local/share/springradio/install.sh",
  ]

  @Test("it installs into a home, over itself and over other versions; removing leaves the user's files alone")
  func versions() throws {
    try write("{}", to: "home/.config/springradio/config.json")
    let first = try makeRelease("1.0", extra: ["share/old/page"])
    let second = try makeRelease("2.0", extra: ["share/new/page"])
    for (release, version, extra) in [
      (first, "1.0", "old"), (first, "1.0", "old"), (second, "2.0", "new"), (first, "1.0", "old"),
    ] {
      let result = try install(release)
      #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
      #expect(result.text.hasPrefix("radiod \(version) is installed in \(scratch.path("home/.local")).\n"))
      #expect(files() == Self.installed.union([".config/springradio/config.json", ".local/share/\(extra)/page"]))
    }
    let unit = try String(
      contentsOfFile: scratch.path("home/.local/share/systemd/user/radiod.service"), encoding: .utf8)
    #expect(unit == "ExecStart=\(scratch.path("home/.local"))/bin/radiod serve\n")
    let removed = try ProcessRunner.run(
      "sh", [scratch.path("home/.local/share/springradio/install.sh"), "--uninstall"],
      environment: ["HOME": scratch.path("home"), "PATH": "/usr/bin:/bin"])
    #expect(removed.exitCode == 0, "\(removed.errorText)")
    #expect(entries() == [".config", ".config/springradio", ".config/springradio/config.json"])
  }

  @Test("what is not complete, or was changed, is not installed", arguments: ["remove", "change", "sums"])
  func damaged(how: String) throws {
    let release = try makeRelease("1.0")
    switch how {
    case "remove": unlink(scratch.path(release + "/lib/springradio/avcodec-61.so"))
    case "change": try write("cut", to: release + "/bin/radiod")
    default: unlink(scratch.path(release + "/SHA256SUMS"))
    }
    try expectRefusal(install(release), 65, "unpack the archive again")
  }

  @Test(
    "a system that cannot run the program is named",
    arguments: [
      (
        "getconf", "echo glibc 2.31",
        "needs the GNU C library 2.36 or newer (Debian 12, Ubuntu 24.04), and this system has 2.31"
      ),
      ("getconf", "exit 1", "and this system has another one"),
      ("uname", "echo riscv64", "and this machine is riscv64"),
    ])
  func tooOld(tool: String, text: String, message: String) throws {
    try expectRefusal(install(makeRelease("1.0"), tools: [tool: text]), 69, message)
  }

  @Test("a newer C library than the needed one will do")
  func newerLibrary() throws {
    let result = try install(makeRelease("1.0"), tools: ["getconf": "echo glibc 2.100"])
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  @Test("a folder in which nothing can be made is named")
  func notWritable() throws {
    try write("", to: "home/file")
    let result = try install(makeRelease("1.0"), ["--prefix", scratch.path("home/file/radio")])
    #expect(result.exitCode == 73)
    #expect(
      result.errorText
        == "install.sh: cannot write to \(scratch.path("home/file/radio")); name another folder with --prefix\n")
    #expect(files() == ["file"])
  }

  @Test(
    "a full disk leaves the version before as it was",
    .enabled(if: getuid() == 0 && ProcessRunner.hasPrograms("unshare"), "only root can make a small disk"))
  func fullDisk() throws {
    let (small, large) = (try makeRelease("1.0"), try makeRelease("2.0", bytes: 1 << 20))
    let script = """
      mount -t tmpfs -o size=1m tmpfs "$HOME" && "$0" >/dev/null && find "$HOME" -type f | sort >"$2/before" || exit 1
      "$1"
      code=$?
      find "$HOME" -type f | sort | diff "$2/before" - && "$HOME/.local/bin/radiod" && exit $code
      """
    try FileManager.default.createDirectory(atPath: scratch.path("home"), withIntermediateDirectories: true)
    let result = try ProcessRunner.run(
      "unshare",
      [
        "-m", "sh", "-c", script, scratch.path(small + "/install.sh"), scratch.path(large + "/install.sh"),
        scratch.path(""),
      ],
      environment: ["HOME": scratch.path("home"), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], limit: .seconds(60))
    #expect(result.exitCode == 73, "\(result.text) \(result.errorText)")
    #expect(result.text == "radiod 1.0\n")
    #expect(
      result.errorText.hasSuffix(
        "install.sh: cannot write to \(scratch.path("home/.local")); nothing was changed there\n"))
  }

  @Test("what was interrupted can be removed, and done again", arguments: [false, true])
  func interrupted(isRemoved: Bool) throws {
    let release = try makeRelease("1.0")
    // The third file that changes its place does not.
    let move = "echo >>\"$HOME/moves\"\n[ $(wc -l <\"$HOME/moves\") -ne 3 ] || exit 1\nexec /bin/mv \"$@\""
    try FileManager.default.createDirectory(atPath: scratch.path("home"), withIntermediateDirectories: true)
    let failed = try install(release, tools: ["mv": move])
    #expect(failed.exitCode == 73 && failed.errorText.contains("run this again, or with --uninstall"))
    unlink(scratch.path("home/moves"))
    #expect(files().contains(".local/share/springradio/files") && files() != Self.installed)
    let result = try install(release, isRemoved ? ["--uninstall"] : [])
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(isRemoved ? entries() == [] : files() == Self.installed)
  }

  @Test("outside of a home, units are where systemd looks, and a relative folder is one of here")
  func elsewhere() throws {
    let release = try makeRelease("1.0")
    let script = "cd \"$0\" && mkdir -p home && \"$1\" --prefix=usr && cat usr/lib/systemd/system/radiod.service"
    let result = try ProcessRunner.run(
      "sh", ["-c", script, scratch.path(""), scratch.path(release + "/install.sh")],
      environment: ["HOME": scratch.path("home"), "PATH": "/usr/bin:/bin"], limit: .seconds(60))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.text.hasSuffix("/usr/bin/radiod serve\n"), "\(result.text)")
  }

  @Test(
    "wrong arguments are refused in one line, and change nothing",
    arguments: [
      (["--prefix"], "usage: ./install.sh [--prefix FOLDER] [--uninstall]\n"), (["here"], "usage: ./install.sh"),
      (["--uninstall"], "there is no SpringRadio in"), (["--prefix", "/tmp/a b"], "has other characters"),
      (["--prefix", "/tmp/$(id)"], "has other characters"),
    ])
  func arguments(arguments: [String], message: String) throws {
    try expectRefusal(install(makeRelease("1.0"), arguments), 64, message)
  }

  private func expectRefusal(_ result: ProcessRunner.Result, _ code: Int32, _ message: String) throws {
    #expect(result.exitCode == code)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(result.errorText.split(separator: "\n").count == 1 && result.text.isEmpty)
    #expect(entries() == [])
  }
}
