import CAVCodec
import SystemSupport

/// Decodes pictures with libavcodec, on one thread. Needs memory for the decoder's picture of at most 2,048 × 2,048
/// pixels, which is smaller already when it leaves the decoder.
public enum PictureDecoder {
  /// The largest number of pixels for which the decoder may allocate memory.
  private static let maximumPixels = Int64(PictureHeader.maximumSide * PictureHeader.maximumSide)

  /// Decodes a file of any ``PictureFormat``. The result has at most `side × side` pixels; larger pictures are made
  /// smaller. Transparent parts get a light background, or a dark one when the picture itself is light.
  ///
  /// Throws ``PictureError``. Blocks the thread for the time of decoding.
  public static func decode(_ file: [UInt8], side: Int = Picture.maximumSide) throws(PictureError) -> Picture {
    try decode(EncodedPicture(file), side: side)
  }

  /// The same for a file that was read.
  package static func decode(_ file: EncodedPicture, side: Int = Picture.maximumSide) throws(PictureError) -> Picture {
    let decoder = try OpenDecoder(file)
    return try decoder.picture(within: max(side, 1))
  }

  /// One open decoder, which is freed with this object.
  private final class OpenDecoder {
    private let file: EncodedPicture
    private let decoder: OpaquePointer

    init(_ file: EncodedPicture) throws(PictureError) {
      self.file = file
      var made: OpaquePointer?
      let result = cavcodec_open_picture(file.decoder, PictureDecoder.maximumPixels, &made)
      guard result == 0, let made else { throw Self.openFault(result, file) }
      decoder = made
    }

    deinit { cavcodec_close(decoder) }

    /// Returns the picture, smaller when it does not fit into a square of `side` pixels.
    func picture(within side: Int) throws(PictureError) -> Picture {
      let sent = file.bytes.withUnsafeBufferPointer { cavcodec_send(decoder, $0.baseAddress, $0.count) }
      guard sent >= 0 else { throw fault(sent) }
      _ = cavcodec_send_end(decoder)
      var size = cavcodec_size()
      let received = cavcodec_receive_picture(decoder, &size)
      guard received == 1 else { throw fault(received) }
      let (width, height) = (Int(size.width), Int(size.height))
      guard (width, height) == (file.header.width, file.header.height) else {
        throw .damaged(file.header.format, reason: "has another size than it says")
      }
      let new = Picture.size(width: width, height: height, within: side)
      var scaler = AreaScaler(channels: 4, width: width, height: height, newWidth: new.width, newHeight: new.height)
      var row = [UInt8](repeating: 0, count: 4 * width)
      row.withUnsafeMutableBufferPointer { row in
        for number in 0..<size.height {
          cavcodec_copy_row(decoder, number, row.baseAddress)
          scaler.add(UnsafeBufferPointer(row))
        }
      }
      return Picture(width: new.width, height: new.height, checked: Backdrop.composed(scaler.pixels))
    }

    private func fault(_ code: Int32) -> PictureError {
      guard code < 0 else { return .damaged(file.header.format, reason: "holds no pixels") }
      return .damaged(file.header.format, reason: "cannot be decoded (\(Self.text(code)))")
    }

    private static func openFault(_ result: Int32, _ file: EncodedPicture) -> PictureError {
      let package = "libavcodec\(cavcodec_library_version())"
      switch Int(result) {
      case CAVCODEC_NO_LIBRARY:
        let advice = LoadedLibrary.libavcodec.advice(
          version: Int(cavcodec_library_version()), problem: String(cString: cavcodec_library_problem()))
        return .noDecoder(reason: "pictures need libavcodec; \(advice)")
      case CAVCODEC_NO_DECODER:
        return .noDecoder(
          reason: "the installed \(package) was built without its \(file.header.format.name) decoder")
      case CAVCODEC_NO_MEMORY: return .noDecoder(reason: "there is no memory for a picture")
      default: return .noDecoder(reason: "the decoder for pictures cannot be opened (\(text(result)))")
      }
    }

    private static func text(_ code: Int32) -> String {
      var text = [CChar](repeating: 0, count: 128)
      cavcodec_error_text(code, &text, text.count)
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

/// The background behind the transparent parts of a picture.
private enum Backdrop {
  private static let light = 255
  private static let dark = 24
  /// The mean brightness, 0…255, above which a picture could not be seen on the light background.
  private static let lightPicture = 200
  /// A picture counts as transparent when this number of 256 parts of it is.
  private static let minimumShare = 2

  /// Returns the colours of `pixels`, which have alpha and whose colours are multiplied by it, on a background.
  static func composed(_ pixels: [UInt8]) -> [UInt8] {
    var brightness = 0
    var opacity = 0
    let count = pixels.count / 4
    for place in stride(from: 0, to: 4 * count, by: 4) {
      brightness += (Int(pixels[place]) * 2 + Int(pixels[place + 1]) * 5 + Int(pixels[place + 2])) / 8
      opacity += Int(pixels[place + 3])
    }
    let isTransparent = (255 * count - opacity) * 256 > 255 * count * minimumShare
    let isLight = opacity > 0 && brightness * 255 / opacity > lightPicture
    let ground = isTransparent && isLight ? dark : light
    var composed: [UInt8] = []
    composed.reserveCapacity(3 * count)
    for place in stride(from: 0, to: 4 * count, by: 4) {
      let rest = (ground * (255 - Int(pixels[place + 3])) + 127) / 255
      for channel in 0..<3 { composed.append(UInt8(min(Int(pixels[place + channel]) + rest, 255))) }
    }
    return composed
  }
}
