import Terminal
import TestSupport
import Testing

@Suite("Large letters that drift")
struct FloatingTextTests {
  private static let region = Region(row: 1, column: 2, rows: 30, columns: 100)
  private static let second: Int64 = 1_000_000_000

  /// A mode in the first pass of the first seed that has this direction.
  private static func floating(_ direction: FloatingText.Direction) throws -> FloatingText {
    try #require((0..<100).lazy.map { FloatingText(seed: $0) }.first { $0.direction == direction })
  }

  /// The picture and the middles of the name's and of the title's cells; nil for one that is not in sight.
  private static func draw(_ floating: inout FloatingText, glyphs: GlyphSet = .eighths) -> (
    canvas: Canvas, name: (row: Double, column: Double)?, title: (row: Double, column: Double)?
  ) {
    var canvas = Canvas(columns: 104, rows: 32, glyphs: glyphs)
    for row in 0..<32 { canvas.fill(0x78, row: row, column: 0, count: 104, style: .faint) }
    floating.draw(into: &canvas, region: region)
    func middle(_ style: Style) -> (row: Double, column: Double)? {
      var (rows, columns, count) = (0.0, 0.0, 0.0)
      for row in 0..<canvas.rows {
        for column in 0..<canvas.columns where canvas[row, column].style == style && canvas[row, column].glyph != 0x20 {
          rows += Double(row)
          columns += Double(column)
          count += 1
        }
      }
      return count > 0 ? (rows / count, columns / count) : nil
    }
    return (canvas, middle(.accent), middle(.plain))
  }

  @Test("each printable character of ASCII and Latin-1 has a letter of its own, and other scripts have none")
  func font() throws {
    var seen: [PixelLetter: String] = [:]
    for value in Array(0x21...0x7E) + Array(0xA1...0xFF) where value != 0xAD {
      let text = String(try #require(Unicode.Scalar(UInt32(value))))
      let letters = try #require(PixelFont.letters(of: text), "\(text)")
      for letter in letters { #expect(!letter.isBlank && 1...5 ~= letter.width, "\(text)") }
      guard let letter = letters.first, letters.count == 1, !"-|_ı'\",ªº¹²³¯¨´¸.¦\u{B7}:`".contains(text) else {
        continue
      }
      #expect(seen[letter] == nil, "\(text) looks like \(seen[letter] ?? "")")
      seen[letter] = text
    }
    #expect(seen.count > 150)
    #expect(PixelFont.letters(of: "e\u{301}") == PixelFont.letters(of: "é"))
    #expect(PixelFont.letters(of: "Łódź Žižek ğ") != nil)
    for text in ["Радио", "日本", "راديو", "a日", "", " ", "🎧", "\u{301}"] { #expect(PixelFont.letters(of: text) == nil) }
    #expect(PixelFont.letters(of: "🎧 a 🎵") == PixelFont.letters(of: "a"))
    #expect(PixelFont.letters(of: String(repeating: "½", count: 5000))?.count ?? 999 <= 202)
  }

  @Test(
    "name and title go in opposite directions, along the line of the pass", arguments: FloatingText.Direction.allCases)
  func opposite(direction: FloatingText.Direction) throws {
    var floating = try Self.floating(direction)
    floating.show(name: "OO", title: "XX")
    floating.advance(to: 0, isMoving: true)
    var steps: [(name: (row: Double, column: Double), title: (row: Double, column: Double))] = []
    for tenth in 1...60 {
      floating.advance(to: Int64(tenth) * Self.second / 10, isMoving: true)
      let picture = Self.draw(&floating)
      for row in 0..<32 {
        for column in 0..<104 where !(1...30 ~= row && 2...101 ~= column) {
          #expect(picture.canvas[row, column].glyph == 0x78)
        }
      }
      if let name = picture.name, let title = picture.title { steps.append((name, title)) }
    }
    let (first, last) = (try #require(steps.first), try #require(steps.last))
    let across = (last.name.column - first.name.column, last.title.column - first.title.column)
    let down = (last.name.row - first.name.row, last.title.row - first.title.row)
    switch direction {
    case .vertical:
      #expect(down.0 * down.1 < 0 && abs(down.0) > 5, "\(down)")
      #expect(abs(across.0) < 2 && abs(across.1) < 2)
    case .horizontal:
      #expect(across.0 * across.1 < 0 && abs(across.0) > 20, "\(across)")
      #expect(abs(down.0) < 1 && abs(down.1) < 1)
    case .tiltedUp, .tiltedDown:
      #expect(across.0 * across.1 < 0 && abs(across.0) > 20, "\(across)")
      // Rows count downwards: a line that is tilted up has lower rows at the right.
      let isUp = direction == .tiltedUp
      #expect(
        (down.0 * across.0 < 0) == isUp && (down.1 * across.1 < 0) == isUp && abs(down.0) > 1, "\(down) \(across)")
    }
  }

  @Test("a pass takes 20 s, the next one has a direction by chance, and the same seed gives the same directions")
  func passes() {
    func directions(_ seed: UInt64) -> [FloatingText.Direction] {
      var floating = FloatingText(seed: seed)
      var directions = [floating.direction]
      var last = floating.progress
      floating.advance(to: 0, isMoving: true)
      var begin: Int64 = -1
      for picture in 1...(30 * 20 * 40) {
        let now = Int64(picture) * Self.second / 30
        floating.advance(to: now, isMoving: true)
        if floating.progress < last {
          if begin >= 0 { #expect(abs(Double(now - begin) / 1e9 - 20) < 0.1) }
          begin = now
          directions.append(floating.direction)
        }
        last = floating.progress
      }
      return directions
    }
    let one = directions(1)
    #expect(one.count >= 40 && Set(one.map { "\($0)" }).count == 4)
    #expect(one == directions(1) && one != directions(2))
  }

  @Test("the letters stand still without sound, and go on from where they were")
  func stands() {
    var floating = FloatingText(seed: 1)
    floating.show(name: "Radio", title: "Song")
    floating.advance(to: 0, isMoving: true)
    let before = Self.draw(&floating).canvas.cells
    for second in 1...30 { floating.advance(to: Int64(second) * Self.second, isMoving: false) }
    let after = Self.draw(&floating).canvas.cells
    #expect(after == before)
    floating.advance(to: 31 * Self.second, isMoving: true)
    #expect(abs(floating.progress - 0.3) < 0.02)
    let moved = Self.draw(&floating).canvas.cells
    #expect(moved != before)
  }

  @Test("ASCII has # alone, and half blocks are enough for a console", arguments: GlyphSet.allCases)
  func glyphs(glyphs: GlyphSet) {
    var floating = FloatingText(seed: 1)
    floating.show(name: "Radio", title: "Song")
    let picture = Self.draw(&floating, glyphs: glyphs).canvas
    let used = Set((1...30).flatMap { row in (2...101).map { picture[row, $0].glyph } })
    let allowed: Set<UInt32> =
      switch glyphs {
      case .eighths: Set([0x20, 0x2580, 0x2584, 0x2588, 0x258C, 0x2590] + Array(0x2596...0x259F))
      case .halves: [0x20, 0x2580, 0x2584, 0x2588]
      case .ascii: [0x20, 0x23]
      }
    #expect(used.isSubset(of: allowed) && used.count > 1, "\(used)")
  }

  @Test("a title in another script is shown in normal size beside the large name, and as a whole")
  func otherScript() throws {
    var floating = try Self.floating(.horizontal)
    floating.show(name: "Radio", title: "光 Привет")
    var seen = false
    for picture in 0..<200 {
      floating.advance(to: Int64(picture) * Self.second / 10, isMoving: true)
      let lines = SamplePicture.lines(Self.draw(&floating).canvas)
      seen = seen || lines.contains { $0.contains("光 Привет") } && lines.contains { $0.contains("▄") }
    }
    #expect(seen)
  }

  @Test("without a title the name is alone in the middle")
  func nameAlone() throws {
    var floating = try Self.floating(.horizontal)
    floating.show(name: "HHH", title: "")
    let picture = Self.draw(&floating)
    #expect(picture.title == nil)
    #expect(abs((picture.name?.row ?? 0) - 15.5) < 1.5)
  }

  @Test("any size, text and time does no harm", arguments: GlyphSet.allCases)
  func hostile(glyphs: GlyphSet) {
    let texts = [
      "", "a", String(repeating: "M", count: 5000), String(repeating: "字", count: 3000),
      "e" + String(repeating: "\u{301}", count: 9000), String(repeating: "a ", count: 400), "\u{1B}[2J\u{7}\n",
    ]
    for seed in 0..<6 as Range<UInt64> {
      var floating = FloatingText(seed: seed)
      for (number, text) in texts.enumerated() {
        floating.show(name: text, title: texts[(number + Int(seed)) % texts.count])
        for (columns, rows) in [(1, 1), (3, 40), (21, 5), (22, 6), (75, 18), (300, 80)] {
          for time in [0, 1, 9_000_000_000, .max / 2] as [Int64] {
            floating.advance(to: time, isMoving: true)
            var canvas = Canvas(columns: columns, rows: rows, glyphs: glyphs)
            floating.draw(into: &canvas, region: Region(row: 0, column: 0, rows: rows, columns: columns))
            #expect(canvas.cells.allSatisfy { $0.glyph >= 0x20 || $0.columns == 0 })
          }
        }
      }
    }
  }

  @Test("the letters look like the golden picture")
  func golden() throws {
    var floating = try Self.floating(.horizontal)
    floating.show(name: "Jazz", title: "Äpfel & Öl")
    var canvas = Canvas(columns: 70, rows: 14, glyphs: .eighths)
    floating.draw(into: &canvas, region: Region(row: 0, column: 0, rows: 14, columns: 70))
    let lines = SamplePicture.lines(canvas)
    #expect(
      lines == GoldenScreens.letters70x14.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }
}
