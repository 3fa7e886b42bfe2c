import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The terminal afterwards", .ownThreads, .enabled(if: TmuxScreen.isAvailable))
struct TerminalRestoreTests {
  /// An interactive shell in a terminal, with the program to be started from it.
  private struct Desk {
    let folder: Scratch
    let screen: TmuxScreen

    init() throws {
      folder = try ScreenTests.folder()
      try folder.write(
        """
        PS1='ready> '
        state() { stty -a >"$1"; }
        radio() { sh -c 'echo $$ >pid; exec "$RADIOD" play steps.mp3 --output silent'; }

        """, as: "rc")
      var environment = Radiod.environment
      environment["RADIOD"] = Radiod.path
      environment["BASH_SILENCE_DEPRECATION_WARNING"] = "1"
      screen = try TmuxScreen(
        columns: 80, rows: 24, command: "bash --noprofile --rcfile rc -i", environment: environment,
        workingDirectory: folder.path)
      #expect(screen.waits { $0.contains("ready>") })
      try run("echo left-on-screen; state before")
      #expect(screen.waits { $0.contains("\nleft-on-screen") })
    }

    func run(_ line: String) throws {
      try screen.type(line)
      try screen.press("Enter")
    }

    /// The program's process, as soon as its picture is there.
    func pidOfRadio() throws -> pid_t {
      #expect(screen.waits { $0.contains("► playing") && $0.contains("█") }, "\(screen.text)")
      #expect(screen.variable("alternate_on") == "1")
      #expect(screen.variable("cursor_flag") == "0")
      let text = String(decoding: folder.read("pid"), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return try #require(pid_t(text))
    }

    /// The terminal is as it was before the program came.
    func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) throws {
      try run("state after; echo looked")
      #expect(screen.waits { $0.contains("\nlooked") }, "\(screen.text)", sourceLocation: sourceLocation)
      #expect(screen.variable("alternate_on") == "0", sourceLocation: sourceLocation)
      #expect(screen.variable("cursor_flag") == "1", sourceLocation: sourceLocation)
      #expect(screen.lines.contains("left-on-screen"), "\(screen.text)", sourceLocation: sourceLocation)
      #expect(!screen.text.contains("█"), "\(screen.text)", sourceLocation: sourceLocation)
      #expect(!folder.read("before").isEmpty, sourceLocation: sourceLocation)
      #expect(folder.read("after") == folder.read("before"), sourceLocation: sourceLocation)
    }
  }

  /// How the program comes to its end, and the shell's $? then.
  static let ends: [(signal: Int32, code: Int)] = [
    (SIGTERM, 0), (SIGINT, 130), (SIGHUP, 0), (SIGSEGV, 139), (SIGABRT, 134), (SIGILL, 132), (SIGQUIT, 131),
  ]

  @Test("is as it was after q")
  func quit() throws {
    let desk = try Desk()
    try desk.run("radio; echo code=$?")
    _ = try desk.pidOfRadio()
    try desk.screen.type("q")
    #expect(desk.screen.waits { $0.contains("\ncode=0") }, "\(desk.screen.text)")
    try desk.expectRestored()
  }

  @Test("is as it was after any signal that ends the program", arguments: ends.indices)
  func signal(index: Int) throws {
    let (signal, code) = Self.ends[index]
    let desk = try Desk()
    try desk.run("ulimit -c 0; radio; echo code=$?")
    let pid = try desk.pidOfRadio()
    #expect(kill(pid, signal) == 0)
    if signal == SIGINT {  // the shell leaves the rest of its line out, as for every program that dies of it
      #expect(ProcessRunner.eventually { desk.screen.variable("alternate_on") == "0" && ProcessUse(pid: pid) == nil })
      try desk.run("echo code=$?")
    }
    #expect(desk.screen.waits { $0.contains("\ncode=\(code)\n") }, "\(desk.screen.text)")
    try desk.expectRestored()
  }

  @Test("is as it was after Ctrl-C")
  func interrupt() throws {
    let desk = try Desk()
    try desk.run("radio; echo code=$?")
    _ = try desk.pidOfRadio()
    try desk.screen.press("C-c")
    #expect(desk.screen.waits { $0.contains("\nready>") && desk.screen.variable("alternate_on") == "0" })
    try desk.run("echo code=$?")
    #expect(desk.screen.waits { $0.contains("\ncode=130") }, "\(desk.screen.text)")
    try desk.expectRestored()
  }

  @Test("Ctrl-C ends a loop of the shell too, and q does not")
  func loop() throws {
    let desk = try Desk()
    try desk.run("clear; echo left-on-screen; while true; do radio; done")
    let first = try desk.pidOfRadio()
    try desk.screen.type("q")
    #expect(ProcessRunner.eventually { !desk.folder.read("pid").isEmpty && ProcessUse(pid: first) == nil })
    #expect(try desk.pidOfRadio() != first)
    try desk.screen.press("C-c")
    #expect(
      desk.screen.waits {
        $0.trimmingCharacters(in: .newlines).hasSuffix("\nready>") && desk.screen.variable("alternate_on") == "0"
      },
      "\(desk.screen.text)")
    try desk.run("state after; echo looked")
    #expect(desk.screen.waits { $0.contains("\nlooked") }, "\(desk.screen.text)")
    #expect(desk.folder.read("after") == desk.folder.read("before"))
  }

  @Test("Ctrl-Z gives the shell its terminal, fg brings the bars back")
  func suspend() throws {
    let desk = try Desk()
    try desk.run("radio; echo code=$?")
    let pid = try desk.pidOfRadio()
    for _ in 0..<2 {
      try desk.screen.press("C-z")
      #expect(
        desk.screen.waits { $0.contains("Stopped") && desk.screen.variable("alternate_on") == "0" },
        "\(desk.screen.text)")
      try desk.expectRestored()
      try desk.run("clear; echo left-on-screen; fg")
      #expect(try desk.pidOfRadio() == pid)
    }
    try desk.screen.type("q")
    #expect(desk.screen.waits { _ in desk.screen.variable("alternate_on") == "0" })
    try desk.expectRestored()
  }

  @Test("in the background the program leaves the terminal alone, and fg shows the bars")
  func background() throws {
    let desk = try Desk()
    try desk.run("radio &")
    #expect(ProcessRunner.eventually { !desk.folder.read("pid").isEmpty })
    try desk.expectRestored()
    try desk.run("fg")
    _ = try desk.pidOfRadio()
    try desk.screen.type("q")
    #expect(desk.screen.waits { _ in desk.screen.variable("alternate_on") == "0" })
    try desk.expectRestored()
  }

  @Test("when the terminal goes away, so does the program; a hang-up that nohup ignores is ignored")
  func hangUp() throws {
    var desk: Desk? = try Desk()
    try desk?.run("radio")
    let pid = try #require(try desk?.pidOfRadio())
    desk = nil
    #expect(ProcessRunner.eventually { ProcessUse(pid: pid) == nil })

    let scratch = try Scratch()
    let audio = try SignalSource.shared.bytes(.init(.music, seconds: 9), as: .mp3(kilobits: 128))
    let server = try ScriptedServer { call in
      call.answer()
      call.broadcast(audio, bytesPerSecond: 64000, burst: 64000)
    }
    let player = try ProcessRunner(
      "nohup", [Radiod.path, "play", server.url, "--no-view", "--output", "wav:" + scratch.path("x.wav")],
      environment: Radiod.environment)
    #expect(ProcessRunner.eventually { !scratch.read("x.wav").isEmpty })
    player.signal(SIGHUP)
    let size = scratch.read("x.wav").count
    #expect(ProcessRunner.eventually { scratch.read("x.wav").count > size + 500_000 })
    #expect(player.terminate() == 0)
  }
}
