import Pictures
import TestSupport
import Testing

@Suite("Scaling and colours of pictures")
struct PictureColorTests {
  /// A picture whose pixels `color` gives.
  private static func picture(
    _ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int)
  ) throws -> Picture {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        pixels += [UInt8(red), UInt8(green), UInt8(blue)]
      }
    }
    return try #require(Picture(width: width, height: height, pixels: pixels))
  }

  @Test("a scaled pixel is the mean of its area, and the mean of the whole stays")
  func scaling() throws {
    let checks = try Self.picture(4, 2) { x, y in (x + y) % 2 == 0 ? (200, 0, 100) : (100, 0, 0) }
    #expect(checks.scaled(width: 2, height: 1).pixels == [150, 0, 50, 150, 0, 50])
    #expect(checks.scaled(width: 4, height: 2) == checks)
    // Three pixels in two: each new one has one and a half.
    let row = try Self.picture(3, 1) { x, _ in (90 * x, 0, 0) }
    #expect(row.scaled(width: 2, height: 1).pixels == [30, 0, 0, 150, 0, 0])
    #expect(row.scaled(width: 6, height: 2)[5, 1] == PictureColor(red: 180, green: 0, blue: 0))
    var random = SeededRandom(state: 2)
    let noise = try Self.picture(61, 47) { _, _ in
      (.random(in: 0...255, using: &random), .random(in: 0...255, using: &random), 7)
    }
    for (width, height) in [(7, 5), (60, 46), (1, 1), (130, 90), (61, 3)] {
      let scaled = noise.scaled(width: width, height: height)
      #expect(scaled.pixels.count == 3 * width * height)
      func mean(_ picture: Picture) -> Double {
        Double(picture.pixels.reduce(0) { $0 + Int($1) }) / Double(picture.pixels.count)
      }
      #expect(abs(mean(scaled) - mean(noise)) < 1, "\(width) × \(height)")
      #expect(stride(from: 2, to: scaled.pixels.count, by: 3).allSatisfy { scaled.pixels[$0] == 7 })
    }
  }

  @Test("the wrong number of pixels makes no picture")
  func wrongCount() {
    #expect(Picture(width: 2, height: 2, pixels: [UInt8](repeating: 0, count: 11)) == nil)
    #expect(Picture(width: 0, height: 2, pixels: []) == nil)
    #expect(Picture(width: 4096, height: 1, pixels: [UInt8](repeating: 0, count: 12288)) == nil)
  }

  private static func isNear(_ color: PictureColor, _ red: Int, _ green: Int, _ blue: Int) -> Bool {
    abs(Int(color.red) - red) < 24 && abs(Int(color.green) - green) < 24 && abs(Int(color.blue) - blue) < 24
  }

  @Test("the dominant colour has a hue and is frequent")
  func dominant() throws {
    // A red sign on white, with a little blue.
    let sign = try Self.picture(100, 100) { x, y in
      if 30..<70 ~= x, 30..<70 ~= y { return (208, 24, 32) }
      return x < 6 && y < 20 ? (10, 20, 200) : (255, 255, 255)
    }
    #expect(Self.isNear(DominantColor.of(sign), 208, 24, 32))
    // A dark picture with a large green and a small orange part.
    let dark = try Self.picture(90, 60) { x, _ in x < 40 ? (18, 18, 20) : x < 80 ? (30, 150, 70) : (240, 140, 20) }
    #expect(Self.isNear(DominantColor.of(dark), 30, 150, 70))
    // Without any hue the most frequent one counts.
    let grey = try Self.picture(60, 60) { x, _ in x < 45 ? (90, 92, 91) : (250, 250, 250) }
    #expect(Self.isNear(DominantColor.of(grey), 90, 92, 91))
    for value in [0, 255] {
      let plain = try Self.picture(8, 8) { _, _ in (value, value, value) }
      #expect(Self.isNear(DominantColor.of(plain), value, value, value))
    }
    // Noise of one colour is that colour.
    var random = SeededRandom(state: 4)
    let noise = try Self.picture(80, 80) { _, _ in
      (20 + .random(in: 0...10, using: &random), 60 + .random(in: 0...10, using: &random), 180)
    }
    #expect(Self.isNear(DominantColor.of(noise), 25, 65, 180))
    #expect(DominantColor.of(noise) == DominantColor.of(noise))
  }

  @Test("the demo has a picture with a colour of its own")
  func demo() {
    let demo = StationPicture.demo
    #expect(demo.picture.width == 256 && demo.picture.height == 256)
    #expect(
      max(demo.color.red, demo.color.green, demo.color.blue) - min(demo.color.red, demo.color.green, demo.color.blue)
        > 60)
  }
}
