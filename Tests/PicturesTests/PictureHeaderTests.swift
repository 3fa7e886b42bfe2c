import Bytes
import Pictures
import TestSupport
import Testing

@Suite("Headers of pictures")
struct PictureHeaderTests {
  @Test("the largest picture passes, and larger ones are refused before the decoder sees them")
  func sizes() throws {
    let header = try EncodedPicture(PictureFiles.emptyPNG(width: 2048, height: 2048)).header
    #expect(header.width == 2048 && header.height == 2048 && header.format == .png)
    for (width, height) in [(2049, 1), (1, 2049), (100_000, 100_000), (0x7FFF_FFFF, 1), (1, 0xFFFF_FFFF)] {
      #expect(throws: PictureError.tooLarge(width: width, height: height)) {
        try EncodedPicture(PictureFiles.emptyPNG(width: width, height: height))
      }
    }
    #expect(throws: PictureError.damaged(.png, reason: "has no pixels")) {
      try EncodedPicture(PictureFiles.emptyPNG(width: 0, height: 5))
    }
  }

  @Test("a file of more than 1 MiB is refused")
  func length() {
    let file = PictureFiles.emptyPNG(width: 8, height: 8)
    let maximum = 1 << 20
    #expect(throws: Never.self) { try EncodedPicture(file + [UInt8](repeating: 0, count: maximum - file.count)) }
    #expect(throws: PictureError.tooLong(bytes: maximum + 1)) {
      try EncodedPicture(file + [UInt8](repeating: 0, count: maximum + 1 - file.count))
    }
  }

  @Test("large JPEG and WebP pictures are refused too", .enabled(if: PictureFiles.canMake))
  func otherSizes() throws {
    let jpeg = try PictureFiles.make("a.jpg")
    let frame = try #require((0..<jpeg.count - 1).first { jpeg[$0] == 0xFF && (0xC0...0xC2).contains(jpeg[$0 + 1]) })
    let largeJPEG = PictureFiles.patched(jpeg, at: frame + 5, [0xFF, 0xFF, 0xEA, 0x60])
    #expect(throws: PictureError.tooLarge(width: 60000, height: 65535)) { try EncodedPicture(largeJPEG) }

    let lossy = try PictureFiles.make("a.webp", pixels: "yuv420p")
    try #require(Array(lossy[12..<16]) == Array("VP8 ".utf8))
    let largeLossy = PictureFiles.patched(lossy, at: 26, [0xFF, 0x3F, 0xFF, 0x3F])
    #expect(throws: PictureError.tooLarge(width: 16383, height: 16383)) { try EncodedPicture(largeLossy) }

    let lossless = try PictureFiles.make("b.webp", options: ["-lossless", "1"])
    let start = try #require(lossless.indices.first { lossless[$0...].starts(with: "VP8L".utf8) })
    let largeLossless = PictureFiles.patched(lossless, at: start + 9, [0xFF, 0xFF, 0xFF, 0x0F])
    #expect(throws: PictureError.self) { try EncodedPicture(largeLossless) }

    // The size of the whole in one place, and another one in the picture itself.
    let (head, rest) = (Array(lossy[..<12]), Array(lossy[12...]))
    func canvas(_ body: [UInt8]) -> [UInt8] {
      PictureFiles.joined(head, Array("VP8X".utf8), [10, 0, 0, 0], body, rest)
    }
    let contradiction = canvas([0, 0, 0, 0, 99, 0, 0, 99, 0, 0])
    #expect(throws: PictureError.damaged(.webp, reason: "has more than one size")) { try EncodedPicture(contradiction) }
    let huge = canvas([0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 9, 0, 0])
    #expect(throws: PictureError.tooLarge(width: 1 << 24, height: 10)) { try EncodedPicture(huge) }
    let animated = canvas([2, 0, 0, 0, 9, 0, 0, 9, 0, 0])
    #expect(throws: PictureError.unsupported("an animated WebP picture")) { try EncodedPicture(animated) }
  }

  @Test(
    "what is not a picture, or of another kind, is named",
    arguments: [
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", .unsupported("an SVG picture")),
      ("\u{FEFF} \n<?xml version='1.0'?><!-- logo --><SVG>", .unsupported("an SVG picture")),
      ("<!DOCTYPE html><title>404</title>", .unsupported("a web page")), ("<a/>", .unsupported("a text in markup")),
      ("GIF89a....", .unsupported("a GIF picture")), ("BM......", .unsupported("a BMP picture")),
      ("%PDF-1.4", .unsupported("a PDF document")), ("", .unknown), ("hello", .unknown), ("RIFF....WAVE", .unknown),
    ] as [(String, PictureError)])
  func others(text: String, expected: PictureError) {
    #expect(throws: expected) { try EncodedPicture(Array(text.utf8)) }
  }

  @Test("texts, profiles and previews do not reach the decoder", .enabled(if: PictureFiles.canMake))
  func extras() throws {
    let png = try PictureFiles.make("a.png")
    let text = PictureFiles.joined(Array("Comment\0\0".utf8), [UInt8](repeating: 0x78, count: 9000))
    let bomb = PictureFiles.chunk("zTXt", text)
    let place = 8 + 25  // behind the signature and the header
    let withText = PictureFiles.joined(Array(png[..<place]), bomb, Array(png[place...]))
    #expect(try EncodedPicture(withText).bytes == EncodedPicture(png).bytes)
    #expect(try PictureDecoder.decode(withText) == PictureDecoder.decode(png))

    let jpeg = try PictureFiles.make("a.jpg")
    let preview = PictureFiles.joined([0xFF, 0xE1], UInt16(jpeg.count + 2).bigEndianBytes, jpeg)
    let withPreview = PictureFiles.joined(Array(jpeg[..<2]), preview, Array(jpeg[2...]))
    #expect(try EncodedPicture(withPreview).bytes == EncodedPicture(jpeg).bytes)
    #expect(try PictureDecoder.decode(withPreview) == PictureDecoder.decode(jpeg))
  }

  @Test("a JPEG picture of thousands of scans is refused", .enabled(if: PictureFiles.canMake))
  func scans() throws {
    let jpeg = try PictureFiles.make("a.jpg")
    let scan = try #require((0..<jpeg.count - 1).last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
    let body = Array(jpeg[scan..<jpeg.count - 2])
    let bodies = (0..<1000).flatMap { _ in body }
    let many = PictureFiles.joined(Array(jpeg[..<scan]), bodies, [0xFF, 0xD9])
    #expect(throws: PictureError.damaged(.jpeg, reason: "has more than 64 scans")) {
      try EncodedPicture(Array(many.prefix(1 << 20)))
    }
  }
}
