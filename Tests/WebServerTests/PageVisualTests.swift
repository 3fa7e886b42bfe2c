import Foundation
import Muxing
import Radio
import TestSupport
import Testing
import WebServer

/// What moves and sounds on the page, in a real browser. `Tests/Checker/try_visual.py` describes and checks each
/// scenario with a fake radio.
@Suite(
  "Pictures and sound on the page", .timeLimit(.minutes(3 * TestTime.waitScale)),
  .enabled(if: PageScript.canRun))
struct PageVisualTests {
  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Checker/"

  private func expectGood(_ scenario: String) throws { try PageScript.expectGood("try_visual", scenario) }

  @Test("each mode asks for what it draws, moves with the sound, and stops drawing in silence")
  func modes() throws { try expectGood("modes") }

  @Test("what is not seen is neither asked for nor drawn: on a phone's list, behind the letters, while it is stopped")
  func unseen() throws { try expectGood("unseen") }

  @Test("the mode is remembered, and all tabs have the same one and one spectrum")
  func memory() throws { try expectGood("memory") }

  @Test("the canvas has the pixels of the screen at any size")
  func sharp() throws { try expectGood("sharp") }

  @Test("bars, caps and sensitivity follow the formula at any number of pictures a second, at their places")
  func ballistics() throws { try expectGood("ballistics") }

  @Test("with reduced motion there are few pictures, and the letters stand still")
  func calm() throws { try expectGood("calm") }

  @Test("station and title pass in opposite directions in each of the four orientations, whatever their letters")
  func detail() throws { try expectGood("detail") }

  @Test("the letters can be read on every colour of a picture")
  func colors() throws { try expectGood("colors") }

  @Test(
    "a phone reads the address from the code, and a radio for this machine alone says so",
    .enabled(if: ProcessRunner.hasPrograms("zbarimg")))
  func phone() throws { try expectGood("phone") }

  @Test("browsers find the manifest and the icons without fault")
  func installed() throws { try expectGood("installed") }

  @Test("the sound is heard in the browser, follows the station, comes back with a growing pause, and stops at once")
  func listen() throws { try expectGood("listen") }

  @Test("what the browser cannot play is said, another station is tried again, and the lock screen's keys work")
  func unplayable() throws { try expectGood("unplayable") }

  @Test("a second tab plays only when it is asked to, and then alone; a hidden one shows titles")
  func second() throws { try expectGood("second") }

  @Test(
    "the stream of a real radio is heard in the browser, with the session's cookie",
    arguments: [nil, "open-sesame-open"])
  func heard(_ token: String?) async throws {
    try await TestRadio.with({ $0.token = token }) { radio in
      radio.play()
      let profile = try Scratch()
      let result = try ProcessRunner.run(
        "python3",
        [Self.folder + "listen_page.py", "chromium", profile.path, "http://localhost:\(radio.port)/", token ?? ""],
        limit: .seconds(100))
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(ProcessRunner.eventually { radio.tuner.relay.listenerCount == 0 }, "the connection is freed")
    }
  }
}
