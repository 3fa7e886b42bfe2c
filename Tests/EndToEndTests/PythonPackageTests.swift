import Foundation
import TestSupport
import Testing

/// The system's Python, with what the package `springradio` is installed and tested by.
private enum SystemPython {
  static let path = "/usr/bin/python3"
  static let canInstall =
    (try? ProcessRunner.run(path, ["-c", "import ensurepip, venv, pytest, setuptools, wheel"]).exitCode) == 0
    && ProcessRunner.hasPrograms("ffmpeg")
}

/// The package `springradio` in a new virtual environment of the system's Python, with radiod on PATH. Nothing is fetched:
/// see Tests/Checker/try_python.py.
@Suite("The Python package and docs/check.md", .ownThreads, .enabled(if: SystemPython.canInstall))
struct PythonPackageTests {
  /// Long enough for an installation beside other work.
  private static let limit = Duration.seconds(300)

  @Test("the package installs, and its tests pass")
  func package() throws { try Self.expectGood("package") }

  @Test("the examples of docs/check.md do what the page says")
  func page() throws { try Self.expectGood("page") }

  private static func expectGood(_ part: String) throws {
    let result = try ProcessRunner.run(
      SystemPython.path, [Radiod.root + "/Tests/Checker/try_python.py", Radiod.path, part],
      environment: Radiod.environment.merging(["HOME": NSTemporaryDirectory()]) { $1 }, limit: limit)
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    #expect(result.text.contains(" passed"), "\(result.text)")
  }

  @Test("the package has the version of the program")
  func version() throws {
    let program = try Radiod.run("--version").text.split(separator: " ").last.map { $0.dropLast() }
    let text = try String(contentsOfFile: Radiod.root + "/packaging/python/pyproject.toml", encoding: .utf8)
    let version = text.split(separator: "\n").first { $0.hasPrefix("version = ") }
    #expect(try version == "version = \"\(#require(program))\"")
  }
}
