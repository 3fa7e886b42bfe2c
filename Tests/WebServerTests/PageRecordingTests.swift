import TestSupport
import Testing

/// The page keeps titles, records, and downloads files from a fake radio. `Tests/Checker/try_recordings.py` describes and
/// checks each scenario.
@Suite("The page's recordings", .timeLimit(.minutes(3 * TestTime.waitScale)), .enabled(if: PageScript.canRun))
struct PageRecordingTests {
  private func expectGood(_ scenario: String) throws { try PageScript.expectGood("try_recordings", scenario) }

  @Test("a title is kept by click and key, also an earlier one; refusals and what became of it are said")
  func keeps() throws { try expectGood("keeps") }

  @Test("a radio without recordings, and a token for listeners, show no control; a slow answer is awaited in sight")
  func refused() throws { try expectGood("refused") }

  @Test("a station is recorded whole or split until it is stopped, and its time is counted while sound is received")
  func records() throws { try expectGood("records") }

  @Test("the list follows the radio in all tabs, at most once a second while it is seen; focus and place in it stay")
  func follows() throws { try expectGood("follows") }

  @Test("a click downloads a file under its name, also one of many, with the cookie of the login")
  func downloads() throws { try expectGood("downloads") }
}
