import TestSupport
import Testing

/// Stations, directory, titles and log on the page. `Tests/Checker/try_library.py` describes and checks each scenario.
@Suite("The page's lists in a browser", .timeLimit(.minutes(3 * TestTime.waitScale)), .enabled(if: PageScript.canRun))
struct PageLibraryTests {
  private func expectGood(_ scenario: String) throws { try PageScript.expectGood("try_library", scenario) }

  @Test("a station is added, edited, made a favourite and removed, by mouse and by keyboard; its link leads to the web")
  func edits() throws { try expectGood("edits") }

  @Test("a change of a list that another remote has changed is refused in a sentence, and what was typed stays")
  func conflicts() throws { try expectGood("conflicts") }

  @Test("a station that was removed is brought back at its place, once")
  func undo() throws { try expectGood("undo") }

  @Test("what says that something was done takes no taps from what is below it")
  func covered() throws { try expectGood("covered") }

  @Test("quick removals are taken back one by one, each before the station that followed it, also after a fault")
  func removals() throws { try expectGood("removals") }

  @Test("the stations that were played last are a group, and Next stays in the group that is shown")
  func recent() throws { try expectGood("recent") }

  @Test("stations are moved by keys, arrows, mouse and finger")
  func order() throws { try expectGood("order") }

  @Test("a line shows where a dragged row comes in, the list goes on at its edge, and favourites move among themselves")
  func arranging() throws { try expectGood("arranging") }

  @Test("favourites, tags and countries are groups, in the browser's language, and the chosen one is remembered")
  func groups() throws { try expectGood("groups") }

  @Test("a station of the directory is found, checked, tried and added")
  func directory() throws { try expectGood("directory") }

  @Test("playlists are imported with a report and exported; a file that is too large is not sent")
  func transfer() throws { try expectGood("transfer") }

  @Test("titles are listed, the newest first, found and announced; the log has levels; both are bounded")
  func heard() throws { try expectGood("heard") }

  @Test("a title is copied, and searched for where the user wants to")
  func copies() throws { try expectGood("copies") }

  @Test("on a phone every control works by a finger")
  func touch() throws { try expectGood("touch") }

  @Test("Enter in a field puts a phone's keyboard away and plays nothing; with a mouse it plays the first station")
  func typing() throws { try expectGood("typing") }

  @Test("the key Tab reaches every control, and does not go through all rows")
  func reach() throws { try expectGood("reach") }

  @Test("pictures are loaded when they are seen, and again when they have come")
  func pictures() throws { try expectGood("pictures") }

  @Test("after thousands of events the page has no more elements than before")
  func hours() throws { try expectGood("hours") }
}
