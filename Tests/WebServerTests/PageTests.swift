import Foundation
import TestSupport
import Testing

/// The page in a real browser, with a stand-in for the radio that can do what a real one hardly ever does. What a scenario
/// claims is said in `Tests/Checker/try_page.py`.
@Suite("The page in a browser", .timeLimit(.minutes(3)), .enabled(if: ProcessRunner.hasPrograms("chromium", "python3")))
struct PageTests {
  private static let script =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .path + "/Checker/try_page.py"

  private func expectGood(_ scenario: String) throws {
    let profile = try Scratch()
    let result = try ProcessRunner.run(
      "python3", [Self.script, "chromium", profile.path, scenario], limit: .seconds(100))
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  @Test("four tabs have one stream of each kind, whichever of them is closed, and all answer at once")
  func tabs() throws { try expectGood("tabs") }

  @Test("a hidden tab has no streams, and shows what is so when it is seen again")
  func hidden() throws { try expectGood("hidden") }

  @Test("without a shared worker each visible tab has its own streams")
  func own() throws { try expectGood("own") }

  @Test("a shared worker that is ended is replaced")
  func died() throws { try expectGood("died") }

  @Test("a request without an answer is given up after 8 s, in our own words")
  func silent() throws { try expectGood("silent") }

  @Test("notices go away when what they say is over")
  func notices() throws { try expectGood("notices") }

  @Test("a page whose first requests fail tries them again")
  func begin() throws { try expectGood("begin") }

  @Test("the volume follows a drag at a bounded rate, and the slider follows other remotes after it")
  func slider() throws { try expectGood("slider") }

  @Test("keys work after a click, are those of the terminal, and are shown")
  func keys() throws { try expectGood("keys") }

  @Test("a wrong token says so, Escape leaves a page that can be used, one login holds for all tabs")
  func token() throws { try expectGood("token") }

  @Test("a long list says that it is not all; words in any order, tags and countries find a station")
  func stations() throws { try expectGood("stations") }

  @Test("bars fall when nothing sounds, and when the radio is gone")
  func bars() throws { try expectGood("bars") }

  @Test("with less motion asked for, bars change four times a second and do not fall by themselves")
  func calm() throws { try expectGood("calm") }
}
