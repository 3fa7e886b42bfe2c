import TestSupport
import Testing

/// The page on screens of several sizes, in light and dark. `Tests/Checker/try_layout.py` describes and checks each
/// scenario. Where the variable PAGE_PICTURES names a folder, it writes pictures of the screens.
@Suite("The page's layout in a browser", .timeLimit(.minutes(3 * TestTime.waitScale)), .enabled(if: PageScript.canRun))
struct PageLayoutTests {
  @Test("nothing is cut off from 320 px to 4K, stations are seen at once, and what is pressed has 44 px")
  func sizes() throws { try PageScript.expectGood("try_layout", "sizes") }

  @Test("how far the sound is behind live is seen whole on every screen, and the buttons that move stay in place")
  func behind() throws { try PageScript.expectGood("try_layout", "behind") }

  @Test("what keeps and records is seen whole on every screen, and marked with forced colours, too")
  func recorded() throws { try PageScript.expectGood("try_layout", "recorded") }

  @Test("why a station does not play is seen whole on every screen, with what can be done; a retry is counted down")
  func reasons() throws { try PageScript.expectGood("try_layout", "reasons") }

  @Test("names, verdicts and titles are seen whole, in as many lines as they need")
  func whole() throws { try PageScript.expectGood("try_layout", "whole") }

  @Test("the transport stays in its place, whatever the title is")
  func steady() throws { try PageScript.expectGood("try_layout", "steady") }

  @Test("before anything was played, Play begins with the first favourite, in the program's colour")
  func first() throws { try PageScript.expectGood("try_layout", "first") }

  @Test("with forced colours what is chosen has an outline, and the slider its track")
  func forced() throws { try PageScript.expectGood("try_layout", "forced") }

  @Test("text on the player has a contrast of 4.5 whatever colour a picture has, and the bar little chroma")
  func contrast() throws { try PageScript.expectGood("try_layout", "contrast") }

  @Test(
    "axe-core finds no fault in any view or dialog", .enabled(if: PageScript.axe != nil),
    arguments: ["phone", "wide"], ["light", "dark"])
  func axe(_ size: String, _ scheme: String) throws {
    try PageScript.expectGood("try_layout", "axe", size, scheme, try #require(PageScript.axe))
  }
}
