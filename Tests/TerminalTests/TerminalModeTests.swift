import Terminal
import Testing

@Suite("The terminal's mode")
struct TerminalModeTests {
  @Test("after suspensions from outside, title and cursor are restored as often as they were saved")
  func suspensions() throws {
    let pty = try #require(PseudoTerminal(columns: 80, rows: 24))
    let device = try #require(TerminalDevice(input: pty.slave, output: pty.slave))
    let before = pty.mode
    var mode = TerminalMode(
      device: device,
      traits: TerminalTraits(colors: .ansi16, glyphs: .halves, hasCursorControl: true, hasTitle: true))
    try enter(&mode)
    for _ in 0..<3 {
      mode.abandon()
      try enter(&mode)
    }
    mode.leave()
    var written: [UInt8] = []
    #expect(pty.receiveRest { written += $0 })
    let text = String(decoding: written, as: UTF8.self)
    // Each is saved once before it is restored: what is saved in between would be the view's own.
    for (save, restore) in [("\u{1B}[22;0t", "\u{1B}[23;0t"), ("\u{1B}[?1049h", "\u{1B}[?1049l")] {
      let saves = text.ranges(of: save).map { ($0.lowerBound, "save") }
      let steps = saves + text.ranges(of: restore).map { ($0.lowerBound, "restore") }
      let order = steps.sorted { $0.0 < $1.0 }.map(\.1)
      #expect(order == (0..<4).flatMap { _ in ["save", "restore"] }, "\(text.debugDescription)")
    }
    #expect(pty.mode == before)
  }

  private func enter(_ mode: inout TerminalMode) throws {
    #expect(!mode.isEntered)
    let isThere = mode.enter()
    try #require(isThere)
  }
}
