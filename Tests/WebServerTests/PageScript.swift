import Foundation
import TestSupport
import Testing

/// Scripts that try the page in a real browser, with a stand-in for the radio that can do what a real one rarely does.
enum PageScript {
  /// True when the programs that the scripts need are installed.
  static let canRun = ProcessRunner.hasPrograms("chromium", "python3")
  /// The file `axe.min.js` of axe-core, which `Scripts/deps test` installs; nil when it is not there.
  static let axe: String? = {
    let packages = root + "/.build/python/lib"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: packages)) ?? []
    return versions.map { "\(packages)/\($0)/site-packages/axe_playwright_python/axe.min.js" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Runs the scenario that `arguments` name of the script `Tests/Checker/NAME.py`, which must succeed. The browser
  /// reaches nothing but the script, unless it needs the server at `url`, which becomes the last argument.
  static func expectGood(_ name: String, _ arguments: String..., url: String? = nil) throws {
    let profile = try Scratch()
    let script = ["\(root)/Tests/Checker/\(name).py", "chromium", profile.path] + arguments
    let (program, arguments) = url.map { ("python3", script + [$0]) } ?? NetworkNamespace.alone("python3", script)
    let result = try ProcessRunner.run(program, arguments, limit: .seconds(100))
    #expect(result.exitCode == 0, "\(result.errorText)")
  }
}
