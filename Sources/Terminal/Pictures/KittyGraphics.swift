import Bytes
import Pictures

/// The graphics protocol of kitty: a picture with a number, which the terminal scales to a rectangle of cells.
enum KittyGraphics {
  /// The number of our only picture, which no other program on this screen is likely to use.
  private static let number = 21330
  /// The longest piece of a picture's data, in bytes of Base64.
  private static let pieceBytes = 4096

  /// Removes the picture from the screen and from the terminal's memory. `q=2`: the terminal does not answer.
  static let removal = Array("\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\".utf8)

  /// Returns the sequences that show a picture in a rectangle; the cursor stays where the rectangle begins.
  static func show(_ picture: Picture, in region: Region) -> [UInt8] {
    let data = Base64.encode(picture.pixels)
    var bytes = CursorMove.bytes(to: region)
    bytes.reserveCapacity(data.count + data.count / 256 + 128)
    for start in stride(from: 0, to: data.count, by: pieceBytes) {
      let end = min(start + pieceBytes, data.count)
      bytes += "\u{1B}_G".utf8
      if start == 0 {
        bytes += "a=T,f=24,s=\(picture.width),v=\(picture.height),i=\(number),p=1,".utf8
        bytes += "c=\(region.columns),r=\(region.rows),C=1,q=2,".utf8
      }
      bytes += "m=\(end < data.count ? 1 : 0);".utf8
      bytes += data[start..<end]
      bytes += "\u{1B}\\".utf8
    }
    return bytes
  }
}
