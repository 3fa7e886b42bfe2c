package import RadioModel

extension ViewPainter {
  /// What a click on the rows of text does.
  package enum ClickEffect: Equatable, Sendable {
    /// Send a command to the radio.
    case command(Command)
    /// Do what a key does where no text is typed.
    case key(Key)
  }

  /// Returns what a click on a cell does: the state pauses and goes on, the gauge of the volume sets it, and a key in the
  /// last row is that key; nil elsewhere, and while something covers the screen.
  package func effectOfClick(row: Int, column: Int) -> ClickEffect? {
    guard !showsHelp, panes?.dialog == nil else { return nil }
    let place = layout.place(ofRow: row, columns: canvas.columns)
    if row == layout.statusRow {
      return StatusRows.command(
        at: column, status, recording: recording, viewName: viewName, counters: panes?.log.counters ?? "", in: place,
        canvas
      ).map(ClickEffect.command)
    }
    if row == layout.hintRow {
      let hints = keys.hints(in: layout.focus, hasPanes: panes != nil, state: HintState(status))
      guard let label = StatusRows.key(at: column, of: hints, in: place, canvas) else { return nil }
      return keys.rows.lazy.flatMap(\.entries).first { $0.key.label == label }.map { .key($0.key) }
    }
    let hasState = row == layout.headerRow || row == layout.titleRow && layout.headerRow == nil && showsStateInTitle
    guard hasState else { return nil }
    let state = StateText(status, isUTF8: canvas.glyphs.isUTF8)
    return StatusRows.stateColumns(state, in: place, canvas).contains(column) ? .command(.toggle) : nil
  }

  /// True when the row of name and title shows the state.
  private var showsStateInTitle: Bool {
    (status.state != .playing || status.isSilent) && canvas.columns >= StatusRows.narrowestWithState
  }
}
