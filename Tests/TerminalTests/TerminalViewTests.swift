import Glibc
import RadioModel
import Spectrum
import Stations
import SystemSupport
import Terminal
import Testing

/// Views on real terminals of the kernel. They run one at a time, because signal handlers belong to the process.
@Suite("A view on a terminal", .serialized)
struct TerminalViewTests {
  private static let full = TerminalTraits(colors: .trueColor, glyphs: .eighths, hasCursorControl: true)
  /// The timeout, in nanoseconds. Nothing here takes a tenth of it.
  private static let limit: Int64 = 20_000_000_000

  /// A running view with a terminal emulator at the other end.
  private final class Run {
    let radio = FakeRadio()
    let pty: PseudoTerminal
    /// The terminal's mode before the view changes it.
    let mode: [UInt32]
    let view: TerminalView
    var screen: ScreenEmulator
    var bytes: [UInt8] = []
    private let end = OneShotValue<ViewEnd>()

    init(columns: Int, rows: Int, traits: TerminalTraits, startPane: PaneKind = .nowPlaying) throws {
      var options = ViewOptions()
      options.startPane = startPane
      pty = try #require(PseudoTerminal(columns: columns, rows: rows))
      mode = pty.mode
      view = TerminalView(radio: radio, options: options, traits: traits, input: pty.slave, output: pty.slave)
      screen = ScreenEmulator(columns: columns, rows: rows)
      Task { [view, end] in end.set(await view.runOnOwnThread()) }
    }

    /// Reads output until the screen is as wanted; false after the timeout.
    func wait(until isDone: (ScreenEmulator) -> Bool) -> Bool {
      let limit = FrameClock.now + TerminalViewTests.limit
      // Within a picture the screen is neither the old one nor the new one.
      while screen.modes.contains(2026) || !isDone(screen) {
        if FrameClock.now > limit { return false }
        receive(milliseconds: 50)
      }
      return true
    }

    func receive(milliseconds: Int32) { receive(pty.receive(milliseconds: milliseconds)) }

    private func receive(_ new: [UInt8]) {
      bytes += new
      screen.feed(new)
    }

    /// Waits for the end of the view, and reads its last output. Nil when the view does not end in time; it is stopped
    /// then.
    func finish() async -> ViewEnd? {
      guard let end = await end.wait(limit: .nanoseconds(TerminalViewTests.limit)) else {
        view.requestStop()
        return nil
      }
      _ = pty.receiveRest { receive($0) }
      return end
    }
  }

  private func shows(_ text: String) -> (ScreenEmulator) -> Bool {
    { screen in screen.lines.contains { $0.contains(text) } }
  }

  @Test("the view draws, and restores the terminal when q is pressed")
  func quits() async throws {
    let run = try Run(columns: 80, rows: 24, traits: Self.full)
    let mode = run.mode
    #expect(run.wait { shows("SomaFM Groove Salad")($0) && $0.pictures > 3 && shows("█")($0) })
    #expect(run.screen.modes == [1049, 2004, 1000, 1002, 1006])
    #expect(run.pty.mode != mode)
    run.pty.type("q")
    #expect(await run.finish() == .quitKey)
    #expect(run.pty.mode == mode)
    #expect(run.screen.modes == [7, 25])
    #expect(run.screen.faults == [])
    #expect(run.radio.commands == [])
  }

  @Test("keys become commands of the radio, and pasted text is ignored")
  func keys() async throws {
    let run = try Run(columns: 80, rows: 24, traits: Self.full)
    #expect(run.wait { $0.pictures > 0 })
    run.pty.type("+m\u{1B}[200~q n b 9\u{1B}[201~n\u{1B}[B \u{1B}[<65;9;9M\u{1B}[<64;9;9Mq")
    #expect(await run.finish() == .quitKey)
    let expected: [Command] = [
      .changeVolume(by: 5), .toggleMute, .next, .toggle, .changeVolume(by: -5), .changeVolume(by: 5),
    ]
    #expect(run.radio.commands == expected)
  }

  @Test("s, v and ? change the view")
  func viewKeys() async throws {
    let run = try Run(columns: 130, rows: 24, traits: Self.full)
    // What the log counts would have the place of the view's name.
    run.radio.with { $0.records = [] }
    #expect(run.wait(until: shows("bars stereo")))
    run.pty.type("s")
    #expect(run.wait(until: shows("bars mono")))
    run.pty.type("VV")
    #expect(run.wait(until: shows("springradio mono")))
    run.pty.type("?")
    #expect(run.wait(until: shows("show or hide this help")))
    run.pty.type("\u{1B}")
    #expect(run.wait { !shows("show or hide this help")($0) && shows("SomaFM")($0) })
    run.view.requestStop()
    #expect(await run.finish() == .stopped)
    #expect(run.screen.faults == [])
  }

  @Test("stations are found, played, searched and added with keys and the mouse; Q also stops the radio")
  func stations() async throws {
    let run = try Run(columns: 80, rows: 24, traits: Self.full, startPane: .stations)
    #expect(run.wait { shows("All stations 7")($0) && shows("►1 Stations")($0) })
    run.pty.type("/jazz")
    #expect(run.wait { shows("/ jazz")($0) && shows("3 of 7")($0) })
    run.pty.type("\r")
    #expect(run.wait { _ in run.radio.commands == [.play(.station(FakeRadio.sample[2]))] })
    run.pty.type("\u{1B}")
    #expect(run.wait(until: shows("All stations 7")))
    let row = try #require(run.screen.lines.firstIndex { $0.contains("  FIP") })
    run.pty.type("\u{1B}[<0;12;\(row + 1)M\u{1B}[<0;12;\(row + 1)m\u{1B}[<0;12;\(row + 1)M")
    #expect(run.wait { _ in run.radio.commands.last == .play(.station(FakeRadio.sample[1])) })
    run.pty.type("Sswiss\r")
    #expect(run.wait(until: shows("Radio Swiss Jazz")))
    #expect(run.radio.searches == ["swiss"])
    run.radio.with { state in
      state.change = { _ in
        throw FakeRadio.RadioError(
          description: "stations.json cannot be written: the disk is full, so nothing was changed")
      }
    }
    run.pty.type("a")
    #expect(run.wait { shows("stations.json cannot be written")($0) && shows("nothing was changed")($0) })
    #expect(run.radio.changes == [.add(FakeRadio.sampleFound[0].station)])
    run.pty.type("4")
    #expect(run.wait { shows("►4 Log")($0) && shows("CPU 1.7 %")($0) && shows("1 error, 2 warnings")($0) })
    run.pty.type("o")
    #expect(run.wait { shows("█")($0) && !shows("4 Log")($0) })
    run.pty.type("Q")
    #expect(await run.finish() == .quitAndStop)
    #expect(run.screen.faults == [])
  }

  @Test("a search that runs is cancelled when the view ends")
  func endsSearch() async throws {
    let (began, ended) = (OneShotEvent(), OneShotEvent())
    let run = try Run(columns: 80, rows: 24, traits: Self.full, startPane: .stations)
    run.radio.searchEndlessly(began: began, ended: ended)
    #expect(run.wait(until: shows("All stations 7")))
    run.pty.type("Sswiss\r")
    #expect(await began.wait(limit: .nanoseconds(Self.limit)))
    run.view.requestStop()
    #expect(await run.finish() == .stopped)
    #expect(await ended.wait(limit: .nanoseconds(Self.limit)))
  }

  @Test("the view follows a resize")
  func resizes() async throws {
    let run = try Run(columns: 80, rows: 24, traits: Self.full)
    #expect(run.wait { $0.pictures > 2 && $0.lines[23].contains("quit") })
    run.pty.resize(columns: 44, rows: 12)
    // The kernel signals only the foreground group of a controlling terminal, which this terminal is not.
    let before = run.bytes.count
    kill(getpid(), SIGWINCH)
    let clear = Array("\u{1B}[2J".utf8)
    #expect(run.wait { _ in run.bytes[before...].firstRange(of: clear) != nil })
    // What comes before is of the old size, and may be cut off: a new screen begins with the picture that clears it.
    let start = try #require(run.bytes[before...].firstRange(of: clear)).lowerBound
    run.screen = ScreenEmulator(columns: 44, rows: 12)
    run.screen.feed(Array(run.bytes[start...]))
    #expect(run.wait { $0.lines[0].hasSuffix("playing") && $0.lines[11].contains("volume 80 %") })
    run.view.requestStop()
    #expect(await run.finish() == .stopped)
    #expect(run.screen.faults == [])
  }

  @Test("the view ends when the terminal hangs up")
  func hangsUp() async throws {
    let run = try Run(columns: 80, rows: 24, traits: Self.full)
    #expect(run.wait { $0.pictures > 2 })
    run.pty.hangUp()
    #expect(await run.finish() == .terminalGone)
  }

  @Test("a dumb terminal gets lines of ASCII and no escape code")
  func dumb() async throws {
    let run = try Run(
      columns: 60, rows: 24, traits: TerminalTraits(colors: .none, glyphs: .ascii, hasCursorControl: false))
    let mode = run.mode
    var text: String { String(decoding: run.bytes, as: UTF8.self) }
    #expect(run.wait { _ in text.contains("a la carte") && text.contains { "%#".contains($0) } })
    run.pty.type("q")
    #expect(await run.finish() == .quitKey)
    #expect(run.bytes.allSatisfy { $0 == 0x0D || $0 == 0x0A || 0x20..<0x7F ~= $0 })
    #expect(text.hasPrefix("\rSomaFM Groove Salad - ?????? - ? ? (Ambient Mix) - a la carte"))
    #expect(text.contains("%") || text.contains("#"))
    #expect(run.pty.mode == mode)
  }

  @Test("the view sends nothing while nothing plays and nothing changes")
  func idles() async throws {
    let run = try Run(columns: 80, rows: 24, traits: Self.full)
    #expect(run.wait { $0.pictures > 2 })
    run.radio.status.state = .stopped
    #expect(run.wait { shows("stopped: space rejoins the station")($0) && !shows("█")($0) && !shows("▔")($0) })
    // The caps have fallen and the bars do not move, so the view has nothing more to send.
    let limit = FrameClock.now + Self.limit
    var quiet = false
    while !quiet, FrameClock.now < limit {
      let before = run.bytes.count
      run.receive(milliseconds: 600)
      quiet = run.bytes.count == before
    }
    #expect(quiet)
    run.radio.status.state = .playing
    #expect(run.wait(until: shows("█")))
    run.view.requestStop()
    #expect(await run.finish() == .stopped)
  }

  @Test("a view on a pipe ends without a terminal")
  func noTerminal() async {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let view = TerminalView(radio: FakeRadio(), traits: Self.full, input: ends[0], output: ends[1])
    #expect(view.run() == .noTerminal)
    close(ends[0])
    close(ends[1])
  }

  @Test("a terminal that accepts no more output has at most one picture waiting, and gets the rest of it later")
  func noBacklog() throws {
    let pty = try #require(PseudoTerminal(columns: 120, rows: 40))
    let device = try #require(TerminalDevice(input: pty.slave, output: pty.slave))
    #expect(device.isNonBlocking)
    var output = ScreenOutput(device: device)
    var sent: [UInt8] = []
    var pictures = 0
    while !output.isBusy, pictures < 100 {
      let picture = [UInt8](repeating: UInt8(ascii: "a") + UInt8(pictures % 26), count: 3000)
      let isThere = output.write(picture)
      #expect(isThere)
      sent += picture
      pictures += 1
    }
    #expect(output.isBusy && !output.isReady)
    // The kernel's buffers hold about 12 to 20 KB, and nothing else is between the program and the screen.
    #expect(sent.count < 100_000)
    var received: [UInt8] = []
    while received.count < sent.count {
      let new = pty.receive(milliseconds: 1000)
      if new.isEmpty { break }
      received += new
      let isThere = output.resume()
      #expect(isThere)
    }
    // Compared outside of the macro, which would look for the smallest difference.
    let isWhole = received == sent
    #expect(isWhole)
    #expect(!output.isBusy && output.isReady)
  }

  @Test(
    "the window shows station and title in its title and gets the old title back, if the terminal has titles",
    arguments: [true, false])
  func windowTitle(hasTitle: Bool) async throws {
    var traits = Self.full
    traits.hasTitle = hasTitle
    let run = try Run(columns: 80, rows: 24, traits: traits)
    var status = run.radio.status
    status.name = "Radio \u{1B}]2;x\u{7}One"
    status.title = "Artist - Song"
    run.radio.status = status
    #expect(run.wait(until: shows("Artist - Song")))
    run.pty.type("q")
    #expect(await run.finish() == .quitKey)
    let text = String(decoding: run.bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[22;0t") == hasTitle)
    #expect(text.contains("\u{1B}]2;Radio ]2;xOne: Artist - Song\u{7}") == hasTitle, "\(text.debugDescription)")
    #expect(text.hasSuffix("\u{1B}[23;0t") == hasTitle)
    #expect(text.contains("\u{1B}]") == hasTitle)
  }
}
