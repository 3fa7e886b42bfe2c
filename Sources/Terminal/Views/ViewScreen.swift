import Bytes
import Pictures
package import RadioModel
import Spectrum

/// Renders successive pictures of the player's state as bytes for the terminal.
package struct ViewScreen {
  /// The bytes of the latest picture.
  package var bytes: [UInt8] {
    if let lines { return lines.bytes }
    if titleBytes.isEmpty, copied.isEmpty, !hasGraphics { return renderer.bytes }
    let (before, after) = painter.picture.map { ($0.view.before, $0.view.after) } ?? ([], [])
    return titleBytes + copied + before + renderer.bytes + after
  }
  /// The appropriate number of pictures per second at present.
  package private(set) var pace: Int
  /// The changes and searches of the listener.
  let requests: RadioRequests

  private let radio: any RadioService
  private let options: ViewOptions
  private let depth: ColorDepth
  private var spectrum: LiveSpectrum
  private var painter: ViewPainter
  private var renderer: ScreenRenderer
  private var lines: LinePicture?
  private var title: WindowTitle?
  private var themes: ThemeChoice
  private var theme: Theme
  private var titleBytes: [UInt8] = []
  /// True when bytes of a graphics protocol belong to the latest picture.
  private var hasGraphics = false
  /// What `applyTheme()` took into account last.
  private var themedFor: ThemeBasis?
  /// What the painter's `viewName` says.
  private var named: (mode: VisualizerMode, isStereo: Bool)?
  private var statusDue: Int64 = 0
  private var flash = Flash()
  /// The last notice of the radio that was shown, or was there before the view.
  private var lastNotice: RadioNotice?
  /// What the next picture, and the latest one, makes the terminal copy.
  private var (copying, copied): ([UInt8], [UInt8]) = ([], [])
  private let hasClipboard: Bool
  /// What the view began with.
  private var begun = RememberedView()
  private var clicks = ClickTimer()
  private var caption = TitleCaption()
  private var performanceDue: Int64 = 0
  private var recordingNews = RecordingNews()
  /// The numbers of pictures that were drawn and skipped.
  private var pictures = (drawn: 0, skipped: 0)

  /// The inputs from which the theme is chosen.
  private struct ThemeBasis: Equatable {
    var choice: String
    var station: String
    var color: Color?
  }

  /// The initial size, when the terminal does not report its own.
  private static let defaultSize = (columns: 80, rows: 24)
  /// The number of pictures per second when only the clock moves.
  private static let idlePace = 4
  /// The number of pictures per second on a terminal that accepts only lines.
  private static let linePace = 10
  /// The interval at which the player's state is read, in nanoseconds.
  private static let statusInterval: Int64 = 100_000_000
  /// The interval at which the line about the machine is written, in nanoseconds.
  private static let performanceInterval: Int64 = 1_000_000_000

  /// Creates a screen of 80 × 24, until `redraw(size:)` sets the true size. `wake` is called on any thread when there is
  /// something to draw that no key caused.
  package init(
    radio: any RadioService, options: ViewOptions, traits: TerminalTraits, picture: StationPicturePane? = nil,
    wake: @escaping @Sendable () -> Void = {}
  ) {
    self.radio = radio
    self.options = options
    requests = RadioRequests(of: radio, wake: wake)
    let size = Self.defaultSize
    painter = ViewPainter(columns: size.columns, rows: size.rows, glyphs: traits.glyphs)
    lastNotice = radio.lastNotice
    themes = options.themes
    theme = themes.theme(station: "")
    depth = traits.colors
    hasClipboard = traits.hasClipboard
    renderer = ScreenRenderer(palette: Palette(depth: depth, theme: theme))
    painter.apply(theme, depth: renderer.palette.depth)
    lines = traits.hasCursorControl ? nil : LinePicture(keys: options.keys)
    title = traits.hasTitle ? WindowTitle(isUTF8: traits.glyphs.isUTF8) : nil
    // A line has no gaps between its bars.
    let bands = options.bands ?? (traits.hasCursorControl ? nil : SpectrumConstants.defaultBands)
    let meter = radio.makeMeter()
    spectrum = LiveSpectrum(
      meter: options.delayMilliseconds > 0 ? DelayedMeter(meter, milliseconds: options.delayMilliseconds) : meter,
      options: options.spectrum, requestedBands: bands)
    if let mode = options.visualizer { spectrum.mode = mode }
    painter.mode = spectrum.mode
    painter.keys = options.keys
    pace = traits.hasCursorControl ? options.framesPerSecond : Self.linePace
    painter.picture = lines == nil ? picture : nil
    // A terminal that accepts only lines has no place for panes.
    if lines == nil { painter.show(PaneSet(focus: options.startPane, widths: options.widths, keys: options.keys)) }
    begun = present
    redraw(size: size)
  }

  /// What the listener changed since the view began.
  package var changes: RememberedView { present.changes(since: begun) }

  private var present: RememberedView {
    var view = RememberedView()
    view.theme = themes.name
    view.visualizer = spectrum.mode
    view.isStereo = spectrum.options.channels == .stereo
    // A view that begins elsewhere, as that of `play`, says nothing of where others begin.
    if options.remembersPane { view.pane = painter.panes?.arrangement.focus }
    view.widths = painter.panes?.arrangement.widths
    return view
  }

  /// Makes the next picture complete, for a screen of this size; nil keeps the size.
  package mutating func redraw(size: (columns: Int, rows: Int)?) {
    if let size, (size.columns, size.rows) != (painter.canvas.columns, painter.canvas.rows) {
      painter.resize(columns: size.columns, rows: size.rows)
    }
    renderer.invalidate()
    title?.forget()
    fitSpectrum()
  }

  private mutating func fitSpectrum() {
    if lines != nil {
      spectrum.columns = max(painter.canvas.columns - 1, 1)
    } else if painter.layout.spectrumColumns > 0 {
      spectrum.isSmall = painter.layout.bars.rows == 0
      spectrum.columns = painter.layout.spectrumColumns
    }
  }

  /// Makes the next picture read the player's state.
  package mutating func refreshSoon() { statusDue = 0 }

  /// Records that a picture was not drawn because the terminal or the machine was busy.
  package mutating func countSkipped(_ count: Int) { pictures.skipped += count }

  /// Renders the picture for `now`, in nanoseconds of the monotonic clock. Returns true when there is something to
  /// send.
  package mutating func update(now: Int64) -> Bool {
    receiveOutcomes()
    if now >= statusDue {
      statusDue = now + Self.statusInterval
      update(radio.status, now: now)
    }
    pictures.drawn += 1
    if lines != nil {
      _ = spectrum.update(now: now)
      return lines?.update(painter.status, picture: spectrum.picture, bars: spectrum.layout) ?? false
    }
    updateBars(now: now)
    // A notice that lasts has a place of its own.
    painter.flash = flash.text(now: now).flatMap { $0 == painter.status.notice ? nil : $0 }
    painter.caption = caption.update(painter.status, isAlone: painter.layout.isAlone, now: now)
    let view = (mode: spectrum.mode, isStereo: spectrum.isStereo)
    if named.map({ $0 != view }) ?? true {
      named = view
      painter.viewName = view.mode.rawValue + (view.mode.hasChannels ? view.isStereo ? " stereo" : " mono" : "")
    }
    if painter.paint(spectrum.picture, bars: spectrum.layout) { renderer.invalidate() }
    (copied, copying) = (copying, [])
    titleBytes = title?.bytes(for: painter.status) ?? []
    let hasChanged = renderer.render(painter.canvas) || !titleBytes.isEmpty || !copied.isEmpty
    hasGraphics = updatePicture()
    return hasGraphics || hasChanged
  }

  /// Brings a picture that the terminal shows by a graphics protocol up to date. Returns true when something is to be
  /// sent for that.
  private mutating func updatePicture() -> Bool {
    guard let plain = renderer.palette.sequences.first else { return false }
    return painter.picture?.view.update(isScreenCleared: renderer.clearsScreen, plain: plain) ?? false
  }

  /// Receives an answer of the terminal about its graphics.
  package mutating func receive(_ answer: TerminalAnswers.Answer) {
    if painter.receive(answer) { redraw(size: nil) }
  }

  /// Takes the size of the terminal's cells; nil when it is not known.
  package mutating func resize(cell: CellPixels?) { painter.resize(cell: cell) }

  /// Returns what removes the picture before the terminal is restored; empty when there is none.
  package mutating func leavePicture() -> [UInt8] { painter.picture?.view.leave() ?? [] }

  /// Measures the sound and sets the pace. Without bars on the screen there is nothing to measure.
  private mutating func updateBars(now: Int64) {
    guard painter.layout.spectrumColumns > 0 else {
      pace = Self.idlePace
      return
    }
    fitSpectrum()
    let hasSound = spectrum.update(now: now)
    painter.takeSound(of: spectrum, isAudible: hasSound, now: now)
    let isMoving = hasSound || !spectrum.picture.isFlat || painter.isMoving
    pace = isMoving ? min(options.framesPerSecond, painter.framesPerSecond) : Self.idlePace
  }

  private mutating func applyTheme() {
    let color = painter.picture?.picture?.color
    let basis = ThemeBasis(choice: themes.name, station: painter.status.name, color: color.map(Color.init))
    guard basis != themedFor else { return }
    themedFor = basis
    let new = themes.theme(station: basis.station, color: basis.color, depth: depth)
    guard new != theme else { return }
    theme = new
    renderer.palette = Palette(depth: depth, theme: theme)
    painter.apply(theme, depth: renderer.palette.depth)
  }

  private mutating func update(_ new: RadioStatus, now: Int64) {
    // Where no row shows the volume, show its changes for a moment.
    let old = painter.status
    if painter.layout.statusRow == nil, new.volume != old.volume || new.isMuted != old.isMuted {
      flash.show(new.isMuted ? "muted" : "volume \(new.volume) %")
    }
    if let notice = radio.lastNotice, notice != lastNotice {
      lastNotice = notice
      flash.show(CleanText.singleLine(notice.text), isNotice: true)
    }
    painter.show(new)
    if new.recordings > 0 || recordingNews.isWaiting || !painter.recording.isEmpty {
      let recordings = radio.recordingList
      for text in recordingNews.update(recordings) { flash.show(text) }
      painter.recording = RecordingNews.text(of: recordings)
    }
    if painter.picture != nil { painter.takePicture(of: new, stations: radio.stations.stations) }
    if lines == nil {
      painter.changePanes { [radio] panes in
        panes.update(new)
        panes.update(radio)
      }
      if painter.layout.panes.contains(where: { $0.pane == .titles }) {
        painter.changePanes { [radio] in $0.updateTimeShift(of: radio, now: now) }
      }
      if now >= performanceDue, painter.layout.panes.contains(where: { $0.pane == .log }) {
        performanceDue = now + Self.performanceInterval
        let line = PerformanceLine.text(
          radio.figures, buffered: new.buffered, drawn: pictures.drawn, skipped: pictures.skipped)
        painter.changePanes { $0.update(performance: line) }
      }
    }
    applyTheme()
  }
}

extension ViewScreen {
  /// What a key wants to be done outside of the view.
  package enum Effect: Equatable, Sendable {
    /// Send a command to the radio.
    case command(Command)
    /// Draw the whole screen again.
    case redraw
    /// End the view for this reason.
    case end(ViewEnd)
  }

  /// Handles what the listener did at `now`, in nanoseconds of the monotonic clock. Returns what is to be done outside.
  package mutating func handle(_ input: TerminalInput, now: Int64) -> [Effect] {
    let focus = painter.layout.focus
    switch input {
    case .paste(let text):
      painter.changePanes { $0.paste(text, focus: focus) }
      return []
    case .mouse(let event): return handle(event, now: now)
    case .key(let key):
      if let effects = painter.changePanes({ $0.type(key, focus: focus) }) ?? nil { return carryOut(effects) }
      if painter.showsHelp, scrollHelp(key) { return [] }
      guard let action = options.keys.action(of: key, in: focus) else {
        flash.show(options.keys.sentence(ofUnused: key))
        return []
      }
      return perform(action)
    }
  }

  private mutating func handle(_ event: MouseEvent, now: Int64) -> [Effect] {
    let isDouble = event.kind == .press && clicks.press(event, now: now)
    let (layout, columns) = (painter.layout, painter.canvas.columns)
    let effects =
      painter.changePanes { $0.handle(event, isDouble: isDouble, layout: layout, columns: columns) } ?? nil
    if let effects { return carryOut(effects) }
    switch event.kind {
    case .wheelUp: return [.command(.changeVolume(by: KeyMap.volumeStep))]
    case .wheelDown: return [.command(.changeVolume(by: -KeyMap.volumeStep))]
    case .press:
      switch painter.effectOfClick(row: event.row, column: event.column) {
      case .command(let command): return [.command(command)]
      // Not the key itself: it would be typed into an open filter.
      case .key(let key): return options.keys.action(of: key, in: layout.focus).map { perform($0) } ?? []
      case nil: return []
      }
    case .drag, .release: return []
    }
  }

  /// The number of lines that a page of the list of keys moves.
  private static let helpPage = 4
  /// More lines than the list of keys has.
  private static let helpLimit = 10_000

  /// Moves the list of keys. Returns false for other keys.
  private mutating func scrollHelp(_ key: Key) -> Bool {
    switch options.keys.action(of: key, in: .stations) {
    case .move(.first): painter.scrollHelp(by: -Self.helpLimit)
    case .move(.last): painter.scrollHelp(by: Self.helpLimit)
    case .move(.up): painter.scrollHelp(by: -1)
    case .move(.down): painter.scrollHelp(by: 1)
    case .move(.halfPageUp), .move(.pageUp): painter.scrollHelp(by: -Self.helpPage)
    case .move(.halfPageDown), .move(.pageDown): painter.scrollHelp(by: Self.helpPage)
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: ViewAction) -> [Effect] {
    switch action {
    case .command(.seek(let seek)):
      guard let refusal = painter.status.refusal(of: seek) else { return [.command(.seek(seek))] }
      flash.show(refusal)
    case .command(let command): return [.command(command)]
    case .redraw: return [.redraw]
    // Many programs close their help with the key that ends them.
    case .quit where painter.showsHelp, .close where painter.showsHelp: painter.showsHelp = false
    case .quit: return [.end(.quitKey)]
    case .quitAndStop: return [.end(.quitAndStop)]
    case .toggleStereo:
      spectrum.toggleStereo()
      flash.show(spectrum.options.channels == .stereo ? "stereo" : "mono")
    case .stepVisualizer(let steps):
      spectrum.mode = spectrum.mode.stepped(by: steps)
      painter.mode = spectrum.mode
      flash.show(spectrum.mode.rawValue)
    case .nextTheme:
      themes.step()
      applyTheme()
      flash.show(themes.name)
    case .toggleHelp: painter.showsHelp.toggle()
    case .move, .open, .stepPane, .showPane, .fold, .unfold, .resizeList, .filter, .search, .toggleFavourite,
      .playRandom, .copyTitle, .keepTitle, .add, .edit, .editTags, .delete, .stepLevel, .toggleAlone, .close:
      return performInPanes(action)
    }
    return []
  }

  private mutating func performInPanes(_ action: ViewAction) -> [Effect] {
    let focus = painter.layout.focus
    let effects = painter.changePanes { $0.perform(action, focus: focus) } ?? nil
    if let panes = painter.panes, !panes.arrangement.isAlone, painter.layout.focus != panes.arrangement.focus {
      flash.show("the window is too small for lists")
    }
    return carryOut(effects ?? (action == .keepTitle ? [.keep(nil)] : []))
  }

  private mutating func carryOut(_ effects: [PaneEffect]) -> [Effect] {
    var outside: [Effect] = []
    for effect in effects {
      switch effect {
      case .command(let command): outside.append(.command(command))
      case .change(let change): requests.change(change)
      case .search(let words):
        painter.changePanes { $0.beginSearch(words) }
        requests.search(words)
      case .copy(let text): copy(text)
      case .keep(let title): requests.keep(title: title?.id, hasEnded: radio.hasEnded(title))
      case .say(let text): flash.show(text)
      case .ask: break  // the panes show it
      }
    }
    return outside
  }

  /// Makes the terminal copy `text` with the next picture.
  private mutating func copy(_ text: String) {
    copying = hasClipboard ? Clipboard.bytes(for: text) : []
    // Whether the terminal copies it is not known.
    flash.show(copying.isEmpty ? "this terminal copies no text" : "sent to the clipboard: \(Clipboard.text(for: text))")
  }

  /// Shows what became of changes, titles and searches.
  private mutating func receiveOutcomes() {
    for outcome in requests.receive() {
      switch outcome {
      case .change(let text), .keepFailed(let text): flash.show(text)
      case .keep(let recording, let hasEnded): flash.show(recordingNews.begin(recording, hasEnded: hasEnded))
      case .search(let found): painter.changePanes { $0.endSearch(found) }
      case .moved, .notMoved: break  // the view sends its moves as commands
      }
    }
  }
}
