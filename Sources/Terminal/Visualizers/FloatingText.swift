package import RadioModel

/// The station and its title as large letters that drift in opposite directions. Each pass takes 20 s and goes
/// horizontally, vertically or along a line that is tilted up or down, at random.
package struct FloatingText: Visualizer {
  /// The pictures a second.
  package static let framesPerSecond = 30
  /// True: letters drift over the whole place.
  package static let coversScales = true
  /// The time of a pass in seconds.
  package static let passSeconds = 20.0

  /// The line along which the texts of a pass move.
  package enum Direction: CaseIterable, Sendable {
    case horizontal, vertical, tiltedUp, tiltedDown
  }

  /// The direction of the present pass.
  package private(set) var direction = Direction.horizontal
  /// The part of the pass that is over, 0…1.
  package private(set) var progress = Self.firstProgress

  private var random: PassRandom
  /// True when the name moves to the right or down, and the title to the left or up.
  private var isReversed = false
  private var lastTime: Int64?
  private var name = Lettering()
  private var title = Lettering()
  /// What the letterings are laid out for; nil when that has to be done.
  private var place: Place?
  private var raster = LetterRaster()

  private struct Place: Equatable {
    var region: Region
    var glyphs: GlyphSet
    var isVertical: Bool
  }

  /// The first pass begins here, so that the texts are in sight at once.
  private static let firstProgress = 0.3
  /// The longest time between two pictures that counts, in nanoseconds: after a pause the texts go on from where they
  /// were.
  private static let maximumStep: Int64 = 250_000_000
  /// The rise of a tilted line over the width of the region, as a share of its height.
  private static let rise = 0.35
  /// The widest line of large letters, in widths of the region: more would pass too fast to be read.
  private static let maximumWidths = 10

  /// Creates a mode without texts. `seed` decides the directions.
  package init(seed: UInt64 = .random(in: .min ... .max)) {
    random = PassRandom(state: seed)
    turn()
  }

  /// Sets the texts: the name alone when `title` is empty.
  package mutating func show(name: String, title: String) {
    if self.name.text != name { (self.name, place) = (Lettering(name), nil) }
    if self.title.text != title { (self.title, place) = (Lettering(title), nil) }
  }

  /// Receives the texts of the station that plays, and moves them while it is heard.
  package mutating func receive(
    _ spectrum: LiveSpectrum, isAudible: Bool, status: RadioStatus, region: Region, now: Int64
  ) {
    show(name: status.name, title: status.title ?? "")
    advance(to: now, isMoving: isAudible)
  }

  /// Draws the texts.
  package mutating func draw(_ picture: BarPicture, layout: BarsLayout, region: Region, into canvas: inout Canvas) {
    draw(into: &canvas, region: region)
  }

  /// Draws none.
  package func drawScales(_ picture: BarPicture, layout: BarsLayout, place: ViewLayout, into canvas: inout Canvas) {}

  /// Moves the texts to `now`, in nanoseconds of the monotonic clock, unless `isMoving` is false.
  package mutating func advance(to now: Int64, isMoving: Bool) {
    defer { lastTime = now }
    guard isMoving, let lastTime, now > lastTime else { return }
    progress += Double(min(now - lastTime, Self.maximumStep)) / 1e9 / Self.passSeconds
    if progress >= 1 {
      progress = 0
      turn()
    }
  }

  /// Chooses the direction of a pass.
  private mutating func turn() {
    let number = random.next()
    direction = Direction.allCases[Int(number % 4)]
    isReversed = number & 4 != 0
  }

  /// Draws the texts into `region`, and blanks the rest of it.
  package mutating func draw(into canvas: inout Canvas, region: Region) {
    guard region.rows > 0, region.columns > 0 else { return }
    let unit = PixelUnit(canvas.glyphs)
    let wanted = Place(region: region, glyphs: canvas.glyphs, isVertical: direction == .vertical)
    if place != wanted {
      place = wanted
      layOut(&name, in: wanted, unit)
      layOut(&title, in: wanted, unit)
    }
    raster.begin(region, unit)
    let (upper, lower) = title.isEmpty || name.isEmpty ? (0.5, 0.5) : (0.27, 0.73)
    draw(name, in: region, unit, lane: upper, isForward: isReversed, layer: .back)
    draw(title, in: region, unit, lane: lower, isForward: !isReversed, layer: .front)
    raster.draw(into: &canvas)
    drawNormal(name, in: region, lane: upper, isForward: isReversed, style: .accent, &canvas)
    drawNormal(title, in: region, lane: lower, isForward: !isReversed, style: .plain, &canvas)
  }

  /// Chooses the size of a text and divides it into lines.
  private func layOut(_ text: inout Lettering, in place: Place, _ unit: PixelUnit) {
    let region = place.region
    if text.hasLetters, region.rows * unit.down >= PixelFont.rows * unit.pixelRows,
      region.columns * unit.across >= 2 * PixelFont.rows * unit.pixelColumns
    {
      text.setLarge(columns: nil)
      var scale = Self.scale(region, unit)
      let columns = region.columns * unit.across / unit.pixelColumns
      // A word of a vertical text should fit into a line, and a horizontal text must not be too fast.
      let longest = place.isVertical ? text.longestWord : text.lineWidth / Self.maximumWidths
      while scale > 1, longest * scale > columns { scale -= 1 }
      text.scale = scale
      if place.isVertical { text.setLarge(columns: columns / scale) }
    } else {
      text.setNormal(columns: place.isVertical ? region.columns : nil, isUTF8: place.glyphs.isUTF8)
    }
  }

  /// Returns the factor by which two lines of capital letters fill the height.
  private static func scale(_ region: Region, _ unit: PixelUnit) -> Int {
    max(region.rows * unit.down / unit.pixelRows / (2 * (PixelFont.rows - 2)), 1)
  }

  /// Returns the upper left corner of a text of `width × height` in a region of `columns × rows`, all in one unit, and
  /// the rows by which its line falls for each column.
  private func corner(
    width: Double, height: Double, middle: Double, columns: Double, rows: Double, lane: Double, isForward: Bool
  ) -> (x: Double, y: Double, fall: Double) {
    let way = isForward ? progress : 1 - progress
    if direction == .vertical { return ((columns - width) / 2, (rows + height) * way - height, 0) }
    let fall =
      switch direction {
      case .tiltedUp: -Self.rise * rows / columns
      case .tiltedDown: Self.rise * rows / columns
      case .horizontal, .vertical: 0.0
      }
    return ((columns + width) * way - width, rows * lane - middle, fall)
  }

  private mutating func draw(
    _ text: Lettering, in region: Region, _ unit: PixelUnit, lane: Double, isForward: Bool, layer: LetterRaster.Layer
  ) {
    guard !text.placed.isEmpty else { return }
    let (across, down) = (unit.pixelColumns * text.scale, unit.pixelRows * text.scale)
    let columns = Double(region.columns * unit.across)
    let corner = corner(
      width: Double(text.width * across), height: Double(text.height * down),
      middle: PixelFont.middleRow * Double(down), columns: columns, rows: Double(region.rows * unit.down), lane: lane,
      isForward: isForward)
    for placed in text.placed {
      let x = corner.x + Double(placed.x * across)
      guard x < columns, x > -Double(PixelFont.rows * across) else { continue }
      let y = corner.y + Double(placed.y * down) + corner.fall * (x - columns / 2)
      raster.add(
        placed.letter, x: Int(x.rounded(.down)), y: Int(y.rounded(.down)), across: across, down: down, layer: layer)
    }
  }

  /// Draws a text of normal size.
  private func drawNormal(
    _ text: Lettering, in region: Region, lane: Double, isForward: Bool, style: Style, _ canvas: inout Canvas
  ) {
    guard !text.lines.isEmpty else { return }
    let columns = Double(region.columns)
    let corner = corner(
      width: Double(text.width), height: Double(text.height), middle: 0.5, columns: columns, rows: Double(region.rows),
      lane: lane, isForward: isForward)
    for (number, line) in text.lines.enumerated() {
      let first = Int(corner.x.rounded(.down)) + (text.width - line.columns) / 2
      let middle = min(max(Double(first) + Double(line.columns) / 2, 0), columns)
      let row = Int((corner.y + corner.fall * (middle - columns / 2)).rounded(.down)) + number
      guard 0..<region.rows ~= row, first < region.columns, first + line.columns > 0 else { continue }
      let (part, offset) = line.part(from: -first, columns: region.columns)
      canvas.write(
        part, row: region.row + row, column: region.column + offset, limit: region.columns - offset, style: style)
    }
  }
}

/// A generator of pass directions (SplitMix64).
private struct PassRandom: Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
