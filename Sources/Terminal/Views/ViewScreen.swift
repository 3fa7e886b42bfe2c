import RadioModel
import Spectrum

/// Renders successive pictures of the player's state as bytes for the terminal.
package struct ViewScreen {
  /// The bytes of the latest picture.
  package var bytes: [UInt8] {
    let picture = lines?.bytes ?? renderer.bytes
    return titleBytes.isEmpty ? picture : titleBytes + picture
  }
  /// The appropriate number of pictures per second at present.
  package private(set) var pace: Int

  private let radio: any ViewedRadio
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
  /// True when the title may have to be sent with the next picture.
  private var isTitleDue = true
  private var statusDue: Int64 = 0
  private var flash: (text: String, until: Int64)?
  private var wantedFlash: String?

  /// The initial size, when the terminal does not report its own.
  private static let usualSize = (columns: 80, rows: 24)
  /// The number of pictures per second when only the clock moves.
  private static let idlePace = 4
  /// The number of pictures per second on a terminal that accepts only lines.
  private static let linePace = 10
  /// The interval at which the player's state is read, in nanoseconds.
  private static let statusInterval: Int64 = 100_000_000
  /// The display time of a short text, in nanoseconds.
  private static let flashDuration: Int64 = 1_200_000_000

  /// Creates a screen of 80 × 24, until `redraw(size:)` sets the true size.
  package init(radio: any ViewedRadio, options: ViewOptions, traits: TerminalTraits) {
    self.radio = radio
    self.options = options
    let size = Self.usualSize
    painter = ViewPainter(columns: size.columns, rows: size.rows, glyphs: traits.glyphs)
    themes = options.themes
    theme = themes.theme(station: "")
    depth = traits.colors
    renderer = ScreenRenderer(palette: Palette(depth: depth, theme: theme))
    painter.take(theme, depth: renderer.palette.depth)
    lines = traits.hasCursorControl ? nil : LinePicture()
    title = traits.hasTitle ? WindowTitle(isUTF8: traits.glyphs.isUTF8) : nil
    // A line has no gaps between its bars.
    let bands = options.bands ?? (traits.hasCursorControl ? nil : SpectrumConstants.defaultBands)
    spectrum = LiveSpectrum(meter: radio.makeMeter(), options: options.spectrum, requestedBands: bands)
    if let mode = options.visualizer { spectrum.mode = mode }
    painter.mode = spectrum.mode
    pace = traits.hasCursorControl ? options.framesPerSecond : Self.linePace
    redraw(size: size)
  }

  /// Makes the next picture complete, for a screen of this size; nil keeps the size.
  package mutating func redraw(size: (columns: Int, rows: Int)?) {
    if let size, (size.columns, size.rows) != (painter.canvas.columns, painter.canvas.rows) {
      painter.resize(columns: size.columns, rows: size.rows)
    }
    renderer.invalidate()
    title?.forget()
    isTitleDue = true
    spectrum.columns = lines == nil ? painter.layout.bars.columns : max(painter.canvas.columns - 1, 1)
  }

  /// Makes the next picture read the player's state.
  package mutating func refreshSoon() { statusDue = 0 }

  /// Carries out the effect of a key on the view.
  package mutating func apply(_ action: KeyAction) {
    switch action {
    case .toggleStereo:
      spectrum.toggleStereo()
      wantedFlash = spectrum.options.channels == .stereo ? "stereo" : "mono"
    case .stepVisualizer(let steps):
      spectrum.mode = spectrum.mode.stepped(by: steps)
      painter.mode = spectrum.mode
      wantedFlash = spectrum.mode.rawValue
    case .moved(let text): wantedFlash = text
    case .nextTheme:
      themes.step()
      applyTheme()
      wantedFlash = themes.name
    case .toggleHelp: painter.showsHelp.toggle()
    case .hideHelp: painter.showsHelp = false
    case .command, .redraw, .quit: break
    }
  }

  /// Renders the picture for `now`, in nanoseconds of the monotonic clock. Returns true when there is something to
  /// send.
  package mutating func update(now: Int64) -> Bool {
    if now >= statusDue {
      statusDue = now + Self.statusInterval
      take(radio.status)
    }
    let hasSound = spectrum.update(now: now)
    if lines == nil {
      painter.takeSound(of: spectrum, isAudible: hasSound)
      let isMoving = hasSound || !spectrum.picture.isFlat || painter.isMoving
      pace = isMoving ? spectrum.mode.framesPerSecond(bars: options.framesPerSecond) : Self.idlePace
    }
    if let text = wantedFlash {
      flash = (text, now + Self.flashDuration)
      wantedFlash = nil
    }
    if let until = flash?.until, until < now { flash = nil }
    if lines != nil {
      return lines?.update(painter.status, picture: spectrum.picture, bars: spectrum.layout) ?? false
    }
    painter.flash = flash?.text
    painter.viewName = spectrum.mode.rawValue + (spectrum.isStereo ? " stereo" : " mono")
    if painter.paint(spectrum.picture, bars: spectrum.layout) { renderer.invalidate() }
    titleBytes = isTitleDue ? title?.bytes(for: painter.status) ?? [] : []
    isTitleDue = false
    return renderer.render(painter.canvas) || !titleBytes.isEmpty
  }

  private mutating func applyTheme() {
    let new = themes.theme(station: painter.status.name)
    guard new != theme else { return }
    theme = new
    renderer.palette = Palette(depth: depth, theme: theme)
    painter.take(theme, depth: renderer.palette.depth)
  }

  private mutating func take(_ new: RadioStatus) {
    // Where no row shows the volume, show its changes for a moment.
    let old = painter.status
    if painter.layout.statusRow == nil, new.volume != old.volume || new.isMuted != old.isMuted {
      wantedFlash = new.isMuted ? "muted" : "volume \(new.volume) %"
    }
    painter.show(new)
    applyTheme()
    isTitleDue = true
  }
}
