/// Two layers of large letters over a region. Keeps its memory from picture to picture.
struct LetterRaster: Sendable {
  /// A layer of letters.
  enum Layer: Int, Sendable {
    /// Behind the other one.
    case back
    /// Before the other one.
    case front
  }

  /// The quarters of each cell that are filled: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right of the back
  /// layer, and the same in bits 4…7 of the front layer.
  private var filled: [UInt8] = []
  private var region = Region(row: 0, column: 0, rows: 0, columns: 0)
  private var unit = PixelUnit(.eighths)

  /// The characters for filled quarters (Unicode, Block Elements).
  private static let quarters: [UInt32] = [
    0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B, 0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599,
    0x259F, 0x2588,
  ]

  /// Empties both layers, over `region`.
  mutating func begin(_ region: Region, _ unit: PixelUnit) {
    (self.region, self.unit) = (region, unit)
    let count = region.rows * region.columns
    if filled.count != count {
      filled = [UInt8](repeating: 0, count: count)
    } else {
      for index in filled.indices { filled[index] = 0 }
    }
  }

  /// Adds a letter whose upper left corner is at the dot (x, y) and whose pixels are `across × down` dots. What lies
  /// outside of the region is cut.
  mutating func add(_ letter: PixelLetter, x: Int, y: Int, across: Int, down: Int, layer: Layer) {
    let (columns, rows) = (region.columns * unit.across, region.rows * unit.down)
    let shift = UInt8(layer.rawValue * 4)
    for row in 0..<PixelFont.rows {
      let (top, bottom) = (max(y + row * down, 0), min(y + (row + 1) * down, rows))
      var bits = PixelFont.row(of: letter.pixels, row)
      guard top < bottom, bits != 0 else { continue }
      // Each run of pixels is a rectangle of dots.
      var column = 0
      while bits != 0 {
        let skipped = bits.trailingZeroBitCount
        let length = (~(bits >> UInt64(skipped))).trailingZeroBitCount
        let left = max(x + (column + skipped) * across, 0)
        let right = min(x + (column + skipped + length) * across, columns)
        column += skipped + length
        bits >>= UInt64(skipped + length)
        if left < right { fill(left..<right, top..<bottom, shift) }
      }
    }
  }

  private mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ shift: UInt8) {
    for y in rows {
      let base = y / unit.down * region.columns
      // A dot fills two quarters where a cell is not divided across, and all four in a whole cell.
      let row: UInt8 = unit.down == 1 ? 0b1111 : y % 2 == 0 ? 0b0011 : 0b1100
      if unit.across == 1 {
        for x in columns { filled[base + x] |= row << shift }
      } else {
        for x in columns { filled[base + x / 2] |= (row & (x % 2 == 0 ? 0b0101 : 0b1010)) << shift }
      }
    }
  }

  /// Draws all cells of the region.
  func draw(into canvas: inout Canvas) {
    let isUTF8 = canvas.glyphs.isUTF8
    for row in 0..<region.rows {
      for column in 0..<region.columns {
        let both = filled[row * region.columns + column]
        let pattern = both >> 4 | both & 15
        canvas.put(
          isUTF8 ? Self.quarters[Int(pattern)] : pattern == 0 ? 0x20 : 0x23, row: region.row + row,
          column: region.column + column, style: both >> 4 != 0 ? .plain : pattern != 0 ? .accent : .plain)
      }
    }
  }
}
