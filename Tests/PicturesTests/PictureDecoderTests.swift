import Pictures
import TestSupport
import Testing

@Suite("Decoding of pictures", .enabled(if: PictureFiles.canMake))
struct PictureDecoderTests {
  /// Kinds of files, pixel formats, options of the encoder, and the largest mean difference from ffmpeg's own pixels.
  private static let kinds: [(name: String, pixels: String?, options: [String], difference: Double)] = [
    ("rgb.png", "rgb24", [], 0), ("palette.png", "pal8", [], 0), ("grey.png", "gray", [], 0),
    ("bits.png", "monob", [], 0),
    ("rgb48.png", "rgb48be", [], 1), ("grey16.png", "gray16be", [], 1), ("rgba.png", "rgba", [], 0),
    ("greya.png", "ya8", [], 0), ("rgba64.png", "rgba64be", [], 1), ("420.jpg", "yuvj420p", ["-q:v", "2"], 4),
    ("422.jpg", "yuvj422p", ["-q:v", "2"], 4), ("444.jpg", "yuvj444p", ["-q:v", "2"], 1.5),
    ("grey.jpg", "gray", [], 1.5),
    ("lossy.webp", "yuv420p", ["-quality", "95"], 4), ("lossless.webp", "bgra", ["-lossless", "1"], 0),
    ("alpha.webp", "yuva420p", ["-quality", "95"], 4),
  ]

  @Test("pixels are those that ffmpeg finds", arguments: kinds.indices)
  func pixels(number: Int) throws {
    let kind = Self.kinds[number]
    let file = try PictureFiles.make(kind.name, pixels: kind.pixels, options: kind.options)
    let picture = try PictureDecoder.decode(file)
    #expect(picture.width == 64 && picture.height == 48)
    let reference = try PictureFiles.reference(file, name: kind.name)
    try #require(reference.count == picture.pixels.count)
    let sum = zip(reference, picture.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    let difference = Double(sum) / Double(reference.count)
    #expect(difference <= kind.difference, "\(kind.name): \(difference)")
  }

  @Test("colours keep their range and their hue in every format")
  func colors() throws {
    for color in [(0, 0, 0), (255, 255, 255), (200, 30, 40), (20, 140, 60), (30, 60, 200), (128, 128, 128)] {
      let digits = [color.0, color.1, color.2].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      for (name, pixels) in [("a.jpg", "yuvj420p"), ("b.jpg", "yuvj444p"), ("a.webp", "yuv420p"), ("a.png", "rgb24")] {
        let file = try PictureFiles.make(
          name, source: "color=c=0x\(digits):s=16x16,format=rgb24", pixels: pixels,
          options: name.hasSuffix("jpg") ? ["-q:v", "2"] : [])
        let found = try PictureDecoder.decode(file)[8, 8]
        let parts = [(found.red, color.0), (found.green, color.1), (found.blue, color.2)]
        #expect(parts.allSatisfy { abs(Int($0.0) - $0.1) <= 5 }, "\(name) \(digits): \(found)")
      }
    }
  }

  @Test("a large picture becomes smaller, with the same proportions, and keeps its colours")
  func large() throws {
    let file = try PictureFiles.make("a.png", source: "color=c=0x2060a0:s=2048x1365,format=rgb24")
    let picture = try PictureDecoder.decode(file)
    #expect(picture.width == 320 && picture.height == 213)
    #expect(picture[0, 0] == PictureColor(red: 0x20, green: 0x60, blue: 0xA0))
    let colors = stride(from: 0, to: picture.pixels.count, by: 3).map { (place: Int) -> [UInt8] in
      Array(picture.pixels[place..<place + 3])
    }
    #expect(Set(colors).count == 1)
  }

  @Test("transparent parts have a light background, and a dark one behind a light picture")
  func transparency() throws {
    for (color, expected) in [
      ("red@0.5", PictureColor(red: 255, green: 127, blue: 127)),
      ("white@0.0", PictureColor(red: 255, green: 255, blue: 255)),
      ("white@0.5", PictureColor(red: 140, green: 140, blue: 140)),
    ] {
      let picture = try PictureDecoder.decode(
        try PictureFiles.make("a.png", source: "color=c=\(color):s=8x8,format=rgba"))
      let found = picture[3, 3]
      for (one, other) in [(found.red, expected.red), (found.green, expected.green), (found.blue, expected.blue)] {
        #expect(abs(Int(one) - Int(other)) <= 2, "\(color): \(found)")
      }
    }
  }

  @Test("of an icon the largest picture in PNG is shown")
  func icon() throws {
    let pictures = try ["16x16", "48x48", "32x32"].map {
      try PictureFiles.make("a.png", source: "color=c=red:s=\($0)")
    }
    let bitmap = [UInt8](repeating: 40, count: 300)
    let tooLarge = PictureFiles.emptyPNG(width: 4096, height: 4096)
    let picture = try PictureDecoder.decode(PictureFiles.icon([bitmap] + pictures + [tooLarge]))
    #expect(picture.width == 48)
    #expect(fault(PictureFiles.icon([bitmap])) == .damaged(.ico, reason: "holds no PNG picture; others are not shown"))
    #expect(fault(PictureFiles.icon([tooLarge])) == .tooLarge(width: 4096, height: 4096))
  }

  @Test("a file that is cut off anywhere is refused")
  func truncation() throws {
    for (name, file) in try PictureFiles.small() {
      #expect(fault(file) == nil, "\(name)")
      // The last byte may be the padding of a chunk.
      for count in 0..<file.count - 1 { #expect(fault(Array(file[..<count])) != nil, "\(name) of \(count) bytes") }
    }
  }

  @Test("damaged files give a picture of their size, or are refused")
  func damage() throws {
    var random = SeededRandom(state: 5)
    for (name, file) in try PictureFiles.small() {
      for _ in 0..<400 {
        var damaged = file
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          damaged[Int.random(in: damaged.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        guard let picture = try? PictureDecoder.decode(damaged) else { continue }
        #expect(picture.pixels.count == 3 * picture.width * picture.height, "\(name)")
        #expect(picture.width <= Picture.maximumSide && picture.height <= Picture.maximumSide, "\(name)")
      }
    }
  }
}
