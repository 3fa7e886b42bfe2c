import Pictures

/// Sixel graphics: bands of six rows, drawn one colour after the other.
enum SixelPicture {
  /// The height of a band, in pixels.
  private static let bandRows = 6
  /// The character of a column of a band without pixels; each pixel adds its bit.
  private static let firstCharacter = UInt8(ascii: "?")
  /// A shorter run is written as its characters.
  private static let minimumRun = 4

  /// Returns the sequences that show a picture, pixel by pixel, from the beginning of a region on.
  static func show(_ picture: Picture, in region: Region) -> [UInt8] {
    let palette = ReducedPalette(picture)
    var bytes = CursorMove.bytes(to: region)
    // Square pixels; those that are not drawn keep what is there.
    bytes += "\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)".utf8
    for (number, color) in palette.colors.enumerated() {
      func percent(_ part: UInt8) -> Int { (Int(part) * 100 + 127) / 255 }
      bytes += "#\(number);2;\(percent(color.red));\(percent(color.green));\(percent(color.blue))".utf8
    }
    for top in stride(from: 0, to: picture.height, by: bandRows) {
      appendBand(top, picture, palette, to: &bytes)
    }
    bytes += "\u{1B}\\".utf8
    return bytes
  }

  private static func appendBand(_ top: Int, _ picture: Picture, _ palette: ReducedPalette, to bytes: inout [UInt8]) {
    let width = picture.width
    // The pixels of each colour: a byte for each column, with a bit for each row.
    var masks = [UInt8](repeating: 0, count: palette.colors.count * width)
    var isUsed = [Bool](repeating: false, count: palette.colors.count)
    for row in 0..<min(bandRows, picture.height - top) {
      for x in 0..<width {
        let color = palette.indices[(top + row) * width + x]
        masks[Int(color) * width + x] |= 1 << UInt8(row)
        isUsed[Int(color)] = true
      }
    }
    var isFirst = true
    for color in isUsed.indices where isUsed[color] {
      if !isFirst { bytes.append(UInt8(ascii: "$")) }  // back to the beginning of the band
      isFirst = false
      bytes += "#\(color)".utf8
      appendRuns(masks[color * width..<(color + 1) * width], to: &bytes)
    }
    bytes.append(UInt8(ascii: "-"))
  }

  /// Appends the columns of a colour, without empty ones at the end.
  private static func appendRuns(_ mask: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    guard let last = mask.lastIndex(where: { $0 != 0 }) else { return }
    var place = mask.startIndex
    while place <= last {
      let value = mask[place]
      var end = place + 1
      while end <= last, mask[end] == value { end += 1 }
      let count = end - place
      if count < minimumRun {
        for _ in 0..<count { bytes.append(firstCharacter + value) }
      } else {
        bytes += "!\(count)".utf8
        bytes.append(firstCharacter + value)
      }
      place = end
    }
  }
}

/// A picture in at most 64 colours (median cut; Heckbert, 1982).
struct ReducedPalette {
  /// The most colours.
  static let maximumColors = 64

  /// The colours.
  let colors: [PictureColor]
  /// The number of the colour of each pixel, row by row.
  let indices: [UInt8]

  /// A colour with five bits a component, the number of its pixels and the sums of their components.
  private struct Cell {
    var key: Int
    var count = 0
    var sums = SIMD3<Int>.zero

    func part(_ channel: Int) -> Int { key >> (10 - 5 * channel) & 31 }
  }

  /// Chooses the colours of `picture`.
  init(_ picture: Picture) {
    var cells = (0..<32768).map { Cell(key: $0) }
    var keys = [Int](repeating: 0, count: picture.width * picture.height)
    for place in keys.indices {
      let (red, green, blue) = (
        Int(picture.pixels[3 * place]), Int(picture.pixels[3 * place + 1]), Int(picture.pixels[3 * place + 2])
      )
      let key = (red & 0xF8) << 7 | (green & 0xF8) << 2 | blue >> 3
      keys[place] = key
      cells[key].count += 1
      cells[key].sums &+= SIMD3(red, green, blue)
    }
    var boxes: [[Cell]] = [cells.filter { $0.count > 0 }]
    while boxes.count < Self.maximumColors {
      // The box is split in which the most pixels differ the most.
      let weights = boxes.map { box in Self.longest(box).range * box.reduce(0) { $0 + $1.count } }
      guard let index = weights.indices.max(by: { weights[$0] < weights[$1] }), weights[index] > 0 else { break }
      let (low, high) = Self.split(boxes[index])
      boxes[index] = low
      boxes.append(high)
    }
    var numbers = [UInt8](repeating: 0, count: 32768)
    colors = boxes.enumerated().map { number, box in
      var sums = SIMD3<Int>.zero
      var count = 0
      for cell in box {
        numbers[cell.key] = UInt8(number)
        sums &+= cell.sums
        count += cell.count
      }
      func mean(_ sum: Int) -> UInt8 { UInt8((sum + count / 2) / max(count, 1)) }
      return PictureColor(red: mean(sums.x), green: mean(sums.y), blue: mean(sums.z))
    }
    indices = keys.map { numbers[$0] }
  }

  /// Returns the component in which the colours of a box differ most, and by how much.
  private static func longest(_ box: [Cell]) -> (channel: Int, range: Int) {
    var longest = (channel: 0, range: 0)
    for channel in 0..<3 {
      var (low, high) = (31, 0)
      for cell in box {
        low = min(low, cell.part(channel))
        high = max(high, cell.part(channel))
      }
      if high - low > longest.range { longest = (channel, high - low) }
    }
    return longest
  }

  /// Returns the halves of a box of at least two cells, each with about half of its pixels.
  private static func split(_ box: [Cell]) -> ([Cell], [Cell]) {
    let channel = longest(box).channel
    let sorted = box.sorted { $0.part(channel) < $1.part(channel) }
    let half = sorted.reduce(0) { $0 + $1.count } / 2
    var count = 0
    var place = 0
    while place < sorted.count - 1, place == 0 || count + sorted[place].count <= half {
      count += sorted[place].count
      place += 1
    }
    return (Array(sorted[..<place]), Array(sorted[place...]))
  }
}
