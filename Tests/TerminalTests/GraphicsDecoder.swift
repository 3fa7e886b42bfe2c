import Foundation

/// Reads what a terminal with graphics would show. A small second implementation of the protocols, for comparisons.
enum GraphicsDecoder {
  /// A picture as the bytes describe it.
  struct Shown: Equatable {
    /// The cell at which it begins, from 1.
    var row: Int
    var column: Int
    /// The rectangle of cells; 0 × 0 for pixels of the terminal.
    var columns = 0
    var rows = 0
    var width = 0
    var height = 0
    /// Red, green and blue, row by row; nil for a pixel that was not drawn.
    var pixels: [[UInt8]?] = []
  }

  /// The parts of a text that begins by moving the cursor: row, column, rest.
  private static func afterMove(_ text: String) -> (row: Int, column: Int, rest: Substring)? {
    guard let match = text.prefixMatch(of: /\u{1B}\[(\d+);(\d+)H/), let row = Int(match.1), let column = Int(match.2)
    else { return nil }
    return (row, column, text[match.range.upperBound...])
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The picture that kitty's protocol describes; nil when anything is not as it must be.
  static func kitty(_ bytes: [UInt8]) -> Shown? {
    guard let (row, column, rest) = afterMove(text(bytes)) else { return nil }
    var shown = Shown(row: row, column: column)
    var data = ""
    var isComplete = false
    for command in rest.components(separatedBy: "\u{1B}\\").dropLast() {
      guard command.hasPrefix("\u{1B}_G"), !isComplete, let semicolon = command.firstIndex(of: ";") else { return nil }
      let keys = Dictionary(
        uniqueKeysWithValues: command[..<semicolon].dropFirst(3).split(separator: ",").map { pair in
          (String(pair.prefix { $0 != "=" }), String(pair.drop { $0 != "=" }.dropFirst()))
        })
      let piece = command[command.index(after: semicolon)...]
      guard piece.count <= 4096, keys["m"] == "0" || piece.count % 4 == 0 else { return nil }
      if data.isEmpty {
        guard keys["a"] == "T", keys["f"] == "24", keys["C"] == "1", keys["q"] == "2", keys["i"] != nil else {
          return nil
        }
        shown.columns = keys["c"].flatMap { Int($0) } ?? 0
        shown.rows = keys["r"].flatMap { Int($0) } ?? 0
        shown.width = keys["s"].flatMap { Int($0) } ?? 0
        shown.height = keys["v"].flatMap { Int($0) } ?? 0
      } else if keys.count != 1 {
        return nil
      }
      data += piece
      isComplete = keys["m"] == "0"
    }
    guard isComplete, let pixels = Data(base64Encoded: data), pixels.count == 3 * shown.width * shown.height else {
      return nil
    }
    shown.pixels = stride(from: 0, to: pixels.count, by: 3).map { Array(pixels[$0..<$0 + 3]) }
    return shown
  }

  /// The cells and the file of an inline image of iTerm2.
  static func inlineImage(_ bytes: [UInt8]) -> (shown: Shown, file: [UInt8])? {
    guard let (row, column, rest) = afterMove(text(bytes)), rest.hasPrefix("\u{1B}]1337;File="),
      rest.hasSuffix("\u{7}"),
      let colon = rest.firstIndex(of: ":")
    else { return nil }
    let fields = rest[..<colon].split(separator: ";").reduce(into: [String: String]()) { fields, pair in
      let parts = pair.split(separator: "=", maxSplits: 2)
      if parts.count >= 2 { fields[String(parts[parts.count - 2])] = String(parts[parts.count - 1]) }
    }
    guard fields["inline"] == "1", let file = Data(base64Encoded: String(rest[colon...].dropFirst().dropLast())),
      fields["size"] == "\(file.count)"
    else { return nil }
    var shown = Shown(row: row, column: column)
    shown.columns = fields["width"].flatMap { Int($0) } ?? 0
    shown.rows = fields["height"].flatMap { Int($0) } ?? 0
    return (shown, Array(file))
  }

  /// The picture that sixel graphics draw; nil when anything is not as it must be.
  static func sixel(_ bytes: [UInt8]) -> Shown? {
    guard let (row, column, rest) = afterMove(text(bytes)),
      let head = rest.prefixMatch(of: /\u{1B}P0;1q"1;1;(\d+);(\d+)/), rest.hasSuffix("\u{1B}\\"),
      let width = Int(head.1), let height = Int(head.2)
    else { return nil }
    var shown = Shown(row: row, column: column, width: width, height: height)
    shown.pixels = Array(repeating: nil, count: width * height)
    var colors: [Int: [UInt8]] = [:]
    var color = 0
    var (x, top) = (0, 0)
    var body = rest[head.range.upperBound...].dropLast(2)
    func number(_ body: inout Substring) -> Int {
      let digits = body.prefix { $0.isNumber }
      body = body.dropFirst(digits.count)
      return Int(digits) ?? -1
    }
    while let character = body.popFirst() {
      var count = 1
      var sixel = character
      switch character {
      case "#":
        color = number(&body)
        guard body.first == ";" else { continue }
        var parts: [Int] = []
        while body.first == ";" {
          body = body.dropFirst()
          parts.append(number(&body))
        }
        guard parts.count == 4, parts[0] == 2, parts.allSatisfy({ (0...100).contains($0) }) else { return nil }
        colors[color] = parts.dropFirst().map { UInt8(($0 * 255 + 50) / 100) }
        continue
      case "$":
        x = 0
        continue
      case "-":
        (x, top) = (0, top + 6)
        continue
      case "!":
        count = number(&body)
        guard let next = body.popFirst(), count > 0 else { return nil }
        sixel = next
      default: break
      }
      guard let value = sixel.asciiValue, (63...126).contains(value), let pixel = colors[color] else { return nil }
      for _ in 0..<count {
        for bit in 0..<6 where (value - 63) >> UInt8(bit) & 1 == 1 {
          guard x < width, top + bit < height else { return nil }
          shown.pixels[(top + bit) * width + x] = pixel
        }
        x += 1
      }
    }
    return shown
  }
}
