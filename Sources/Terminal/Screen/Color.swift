/// A colour in sRGB: red, green and blue, 0…255.
package struct Color: Equatable, Sendable {
  /// The red component.
  package var red: Int
  /// The green component.
  package var green: Int
  /// The blue component.
  package var blue: Int

  /// Creates a colour from its components.
  package init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Returns the colour at `share`, 0…1, of the way to `other`.
  package func mixed(with other: Color, share: Double) -> Color {
    func between(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * share).rounded()) }
    return Color(between(red, other.red), between(green, other.green), between(blue, other.blue))
  }

  /// The levels of one component in the 6 × 6 × 6 cube of xterm's palette (xterm, 256colres.h).
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  /// The index of the nearest colour in xterm's palette of 256: in the cube at 16…231 or on the grey ramp at 232…255.
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
