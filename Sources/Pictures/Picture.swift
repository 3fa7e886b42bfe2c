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

extension Int {
  /// Returns the nearest number in `range`.
  func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}
