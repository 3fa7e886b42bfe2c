import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The bars on a terminal", .ownThreads, .enabled(if: TmuxScreen.isAvailable))
struct ScreenTests {
  /// A minute of steady tones: only the clock and the buffer change in the picture.
  private static let steps = SignalSource.Recording(.steps, seconds: 60)

  /// A folder that holds the tones under a name that looks the same on every machine.
  static func folder() throws -> Scratch {
    let folder = try Scratch()
    try folder.write(SignalSource.shared.bytes(steps, as: .mp3(kilobits: 192)), as: "steps.mp3")
    return folder
  }

  private static func open(_ folder: Scratch, columns: Int, rows: Int) throws -> TmuxScreen {
    // The list has no stations that other tests played.
    try TmuxScreen(
      columns: columns, rows: rows, command: "'\(Radiod.path)' play steps.mp3 --output silent",
      environment: Radiod.environment.merging(["XDG_STATE_HOME": folder.path("state")]) { $1 },
      workingDirectory: folder.path)
  }

  @Test("steady tones look like the golden screen", arguments: ["80x24", "40x10", "20x3", "132x43"])
  func golden(size: String) throws {
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    let folder = try Self.folder()
    let screen = try Self.open(folder, columns: numbers[0], rows: numbers[1])
    try GoldenScreen(name: size).expect(on: screen)
  }

  @Test("a window that changes its size is drawn again, without remains of the old picture")
  func resize() throws {
    let folder = try Self.folder()
    let screen = try Self.open(folder, columns: 132, rows: 43)
    #expect(screen.waits { $0.contains("playing") })
    for (columns, rows) in [(40, 10), (80, 24), (20, 3), (132, 43)] {
      try screen.resize(columns: columns, rows: rows)
      try GoldenScreen(name: "\(columns)x\(rows)").expect(on: screen)
    }
  }

  @Test("keys do what the help says")
  func keys() throws {
    let folder = try Self.folder()
    let screen = try Self.open(folder, columns: 150, rows: 40)
    #expect(screen.waits { $0.contains("► playing") && $0.contains("100 %") }, "\(screen.text)")
    func press(_ keys: String, shows condition: (String) -> Bool) throws {
      try screen.type(keys)
      let isShown = screen.waits(within: .seconds(5), for: condition)
      #expect(isShown, "after \(keys):\n\(screen.text)")
    }
    try press("--") { $0.contains("volume") && $0.contains("90 %") }
    try press("9") { $0.contains("85 %") }
    try press("0") { $0.contains("90 %") }
    try press("+") { $0.contains("95 %") }
    try press("m") { $0.contains("muted") && !$0.contains("95 %") }
    try press("m") { $0.contains("95 %") }
    try press("s") { $0.contains("bars mono") }
    try press("s") { $0.contains("bars stereo") }
    try press("V") { $0.contains("float") && !$0.contains("float stereo") && !$0.contains("Hz L") }
    try press("V") { $0.contains("springradio stereo") }
    try press("vv") { $0.contains("bars stereo") }
    try press("v") { $0.contains("mirrored stereo") && $0.contains("█") && $0.contains("Hz L") }
    try press("v") {
      $0.contains("waterfall") && !$0.contains("waterfall mono") && $0.contains("▀")
        && ($0.contains("1 s┤") || $0.contains("1 s│"))
    }
    try press("v") { $0.contains("oscilloscope stereo") && $0.contains("0 ms") && $0.contains { "⠁"..."⣿" ~= $0 } }
    try press("VVV") { $0.contains("bars stereo") }
    try press("c") { $0.contains("light") }
    try press("cccc") { $0.contains("dark") }
    try press("?") { $0.contains("show or hide this help") }
    try press("?") { !$0.contains("show or hide this help") }
    try press("w") { $0.contains("no sound is kept that could be written into a file") }
    try press("xyzXYZ#") { $0.contains("► playing") }
    try press(" ") { $0.contains("■ stopped") }
    try press("p") { $0.contains("► playing") }
    try screen.type("q")
    #expect(screen.exitCode() == 0)
  }

  @Test("the window's title names what plays, and is restored afterwards; SPRINGRADIO_NO_TITLE leaves it alone")
  func windowTitle() throws {
    let folder = try Self.folder()
    for (variable, expected) in [("", "steps.mp3"), ("SPRINGRADIO_NO_TITLE=1", "mine")] {
      let screen = try TmuxScreen(
        columns: 80, rows: 24,
        command:
          "sh -c 'printf \"\\033]2;mine\\007\"; \(variable) \"\(Radiod.path)\" play steps.mp3 --output silent; read x'",
        environment: Radiod.environment, workingDirectory: folder.path)
      #expect(screen.waits { $0.contains("► playing") && $0.contains("█") }, "\(screen.text)")
      #expect(screen.waits { _ in screen.variable("pane_title") == expected }, "\(screen.variable("pane_title"))")
      try screen.type("q")
      #expect(screen.waits { _ in screen.variable("alternate_on") == "0" && screen.variable("pane_title") == "mine" })
    }
  }

  @Test("the program ends when the sound ends, and restores the screen")
  func end() throws {
    let folder = try Scratch()
    try folder.write(SignalSource.shared.bytes(.init(.steps, seconds: 2), as: .mp3(kilobits: 192)), as: "steps.mp3")
    let screen = try Self.open(folder, columns: 80, rows: 24)
    #expect(screen.exitCode() == 0)
    #expect(screen.variable("alternate_on") == "0")
  }

  @Test("spectrum shows the same bars; without a sound card, play reports that on the screen")
  func otherViews() throws {
    let folder = try Self.folder()
    for (command, words) in [("spectrum steps.mp3", "► playing"), ("play steps.mp3", "playing silently")] {
      let screen = try TmuxScreen(
        columns: 80, rows: 24, command: "'\(Radiod.path)' \(command)", environment: Radiod.environment,
        workingDirectory: folder.path)
      #expect(screen.waits { $0.contains("█") && $0.contains(words) }, "\(screen.text)")
      try screen.type("q")
      #expect(screen.exitCode() == 0)
    }
  }

  @Test("colours are those that the terminal has")
  func colors() throws {
    let folder = try Self.folder()
    // Codes that set a foreground: of 24 bits, of 256 and of 8 colours.
    let kinds = [/38;2;/, /38;5;/, /\[3[0-7]m/]
    for (assignments, wanted) in [
      ("COLORTERM=truecolor", [true, false, false]), ("COLORTERM= TERM=xterm-256color", [false, true, false]),
      ("COLORTERM= TERM=xterm", [false, false, true]), ("COLORTERM=truecolor NO_COLOR=1", [false, false, false]),
    ] {
      let screen = try TmuxScreen(
        columns: 80, rows: 24, command: "env \(assignments) '\(Radiod.path)' play steps.mp3 --output silent",
        environment: Radiod.environment, workingDirectory: folder.path)
      #expect(screen.waits { $0.contains("█") }, "\(screen.text)")
      let colored = screen.colored
      #expect(kinds.map { colored.contains($0) } == wanted, "\(assignments)")
    }
  }

  @Test("a dumb terminal gets lines without an escape code, and one without UTF-8 gets ASCII")
  func poorTerminals() throws {
    let folder = try Self.folder()
    let log = folder.path("typescript")
    // `script` gives the program a terminal and records every byte that it sends.
    for (name, environment, mayEscape) in [
      ("dumb", ["TERM": "dumb"], false), ("latin", ["TERM": "xterm", "LC_ALL": "C"], true),
    ] {
      let result = try ProcessRunner.run(
        "script",
        ["-q", "-c", "'\(Radiod.path)' play '\(folder.path("steps.mp3"))' --output silent --duration 1.5", log + name],
        environment: Radiod.environment.merging(environment) { $1 })
      #expect(result.exitCode == 0, "\(name): \(result.text)")
      let bytes = folder.read("typescript" + name)
      let body = bytes.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast().joined()
      #expect(body.count > 200, "\(name)")
      #expect(body.allSatisfy { $0 < 0x80 }, "\(name)")
      #expect(body.contains(0x1B) == mayEscape, "\(name)")
    }
  }
}
