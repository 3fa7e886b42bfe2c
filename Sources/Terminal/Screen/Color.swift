/// A colour: red, green and blue, 0…255, as screens take them (sRGB).
package struct Color: Equatable, Sendable {
  /// Red part.
  package var red: Int
  /// Green part.
  package var green: Int
  /// Blue part.
  package var blue: Int

  /// A colour of its three parts.
  package init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour at `share`, 0…1, of the way to `other`.
  package func mixed(with other: Color, share: Double) -> Color {
    func between(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * share).rounded()) }
    return Color(between(red, other.red), between(green, other.green), between(blue, other.blue))
  }

  /// Levels of one part in the 6 × 6 × 6 cube of xterm's palette (xterm, 256colres.h).
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  /// Index of the nearest colour of xterm's palette of 256: the cube at 16…231 or the grey ramp at 232…255.
  package var xterm256Index: Int {
    func nearestLevel(_ value: Int) -> Int {
      Self.cubeLevels.indices.min { abs(Self.cubeLevels[$0] - value) < abs(Self.cubeLevels[$1] - value) } ?? 0
    }
    func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
      (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
    }
    let (r, g, b) = (nearestLevel(red), nearestLevel(green), nearestLevel(blue))
    let grey = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
    let greyLevel = 8 + 10 * grey
    let cubeDistance = distance(Self.cubeLevels[r], Self.cubeLevels[g], Self.cubeLevels[b])
    return distance(greyLevel, greyLevel, greyLevel) < cubeDistance ? 232 + grey : 16 + 36 * r + 6 * g + b
  }
}
