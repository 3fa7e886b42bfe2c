package import Pictures

/// Shows one picture in a rectangle of the screen. It knows what the terminal shows, so that a picture is sent once and
/// not with each change of the rest of the screen.
///
/// For each change of the canvas: ``place(_:in:)``, ``draw(into:)``; for each picture that is sent:
/// ``update(isScreenCleared:plain:)``, then ``before``, the renderer's bytes, and ``after``.
package struct PictureView: Sendable {
  /// What to send before the renderer's bytes: it removes the old picture. Empty when that stays.
  package private(set) var before: [UInt8] = []
  /// What to send behind the renderer's bytes: it shows the new picture. Empty when the terminal shows it.
  package private(set) var after: [UInt8] = []
  /// The way in which the terminal shows pictures; it may become `.sixel` when the terminal answers.
  package private(set) var method: PictureProtocol

  /// A picture in a rectangle that has its proportions.
  private struct Placement: Equatable {
    var picture: Picture
    var region: Region
  }

  private var cell: CellPixels?
  /// True while the terminal should be asked whether it has sixel graphics.
  private var shouldAsk: Bool
  private var hasSixel: Bool
  private var wanted: Placement?
  /// What the terminal shows by a graphics protocol.
  private var shown: Placement?
  /// The picture of `wanted` in the pixels of half blocks.
  private var blocks: Picture?
  /// True once anything was sent by a graphics protocol.
  private var hasSent = false

  /// The largest width and height in pixels at which a picture is sent.
  private static let maximumSide = 480
  /// Ends a sequence that may have been cut off (ECMA-48, 8.3.143); has no effect otherwise.
  private static let terminator = Array("\u{1B}\\".utf8)

  /// Creates a view for a terminal; `cell` is the size of its cells, if it is known. With `mayBeSixel` the terminal is
  /// asked when there is a first picture.
  package init(_ method: PictureProtocol, mayBeSixel: Bool = false, cell: CellPixels? = nil) {
    self.cell = cell
    // Sixel graphics need the size of a cell; until it is known, half blocks do.
    hasSixel = method == .sixel
    self.method = method == .sixel && cell == nil ? .halfBlocks : method
    shouldAsk = mayBeSixel && (method == .halfBlocks || method == .sixel && cell == nil)
  }

  /// True when pictures can be shown with this colour depth. Otherwise ``place(_:in:)`` has no effect.
  package func shows(with depth: ColorDepth) -> Bool { method != .none && depth >= .ansi256 }

  /// Sets the picture to show within a region; nil for none. The picture gets the largest rectangle of its proportions
  /// in the middle of the region. Nothing else may be drawn in ``rectangle`` as long as it is shown: pass nil while
  /// something else covers it.
  package mutating func place(_ picture: Picture?, in region: Region) {
    let new = picture.flatMap { picture in
      fit(picture, into: region).map { Placement(picture: picture, region: $0) }
    }
    guard new != wanted else { return }
    wanted = new
    blocks = nil
  }

  /// The rectangle that the picture covers; nil when there is none.
  package var rectangle: Region? { method == .none ? nil : wanted?.region }

  /// Draws the picture in half blocks, or blanks its rectangle for a graphics protocol.
  package mutating func draw(into canvas: inout Canvas) {
    guard let wanted, method != .none else { return }
    let region = wanted.region
    guard method == .halfBlocks else { return canvas.clear(region) }
    let picture = blocks ?? wanted.picture.scaled(width: region.columns, height: 2 * region.rows)
    blocks = picture
    for row in 0..<min(region.rows, picture.height / 2) {
      for column in 0..<min(region.columns, picture.width) {
        let style = Style.colors(Color(picture[column, 2 * row]), on: Color(picture[column, 2 * row + 1]))
        canvas.put(0x2580, row: region.row + row, column: region.column + column, style: style)
      }
    }
  }

  /// Fills ``before`` and ``after`` with what brings the terminal's graphics up to date; returns false when that is
  /// nothing.
  ///
  /// `isScreenCleared` is true when the renderer's bytes begin by erasing the whole screen
  /// (`ScreenRenderer.clearsScreen`). `plain` is the sequence of the plain style, with which a picture is erased.
  package mutating func update(isScreenCleared: Bool, plain: [UInt8]) -> Bool {
    before.removeAll(keepingCapacity: true)
    after.removeAll(keepingCapacity: true)
    if wanted != nil, shouldAsk {
      shouldAsk = false
      after += TerminalAnswers.query
    }
    let new = method == .halfBlocks || method == .none ? nil : wanted
    if isScreenCleared || new != shown {
      if hasSent { before += Self.terminator }
      if method == .kitty, hasSent { before += KittyGraphics.removal }
      if let shown, method != .kitty, !isScreenCleared { erase(shown.region, plain: plain) }
      if let new { show(new) }
      shown = new
    }
    return !before.isEmpty || !after.isEmpty
  }

  /// Receives an answer of the terminal. Returns true when pictures are shown in another way from now on, so that
  /// everything must be drawn again.
  package mutating func receive(_ answer: TerminalAnswers.Answer) -> Bool {
    switch answer {
    case .attributes(let numbers): hasSixel = hasSixel || numbers.contains(4)
    case .cell(let size): cell = cell ?? size
    }
    guard method == .halfBlocks, hasSixel, cell != nil else { return false }
    method = .sixel
    return true
  }

  /// Sets the size of a cell, which may change with the size of the screen; nil keeps it.
  package mutating func resize(cell new: CellPixels?) { cell = new ?? cell }

  /// Returns what to send before the terminal is restored; empty when no graphics were sent. Everything is sent again
  /// afterwards.
  package mutating func leave() -> [UInt8] {
    defer { shown = nil }
    guard hasSent else { return [] }
    return Self.terminator + (method == .kitty ? KittyGraphics.removal : [])
  }

  // MARK: -

  /// Returns the largest rectangle in the middle of `region` with the proportions of `picture`; nil when it is too
  /// small.
  private func fit(_ picture: Picture, into region: Region) -> Region? {
    let cell = cell ?? .default
    let columns = min(region.columns, Self.maximumSide / cell.width)
    let rows = min(region.rows, Self.maximumSide / cell.height)
    guard columns >= 2, rows >= 1 else { return nil }
    let scale = min(
      Double(columns * cell.width) / Double(picture.width), Double(rows * cell.height) / Double(picture.height))
    func cells(_ pixels: Int, of side: Int, maximum: Int) -> Int {
      min(max(Int((Double(pixels) * scale / Double(side)).rounded()), 1), maximum)
    }
    let width = cells(picture.width, of: cell.width, maximum: columns)
    let height = cells(picture.height, of: cell.height, maximum: rows)
    return Region(
      row: region.row + (region.rows - height) / 2, column: region.column + (region.columns - width) / 2, rows: height,
      columns: width)
  }

  private mutating func show(_ placement: Placement) {
    let (picture, region) = (placement.picture, placement.region)
    let cell = cell ?? .default
    let (width, height) = (region.columns * cell.width, region.rows * cell.height)
    switch method {
    case .kitty, .iterm2:
      // The terminal makes a small picture larger.
      let small = picture.scaled(width: min(width, picture.width), height: min(height, picture.height))
      after += method == .kitty ? KittyGraphics.show(small, in: region) : InlineImage.show(small, in: region)
    case .sixel: after += SixelPicture.show(picture.scaled(width: width, height: height), in: region)
    case .halfBlocks, .none: return
    }
    hasSent = true
  }

  /// Overwrites a rectangle with blanks.
  private mutating func erase(_ region: Region, plain: [UInt8]) {
    before += plain
    for row in 0..<region.rows {
      before += CursorMove.bytes(to: region, row: row)
      before += repeatElement(0x20, count: region.columns)
    }
  }
}
