import Pictures
import Terminal
import TestSupport
import Testing

@Suite("Pictures in the terminal")
struct PictureViewTests {
  private static let region = Region(row: 2, column: 4, rows: 6, columns: 14)
  private static let plain = Array("\u{1B}[m".utf8)

  /// A picture with a gradient and a few sharp edges.
  private static func sample(width: Int = 90, height: Int = 90, seed: Int = 0) throws -> Picture {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        pixels += x / 9 % 2 == 0 ? [UInt8(2 * y % 256), UInt8(seed), 90] : [250, UInt8(x % 256), UInt8(y % 256)]
      }
    }
    return try #require(Picture(width: width, height: height, pixels: pixels))
  }

  private static func pixels(_ picture: Picture) -> [[UInt8]?] {
    stride(from: 0, to: picture.pixels.count, by: 3).map { Array(picture.pixels[$0..<$0 + 3]) }
  }

  private static let cell = CellPixels(width: 8, height: 16)

  @Test("kitty gets the pixels in pieces, and the rectangle of cells")
  func kitty() throws {
    var view = PictureView(.kitty, cell: Self.cell)
    let picture = try Self.sample()
    view.place(picture, in: Self.region)
    #expect(view.rectangle == Region(row: 2, column: 5, rows: 6, columns: 12))
    let isChanged = view.update(isScreenCleared: false, plain: Self.plain)
    #expect(isChanged && view.before.isEmpty)
    let shown = try #require(GraphicsDecoder.kitty(view.after))
    #expect([shown.row, shown.column, shown.rows, shown.columns] == [3, 6, 6, 12])
    #expect([shown.width, shown.height] == [90, 90] && shown.pixels == Self.pixels(picture))
  }

  @Test("iTerm2 gets a PNG file, which decodes to the same pixels")
  func inlineImage() throws {
    var view = PictureView(.iterm2, cell: Self.cell)
    // Longer than one stored block.
    let picture = try Self.sample(width: 300, height: 280)
    view.place(picture, in: Region(row: 0, column: 0, rows: 30, columns: 60))
    _ = view.update(isScreenCleared: false, plain: Self.plain)
    let (shown, file) = try #require(GraphicsDecoder.inlineImage(view.after))
    #expect([shown.row, shown.rows, shown.columns] == [2, 28, 60])
    #expect(try PictureDecoder.decode(file) == picture)
  }

  @Test("sixel graphics have one pixel for each of the terminal, in the nearest of 64 colours")
  func sixel() throws {
    var view = PictureView(.sixel, cell: Self.cell)
    let picture = try Self.sample()
    view.place(picture, in: Self.region)
    _ = view.update(isScreenCleared: false, plain: Self.plain)
    let shown = try #require(GraphicsDecoder.sixel(view.after))
    #expect([shown.row, shown.column, shown.width, shown.height] == [3, 6, 96, 96])
    let wanted = Self.pixels(picture.scaled(width: 96, height: 96))
    var difference = 0
    for (one, other) in zip(wanted, shown.pixels) {
      let (one, other) = (try #require(one), try #require(other, "every pixel is drawn"))
      difference += zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }
    #expect(Double(difference) / Double(3 * wanted.count) < 8, "\(difference)")
    // A picture of few colours keeps them, as far as percents are exact.
    let row: [UInt8] = [255, 0, 0, 0, 255, 0, 10, 20, 30, 255, 0, 0]
    let flags = try #require(Picture(width: 4, height: 6, pixels: (0..<6).flatMap { _ in row }))
    let big = try #require(CellPixels(width: 4, height: 6))
    var small = PictureView(.sixel, cell: big)
    small.place(flags, in: Region(row: 0, column: 0, rows: 1, columns: 3))
    _ = small.update(isScreenCleared: false, plain: Self.plain)
    let reduced = try #require(GraphicsDecoder.sixel(small.after))
    #expect(Array(reduced.pixels[..<4]) == [[255, 0, 0], [0, 255, 0], [10, 20, 31], [255, 0, 0]])
  }

  @Test("half blocks are two pixels in a cell")
  func halfBlocks() throws {
    var view = PictureView(.halfBlocks)
    let picture = try #require(Picture(width: 2, height: 2, pixels: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]))
    var canvas = Canvas(columns: 30, rows: 10, glyphs: .eighths)
    view.place(picture, in: Region(row: 1, column: 1, rows: 2, columns: 4))
    view.draw(into: &canvas)
    let isSent = view.update(isScreenCleared: true, plain: Self.plain)
    #expect(!isSent, "nothing but cells is sent")
    let cell = canvas[1, 1]
    #expect(cell.glyph == 0x2580 && cell.style.foreground == Color(255, 0, 0))
    #expect(canvas[1, 4].style.foreground == Color(0, 255, 0) && canvas[2, 4].style.background == Color(255, 255, 255))
    #expect(canvas[0, 1] == .blank && canvas[1, 5] == .blank && canvas[3, 1] == .blank)
  }

  @Test(
    "a picture is sent when it changes, moves or the screen was cleared, and removed when it ends",
    arguments: [PictureProtocol.kitty, .iterm2, .sixel])
  func changes(method: PictureProtocol) throws {
    var view = PictureView(method, cell: Self.cell)
    let (one, other) = (try Self.sample(), try Self.sample(seed: 200))
    /// Whether something is sent before and behind the cells.
    func update(_ picture: Picture?, in region: Region = Self.region, cleared: Bool = false) -> [Bool] {
      view.place(picture, in: region)
      let isChanged = view.update(isScreenCleared: cleared, plain: Self.plain)
      #expect(isChanged == (!view.before.isEmpty || !view.after.isEmpty))
      return [!view.before.isEmpty, !view.after.isEmpty]
    }
    #expect(update(nil) == [false, false])
    #expect(update(one) == [false, true])
    for _ in 0..<100 { #expect(update(one) == [false, false]) }
    #expect(update(other) == [true, true])
    #expect(update(other, cleared: true) == [true, true])
    #expect(update(other, in: Region(row: 0, column: 0, rows: 6, columns: 14)) == [true, true])
    #expect(update(nil) == [true, false])
    let removal = String(decoding: view.before, as: UTF8.self)
    #expect(removal.hasPrefix("\u{1B}\\"))
    if method == .kitty {
      #expect(removal.contains("\u{1B}_Ga=d,d=I,"))
    } else {
      // The rectangle is erased in the colours of plain text.
      #expect(removal.hasPrefix("\u{1B}\\\u{1B}[m\u{1B}[1;2H" + String(repeating: " ", count: 12)))
      #expect(removal.contains("\u{1B}[6;2H"))
    }
    #expect(update(nil) == [false, false])
    let last = view.leave()
    #expect(!last.isEmpty)
  }

  @Test("a graphics protocol blanks its cells, so that the renderer leaves them alone")
  func blankCells() throws {
    var view = PictureView(.kitty, cell: Self.cell)
    var canvas = Canvas(columns: 30, rows: 10, glyphs: .eighths)
    canvas.write("xxxxxxxxxxxxxxxxxxxx", row: 3, column: 0, limit: 30, style: .plain)
    view.place(try Self.sample(), in: Self.region)
    view.draw(into: &canvas)
    let rectangle = try #require(view.rectangle)
    #expect((0..<rectangle.columns).allSatisfy { canvas[3, rectangle.column + $0] == .blank })
    #expect(canvas[3, rectangle.column - 1].glyph == 0x78)
  }

  @Test("a terminal that answers that it has sixel graphics gets them from then on")
  func asks() throws {
    var view = PictureView(.halfBlocks, mayBeSixel: true)
    let isEarly = view.update(isScreenCleared: true, plain: Self.plain)
    #expect(!isEarly, "it is not asked before there is a picture")
    let picture = try Self.sample()
    view.place(picture, in: Self.region)
    _ = view.update(isScreenCleared: false, plain: Self.plain)
    #expect(view.after == TerminalAnswers.query && view.method == .halfBlocks)
    let isAgain = view.update(isScreenCleared: false, plain: Self.plain)
    #expect(!isAgain, "it is asked once")
    let cell = try #require(Self.cell)
    let isOther = [view.receive(.attributes([62, 22])), view.receive(.cell(cell))]
    #expect(isOther == [false, false])
    let isChanged = view.receive(.attributes([62, 4]))
    #expect(isChanged && view.method == .sixel)
    view.place(picture, in: Self.region)
    _ = view.update(isScreenCleared: true, plain: Self.plain)
    #expect(GraphicsDecoder.sixel(view.after) != nil)
  }

  @Test("any picture stays inside of any region, with its proportions")
  func fits() throws {
    var random = SeededRandom(state: 9)
    for method in [PictureProtocol.kitty, .sixel, .halfBlocks] {
      for _ in 0..<60 {
        let width = Int.random(in: 1...320, using: &random)
        let picture = try Self.sample(width: width, height: .random(in: 1...320, using: &random))
        let region = Region(
          row: .random(in: 0...40, using: &random), column: .random(in: 0...40, using: &random),
          rows: .random(in: -1...30, using: &random), columns: .random(in: -1...90, using: &random))
        var view = PictureView(method, cell: CellPixels(width: 8, height: 17))
        view.place(picture, in: region)
        var canvas = Canvas(columns: 60, rows: 30, glyphs: .eighths)
        view.draw(into: &canvas)
        _ = view.update(isScreenCleared: false, plain: Self.plain)
        guard let rectangle = view.rectangle else {
          #expect(region.columns < 2 || region.rows < 1)
          continue
        }
        #expect(rectangle.row >= region.row && rectangle.row + rectangle.rows <= region.row + region.rows)
        #expect(rectangle.column >= region.column)
        #expect(rectangle.column + rectangle.columns <= region.column + region.columns)
        #expect(rectangle.rows > 0 && rectangle.columns > 0)
        #expect(view.after.count < 1 << 20)
      }
    }
  }

  @Test("a placeholder shows the initials of the name, inside of its region and readable")
  func placeholder() {
    for (name, initials) in [
      ("SomaFM Groove Salad", "SG"), ("радио маяк", "РМ"), ("", "♪"), ("- !", "♪"), ("宇多田 光", "宇光"), ("9th wave", "9W"),
      ("ß radio", "SSR"),
    ] {
      for depth in ColorDepth.allCases {
        var canvas = Canvas(columns: 20, rows: 8, glyphs: .eighths)
        let region = Region(row: 1, column: 2, rows: 5, columns: 10)
        PlaceholderPicture.draw(name, in: region, depth: depth, into: &canvas)
        let lines = SamplePicture.lines(canvas)
        #expect(lines[3].contains(initials), "\(name): \(lines)")
        for row in 0..<8 {
          for column in 0..<20 {
            let isInside = (1..<6).contains(row) && (2..<12).contains(column)
            #expect((canvas[row, column] != .blank) == isInside)
            guard let front = canvas[row, column].style.foreground, let back = canvas[row, column].style.background,
              canvas[row, column].glyph != 0x2580
            else { continue }
            #expect(front.contrast(with: back) >= 4.5)
          }
        }
      }
    }
    var canvas = Canvas(columns: 4, rows: 2, glyphs: .ascii)
    PlaceholderPicture.draw(
      "Радио", in: Region(row: -3, column: -3, rows: 50, columns: 50), depth: .ansi256, into: &canvas)
    PlaceholderPicture.draw("x", in: Region(row: 0, column: 0, rows: 0, columns: -1), depth: .ansi16, into: &canvas)
  }
}
