import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The terminal after the program", .ownThreads, .enabled(if: TmuxScreen.isAvailable))
struct TerminalRestoreTests {
  /// An interactive shell in a terminal, from which the program is started.
  private struct Shell {
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

    /// The program's process, once its picture is there.
    func pidOfRadio() throws -> pid_t {
      #expect(screen.waits { $0.contains("► playing") && $0.contains("█") }, "\(screen.text)")
      #expect(screen.variable("alternate_on") == "1")
      #expect(screen.variable("cursor_flag") == "0")
      let text = String(decoding: folder.read("pid"), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return try #require(pid_t(text))
    }

    /// Expects the terminal to be as it was before the program started.
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

  /// The signals that end the program, and the shell's $? after each.
  static let ends: [(signal: Int32, code: Int)] = [
    (SIGTERM, 0), (SIGINT, 130), (SIGHUP, 0), (SIGSEGV, 139), (SIGABRT, 134), (SIGILL, 132), (SIGQUIT, 131),
  ]

  @Test("the terminal is as it was after q")
  func quit() throws {
    let shell = try Shell()
    try shell.run("radio; echo code=$?")
    _ = try shell.pidOfRadio()
    try shell.screen.type("q")
    #expect(shell.screen.waits { $0.contains("\ncode=0") }, "\(shell.screen.text)")
    try shell.expectRestored()
  }

  @Test("the terminal is as it was after any signal that ends the program", arguments: ends.indices)
  func signal(index: Int) throws {
    let (signal, code) = Self.ends[index]
    let shell = try Shell()
    // An interactive shell gives the terminal its own mode again after a program that a signal ended; a subshell does not.
    try shell.run("ulimit -c 0; (radio; code=$?; state left; exit $code); echo code=$?")
    let pid = try shell.pidOfRadio()
    #expect(kill(pid, signal) == 0)
    #expect(shell.screen.waits { $0.contains("\ncode=\(code)\n") }, "\(shell.screen.text)")
    #expect(shell.folder.read("left") == shell.folder.read("before"))
    try shell.expectRestored()
  }

  @Test("the terminal is as it was after Ctrl-C")
  func interrupt() throws {
    let shell = try Shell()
    try shell.run("radio; echo code=$?")
    _ = try shell.pidOfRadio()
    try shell.screen.press("C-c")
    #expect(shell.screen.waits { $0.contains("\nready>") && shell.screen.variable("alternate_on") == "0" })
    try shell.run("echo code=$?")
    #expect(shell.screen.waits { $0.contains("\ncode=130") }, "\(shell.screen.text)")
    try shell.expectRestored()
  }

  @Test("Ctrl-C also ends a loop of the shell, and q does not")
  func loop() throws {
    let shell = try Shell()
    try shell.run("clear; echo left-on-screen; while true; do radio; done")
    let first = try shell.pidOfRadio()
    try shell.screen.type("q")
    #expect(ProcessRunner.eventually { !shell.folder.read("pid").isEmpty && ProcessUse(pid: first) == nil })
    #expect(try shell.pidOfRadio() != first)
    try shell.screen.press("C-c")
    #expect(
      shell.screen.waits {
        $0.trimmingCharacters(in: .newlines).hasSuffix("\nready>") && shell.screen.variable("alternate_on") == "0"
      },
      "\(shell.screen.text)")
    try shell.run("state after; echo looked")
    #expect(shell.screen.waits { $0.contains("\nlooked") }, "\(shell.screen.text)")
    #expect(shell.folder.read("after") == shell.folder.read("before"))
  }

  @Test("Ctrl-Z returns the terminal to the shell, and fg brings the bars back")
  func suspend() throws {
    let shell = try Shell()
    try shell.run("radio; echo code=$?")
    let pid = try shell.pidOfRadio()
    for _ in 0..<2 {
      try shell.screen.press("C-z")
      #expect(
        shell.screen.waits { $0.contains("Stopped") && shell.screen.variable("alternate_on") == "0" },
        "\(shell.screen.text)")
      try shell.expectRestored()
      try shell.run("clear; echo left-on-screen; fg")
      #expect(try shell.pidOfRadio() == pid)
    }
    try shell.screen.type("q")
    #expect(shell.screen.waits { _ in shell.screen.variable("alternate_on") == "0" })
    try shell.expectRestored()
  }

  @Test("in the background the program leaves the terminal alone, and fg shows the bars")
  func background() throws {
    let shell = try Shell()
    try shell.run("radio &")
    #expect(ProcessRunner.eventually { !shell.folder.read("pid").isEmpty })
    try shell.expectRestored()
    try shell.run("fg")
    _ = try shell.pidOfRadio()
    try shell.screen.type("q")
    #expect(shell.screen.waits { _ in shell.screen.variable("alternate_on") == "0" })
    try shell.expectRestored()
  }

  @Test("the program ends with its terminal; it ignores a hang-up under nohup")
  func hangUp() throws {
    var shell: Shell? = try Shell()
    try shell?.run("radio")
    let pid = try #require(try shell?.pidOfRadio())
    shell = nil
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
