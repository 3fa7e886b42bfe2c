import Foundation
import TestSupport
import Testing

/// The page of a real daemon in a real browser. `Tests/Checker/use_page.py` does what is tested.
@Suite(
  "The service's page", .ownThreads, .timeLimit(.minutes(3 * TestTime.waitScale)),
  .enabled(if: ProcessRunner.hasPrograms("chromium", "python3")))
struct PageServiceTests {
  @Test("a station is found on a phone and made a favourite; the page survives a restart, and a missing sound device")
  func phone() throws {
    let folder = try Scratch()
    let script = Radiod.root + "/Tests/Checker/use_page.py"
    let environment = [
      "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path("state"),
      "XDG_CONFIG_HOME": folder.path("config"), "XDG_CACHE_HOME": folder.path("cache"), "JOURNAL_STREAM": "",
    ]
    let (program, arguments) = NetworkNamespace.alone(
      "python3", [script, "chromium", folder.path("profile"), "\(try ScriptedServer.freePort())", Radiod.path])
    let result = try ProcessRunner.run(
      program, arguments, environment: Radiod.environment.merging(environment) { $1 }, limit: .seconds(100))
    #expect(result.exitCode == 0, "\(result.errorText)")
  }
}
