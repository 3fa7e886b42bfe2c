import AudioCore

/// A colour in sRGB.
public struct PictureColor: Sendable, Hashable {
  /// The red component.
  public var red: UInt8
  /// The green component.
  public var green: UInt8
  /// The blue component.
  public var blue: UInt8

  /// Creates a colour from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from its hue in degrees, 0…360, and its saturation and lightness, 0…1 (CSS Color 4, section 7).
  package init(hue: Double, saturation: Double, lightness: Double) {
    let reach = saturation * min(lightness, 1 - lightness)
    func part(_ offset: Double) -> UInt8 {
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let share = lightness - reach * max(-1, min(k - 3, 9 - k, 1))
      return UInt8((min(max(share, 0), 1) * 255).rounded())
    }
    self.init(red: part(0), green: part(8), blue: part(4))
  }

  /// The colour as in CSS, such as `#20a0ff`.
  package var hexadecimal: String {
    "#" + [red, green, blue].map(\.hexadecimal).joined()
  }

  /// Returns the colour mixed with this share of black, 0…1.
  package func darker(by share: Double) -> PictureColor {
    func part(_ value: UInt8) -> UInt8 { UInt8((Double(value) * (1 - min(max(share, 0), 1))).rounded()) }
    return PictureColor(red: part(red), green: part(green), blue: part(blue))
  }
}
