import Glibc
import Hooks
import RadioModel
import TestSupport
import Testing

@Suite("Programs that run for titles and states", .serialized, .timeLimit(.minutes(1 * TestTime.waitScale)))
struct HookRunTests {
  private static let hostile = "$(touch evil)`touch evil`\n;touch evil & 'x' \"y\""

  @Test("a hostile title reaches the program as text, and no shell sees it")
  func hostileTitle() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script(
      #"printf '%s|%s|%s\n' "$RADIO_TITLE" "$RADIO_EVENT" "$SPRINGRADIO_X" >>out"#)
    let hooks = fixture.hooks(HookPrograms(title: program))
    hooks.update(HookFixture.status(Self.hostile), source: nil)
    fixture.waits("the program ran") { fixture.text("out").hasSuffix("\n") }
    #expect(fixture.text("out") == "$(touch evil)`touch evil` ;touch evil & 'x' \"y\"|title|\n")
    #expect(access(fixture.folder.path("evil"), F_OK) != 0)
    await hooks.stop()
  }

  @Test("a program has empty input, no descriptors of the radio, no blocked signals and a process group of its own")
  func isolation() async throws {
    let fixture = try HookFixture()
    let leaked = open("/dev/null", O_RDONLY)  // without the flag that closes it
    defer { close(leaked) }
    let program = try fixture.script(
      """
      readlink /proc/self/fd/0 >>part
      ls /proc/self/fd | tr '\\n' ' ' >>part; echo >>part
      sed -n 's/^SigBlk:.//p; s/^SigIgn:.//p' /proc/self/status | cut -c 9- >>part
      [ "$(cut -d ' ' -f 5 /proc/$$/stat)" = $$ ] && echo own >>part
      cat && mv part out
      """)
    let hooks = fixture.hooks(HookPrograms(title: program))
    hooks.update(HookFixture.status("A - B"), source: nil)
    fixture.waits("the program ran") { access(fixture.folder.path("out"), F_OK) == 0 }
    let lines = fixture.text("out").split(separator: "\n").map(String.init)
    // `ls` itself opens the folder. Of the signals, the last 31 bits are those that programs use.
    let signals = lines.dropFirst(2).prefix(2).compactMap { UInt32($0, radix: 16) }
    #expect(lines.count == 5 && lines.first == "/dev/null" && lines.last == "own", "\(lines)")
    #expect(lines.dropFirst().first == "0 1 2 3 ", "\(lines)")
    #expect(signals.map { $0 & 0x7FFF_FFFF } == [0, 0], "\(lines)")
    await hooks.stop()
  }

  @Test("one program runs at a time, and of titles that come meanwhile the newest is next")
  func oneAtATime() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script(
      """
      exec 9>lock
      flock -n 9 || echo twice >>out
      echo "$RADIO_TITLE" >>out
      while [ ! -e go ]; do sleep 0.02; done
      """)
    let hooks = fixture.hooks(HookPrograms(title: program, state: program))
    hooks.update(HookFixture.status("0"), source: nil)
    fixture.waits("the first runs") { !fixture.text("out").isEmpty }
    for number in 1...500 { hooks.update(HookFixture.status("\(number)"), source: nil) }
    try fixture.folder.write("", as: "go")
    fixture.waits("the newest runs") { fixture.text("out").contains("500\n") }
    await hooks.stop()
    let lines = fixture.text("out").split(separator: "\n")
    #expect(lines.count <= 4 && !lines.contains("twice"), "\(lines)")
  }

  @Test("a title or a state that is reported again starts no program")
  func reportedAgain() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script(#"echo "$RADIO_EVENT $RADIO_STATE" >>out"#)
    let hooks = fixture.hooks(HookPrograms(title: program, state: program))
    hooks.update(HookFixture.status("A - B"), source: nil)
    fixture.waits("both ran") { fixture.text("out") == "state playing\ntitle playing\n" }
    hooks.update(HookFixture.status("A - B"), source: nil)
    var stopped = HookFixture.status("A - B")
    stopped.state = .stopped
    hooks.update(stopped, source: nil)
    fixture.waits("the next state ran") { fixture.text("out").hasSuffix("state stopped\n") }
    #expect(fixture.text("out") == "state playing\ntitle playing\nstate stopped\n")
    await hooks.stop()
  }

  @Test("a listener who goes back, who returns, and who pauses and goes on starts no program of a title")
  func wentBack() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script(#"echo "$RADIO_TITLE" >>out"#)
    let hooks = fixture.hooks(HookPrograms(title: program))
    let heard: [(title: String?, isNews: Bool)] = [
      ("X - 1", true), ("X - 2", true), ("X - 1", false), (nil, false), ("X - 1", false), ("X - 2", false),
      ("X - 2", true), ("X - 3", true),
    ]
    for (title, isNews) in heard {
      hooks.update(HookFixture.status(title), source: nil, titleIsNews: isNews)
      if isNews, let song = title?.last {
        fixture.waits("the program ran") { fixture.text("out").hasSuffix("\(song)\n") }
      }
    }
    var snapshot = TunerSnapshot()
    (snapshot.name, snapshot.title, snapshot.isPaused, snapshot.isHeld) = ("Radio A", "X - 4", true, true)
    hooks.update(RadioStatus(snapshot, event: 0), source: nil, titleIsNews: snapshot.titleIsNews)
    (snapshot.state, snapshot.isPaused, snapshot.isHeld) = (.playing, false, false)
    hooks.update(RadioStatus(snapshot, event: 0), source: nil, titleIsNews: snapshot.titleIsNews)
    fixture.waits("what was chosen while paused is heard") { fixture.text("out").hasSuffix("4\n") }
    #expect(fixture.text("out") == "1\n2\n3\n4\n")
    await hooks.stop()
  }

  @Test("a program that hangs is ended with all of its processes after the limit, also one that ignores SIGTERM")
  func hanging() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script(
      """
      trap '' TERM
      sleep 600 & echo $! >>pids
      (trap - TERM; exec sleep 600) & echo $! >>pids
      echo $$ >>pids
      for tenth in $(seq 6000); do sleep 0.1; echo >>tenths; done
      """)
    let hooks = fixture.hooks(HookPrograms(title: program), limit: .milliseconds(1500))
    hooks.update(HookFixture.status("A - B"), source: nil)
    fixture.waits("it is reported") { fixture.log.count("did not end within") == 1 }
    // Its clock is the program's own: each line stands for a tenth of a second or more of the 1.5 s and the second more.
    #expect(fixture.folder.size("tenths") <= 50, "\(fixture.folder.size("tenths"))")
    let processes = fixture.text("pids").split(separator: "\n").compactMap { pid_t($0) }
    #expect(processes.count == 3)
    fixture.waits("all are gone") { !processes.contains(where: HookFixture.runs) }
    hooks.update(HookFixture.status("C - D"), source: nil)
    fixture.waits("the next title runs it again") { fixture.log.count("did not end within") == 2 }
    #expect(fixture.log.count("warning: ") == 1, "only the first failure is a warning: \(fixture.log.lines)")
    await hooks.stop()
  }

  @Test("processes that a program leaves behind may go on until its limit, and not longer")
  func leftBehind() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script(
      """
      (sleep 0.3; echo late >>out) >/dev/null 2>&1 &
      sleep 600 >/dev/null 2>&1 & echo $! >>pids
      """)
    let hooks = fixture.hooks(HookPrograms(title: program), limit: .seconds(3))
    hooks.update(HookFixture.status("A - B"), source: nil)
    fixture.waits("the short one ends by itself") { fixture.text("out") == "late\n" }
    let process = try #require(pid_t(fixture.text("pids").dropLast()))
    fixture.waits("the long one is ended") { !HookFixture.runs(process) }
    #expect(fixture.log.count("warning: ") == 0, "\(fixture.log.lines)")
    await hooks.stop()
  }

  @Test("a flood of output costs little, and the log gets its first lines")
  func flood() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script("echo started\nexec yes 'a line of many'")
    let hooks = fixture.hooks(HookPrograms(title: program), limit: .milliseconds(1500))
    let before = ProcessorTime.seconds
    hooks.update(HookFixture.status("A - B"), source: nil)
    fixture.waits("it is ended") { fixture.log.count("did not end within") == 1 }
    let used = ProcessorTime.seconds - before
    #expect(used < 0.5, "it took \(used) s of a processor")
    #expect(fixture.log.count("info: onTitle: started") == 1)
    #expect(fixture.log.count("a line of many") == 19 && fixture.log.count("(more output is left out)") == 1)
    await hooks.stop()
  }

  @Test("a failing program is a warning once, until it has worked again; so is a file that is not a program")
  func failures() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script(#"echo "$RADIO_TITLE" >>out; [ "$RADIO_TITLE" = good ] || exit 3"#)
    let hooks = fixture.hooks(HookPrograms(title: program))
    for (number, title) in ["one", "two", "good", "three"].enumerated() {
      hooks.update(HookFixture.status(title), source: nil)
      fixture.waits("\(title) ran") { fixture.text("out").split(separator: "\n").count == number + 1 }
      fixture.waits("\(title) is done") { fixture.log.count("exit code 3") == [1, 2, 2, 3][number] }
    }
    #expect(fixture.log.count("warning: onTitle: \(program.path) failed with exit code 3") == 2)
    await hooks.stop()
    let text = try fixture.folder.write("echo a shell would run this >>out2\n", as: "text")
    chmod(text, 0o700)
    let other = fixture.hooks(HookPrograms(title: try HookProgram(text, home: nil)))
    other.update(HookFixture.status("A - B"), source: nil)
    fixture.waits("it is reported") { fixture.log.count("cannot be started: Exec format error") == 1 }
    await other.stop()
  }

  @Test("at the end the program of the last state runs, and one that hangs is ended before it has run for 1.8 s more")
  func end() async throws {
    let fixture = try HookFixture()
    let program = try fixture.script(#"echo "$RADIO_EVENT $RADIO_STATE" >>out"#)
    let hooks = fixture.hooks(HookPrograms(state: program))
    hooks.update(HookFixture.status("A - B"), source: nil)
    fixture.waits("it plays") { fixture.text("out") == "state playing\n" }
    await hooks.stop()
    #expect(fixture.text("out") == "state playing\nstate stopped\n")

    let hanging = try fixture.script(
      "trap '' TERM; echo $$ >pid; while [ ! -e stop ]; do sleep 0.1; done; while :; do sleep 0.1; echo >>tenths; done",
      as: "hanging")
    let others = fixture.hooks(HookPrograms(title: hanging, state: program))
    others.update(HookFixture.status("A - B"), source: nil)
    fixture.waits("it hangs") { fixture.folder.size("pid") > 0 }
    try fixture.folder.write("", as: "stop")
    await others.stop()
    // Its clock is the program's own: each line stands for a tenth of a second or more.
    #expect(fixture.folder.size("tenths") <= 18, "\(fixture.folder.size("tenths"))")
    let states = String(repeating: "state playing\nstate stopped\n", count: 2)
    #expect(fixture.text("out") == states, "the program of the last state does not wait for that of a title")
    #expect(try !HookFixture.runs(#require(pid_t(fixture.text("pid").dropLast()))))
  }
}
