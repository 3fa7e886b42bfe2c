import TestSupport
import Testing

/// The page moves in the sound that a fake radio keeps. `Tests/Checker/try_timeshift.py` describes and checks each
/// scenario.
@Suite("The page's time shift", .timeLimit(.minutes(3 * TestTime.waitScale)), .enabled(if: PageScript.canRun))
struct PageTimeShiftTests {
  private func expectGood(_ scenario: String) throws { try PageScript.expectGood("try_timeshift", scenario) }

  @Test("buttons and the terminal's keys move in the sound that is kept; sliders, fields and lists keep their arrows")
  func moves() throws { try expectGood("moves") }

  @Test("a radio whose pause holds the place keeps its title, and the page counts how far it falls behind live")
  func holds() throws { try expectGood("holds") }

  @Test("the titles in the sound that is kept are asked for while they are seen, at most once a second; a click jumps")
  func again() throws { try expectGood("again") }
}
