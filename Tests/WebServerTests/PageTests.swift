import TestSupport
import Testing

/// The page in a real browser, with a fake radio that can do what a real one rarely does. `Tests/Checker/try_page.py`
/// describes and checks each scenario.
@Suite("The page in a browser", .timeLimit(.minutes(3 * TestTime.waitScale)), .enabled(if: PageScript.canRun))
struct PageTests {
  private func expectGood(_ scenario: String) throws { try PageScript.expectGood("try_page", scenario) }

  @Test("four tabs share one stream of each kind, whichever tab is closed, and all of them respond at once")
  func tabs() throws { try expectGood("tabs") }

  @Test("a hidden tab has no streams, and shows the current state when it is visible again")
  func hidden() throws { try expectGood("hidden") }

  @Test("without a shared worker each visible tab has its own streams")
  func own() throws { try expectGood("own") }

  @Test("a shared worker that ends is replaced")
  func died() throws { try expectGood("died") }

  @Test("a request without an answer is given up after 8 s, with the page's own message; silent events after 40 s")
  func silent() throws { try expectGood("silent") }

  @Test("a notice disappears when its cause is over, or after 10 s")
  func notices() throws { try expectGood("notices") }

  @Test("a page whose first requests fail tries them again")
  func begin() throws { try expectGood("begin") }

  @Test("the page works in browsers of 2022, and says what it needs where no scripts run")
  func older() throws { try expectGood("older") }

  @Test("an answer that takes its time is awaited in sight")
  func awaited() throws { try expectGood("awaited") }

  @Test("a page that lacks one of its files is loaded again when the radio answers")
  func files() throws { try expectGood("files") }

  @Test("the volume follows a drag at a bounded rate, and after the drag the slider follows other remotes")
  func slider() throws { try expectGood("slider") }

  @Test("keys work after a click, are the same as in the terminal, and are shown; the volume ends at 100")
  func keys() throws { try expectGood("keys") }

  @Test("a locked page asks once, a wrong token is reported, Escape leaves a usable page, one login is valid for all")
  func token() throws { try expectGood("token") }

  @Test("a long list has in the document what is seen; a station is found by all its words, tag or country")
  func stations() throws { try expectGood("stations") }

  @Test("bars fall when no audio plays and when the radio is gone")
  func bars() throws { try expectGood("bars") }

  @Test("with reduced motion, bars change four times a second and drop at once instead of falling slowly")
  func calm() throws { try expectGood("calm") }
}
