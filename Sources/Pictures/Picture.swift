/// A picture of opaque pixels.
public struct Picture: Sendable, Equatable {
  /// The largest width and height of a picture that is shown: more than a terminal has pixels beside a title.
  public static let maximumSide = 320

  /// The width in pixels, at least 1.
  public let width: Int
  /// The height in pixels, at least 1.
  public let height: Int
  /// The pixels, row by row from the top: red, green and blue, a byte each, in sRGB.
  public let pixels: [UInt8]

  /// Creates a picture; nil unless there are `width × height × 3` bytes of `pixels`.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= PictureHeader.maximumSide, height <= PictureHeader.maximumSide,
      pixels.count == 3 * width * height
    else { return nil }
    self.init(width: width, height: height, checked: pixels)
  }

  /// The same for pixels whose number is right.
  init(width: Int, height: Int, checked pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Returns the colour of a pixel, which must lie inside.
  public subscript(x: Int, y: Int) -> PictureColor {
    let place = 3 * (y * width + x)
    return PictureColor(red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2])
  }

  /// Returns the picture at another size; each new pixel is the mean of the area that it covers. Sizes outside 1…2048
  /// count as the nearest of these.
  public func scaled(width: Int, height: Int) -> Picture {
    let side = 1...PictureHeader.maximumSide
    let (width, height) = (width.clamped(to: side), height.clamped(to: side))
    guard (width, height) != (self.width, self.height) else { return self }
    var scaler = AreaScaler(channels: 3, width: self.width, height: self.height, newWidth: width, newHeight: height)
    pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<self.height {
        scaler.add(UnsafeBufferPointer(rebasing: pixels[3 * row * self.width..<3 * (row + 1) * self.width]))
      }
    }
    return Picture(width: width, height: height, checked: scaler.pixels)
  }

  /// Returns the size of a picture of `width × height` that was made smaller, not larger, to fit into a square, with
  /// the same proportions as far as whole pixels allow.
  static func size(width: Int, height: Int, within side: Int) -> (width: Int, height: Int) {
    let longest = max(width, height)
    guard longest > side else { return (width, height) }
    return (max((width * side + longest / 2) / longest, 1), max((height * side + longest / 2) / longest, 1))
  }
}

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
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the colour mixed with this share of black, 0…1.
  package func darker(by share: Double) -> PictureColor {
    func part(_ value: UInt8) -> UInt8 { UInt8((Double(value) * (1 - min(max(share, 0), 1))).rounded()) }
    return PictureColor(red: part(red), green: part(green), blue: part(blue))
  }
}

extension Int {
  /// Returns the nearest number in `range`.
  func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}
