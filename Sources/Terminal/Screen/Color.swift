public import Pictures

/// A colour in sRGB: red, green and blue, 0…255.
public struct Color: Equatable, Sendable {
  /// The red component.
  public var red: Int
  /// The green component.
  public var green: Int
  /// The blue component.
  public var blue: Int

  /// Creates a colour from its components.
  public init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates the colour of a picture.
  public init(_ color: PictureColor) { self.init(Int(color.red), Int(color.green), Int(color.blue)) }

  /// Returns the colour at `share`, 0…1, of the way to `other`.
  package func mixed(with other: Color, share: Double) -> Color {
    func between(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * share).rounded()) }
    return Color(between(red, other.red), between(green, other.green), between(blue, other.blue))
  }

  /// The levels of one component in the 6 × 6 × 6 cube of xterm's palette (xterm, 256colres.h).
  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  /// The index of the nearest colour in xterm's palette of 256: in the cube at 16…231 or on the grey ramp at 232…255.
  package var xterm256Index: Int {
    // From 95 on the levels are 40 apart; each is the nearest one up to the middle of the next two.
    func nearestLevel(_ value: Int) -> Int { value < 48 ? 0 : value < 116 ? 1 : min((value - 36) / 40, 5) }
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

extension Color {
  /// The colour that a terminal with `depth` colours shows for this one: the nearest in its palette of 256. The sixteen
  /// ANSI colours differ between terminals; for them it is the colour itself.
  package func shown(with depth: ColorDepth) -> Color {
    guard depth == .ansi256 else { return self }
    let index = xterm256Index
    if index >= 232 {
      let level = 8 + 10 * (index - 232)
      return Color(level, level, level)
    }
    let cube = index - 16
    return Color(Self.cubeLevels[cube / 36], Self.cubeLevels[cube / 6 % 6], Self.cubeLevels[cube % 6])
  }
}
