import Bytes
import Foundation
import Pictures
import TestSupport

/// Files of pictures that ffmpeg makes for a test, and others that are put together by hand.
enum PictureFiles {
  /// True when ffmpeg can make the files.
  static let canMake = ProcessRunner.hasPrograms("ffmpeg")

  /// The file of one picture of a source of ffmpeg's lavfi, in a pixel format, with more options of its encoder.
  static func make(
    _ name: String, source: String = "testsrc2=s=64x48", pixels: String? = nil, options: [String] = []
  ) throws -> [UInt8] {
    let folder = try Scratch()
    let format = pixels.map { ["-vf", "format=\($0)"] } ?? []
    let result = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", source] + format + options
        + ["-frames:v", "1", "-bitexact", folder.path(name)])
    let file = folder.read(name)
    guard result.exitCode == 0, !file.isEmpty else { throw PictureFileError(text: result.errorText) }
    return file
  }

  struct PictureFileError: Error {
    let text: String
  }

  /// The pixels that ffmpeg finds in a file: red, green and blue, row by row.
  static func reference(_ file: [UInt8], name: String) throws -> [UInt8] {
    let folder = try Scratch()
    let path = try folder.write(file, as: name)
    return try ProcessRunner.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-frames:v", "1", "-sws_flags", "accurate_rnd", "-f", "rawvideo", "-pix_fmt",
        "rgb24", "-",
      ]
    ).output
  }

  /// A PNG file with this header and no valid pixels.
  static func emptyPNG(width: Int, height: Int) -> [UInt8] {
    let header = joined(UInt32(width).bigEndianBytes, UInt32(height).bigEndianBytes, [8, 2, 0, 0, 0])
    return joined(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], chunk("IHDR", header), chunk("IDAT", []), chunk("IEND", []))
  }

  /// The parts, one behind the other.
  static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

  /// A chunk of a PNG file, with a check sum of zeros, which nothing checks.
  static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    joined(UInt32(body.count).bigEndianBytes, Array(kind.utf8), body, [0, 0, 0, 0])
  }

  /// A Windows icon of these pictures.
  static func icon(_ pictures: [[UInt8]]) -> [UInt8] {
    var place = 6 + 16 * pictures.count
    var file = joined([0, 0, 1, 0], UInt16(pictures.count).littleEndianBytes)
    for picture in pictures {
      file += [0, 0, 0, 0, 1, 0, 32, 0]
      file += joined(UInt32(picture.count).littleEndianBytes, UInt32(place).littleEndianBytes)
      place += picture.count
    }
    return pictures.reduce(file, +)
  }

  /// `file` with other bytes at a place.
  static func patched(_ file: [UInt8], at place: Int, _ bytes: [UInt8]) -> [UInt8] {
    var file = file
    file.replaceSubrange(place..<place + bytes.count, with: bytes)
    return file
  }

  /// A small file of each kind, by the name of the kind.
  static func small() throws -> [(name: String, file: [UInt8])] {
    let source = "testsrc2=s=24x18"
    let png = try make("a.png", source: source)
    return [
      ("png", png), ("jpg", try make("a.jpg", source: source)),
      ("webp", try make("a.webp", source: source, options: ["-quality", "80"])),
      ("lossless.webp", try make("b.webp", source: source, options: ["-lossless", "1"])), ("ico", icon([png])),
    ]
  }
}

/// The fault of a file that must not be shown; nil when it can be.
func fault(_ file: [UInt8]) -> PictureError? {
  do throws(PictureError) {
    _ = try PictureDecoder.decode(file)
    return nil
  } catch {
    return error
  }
}
