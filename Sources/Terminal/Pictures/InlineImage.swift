import Bytes
import Pictures

/// Inline images of iTerm2: a file in PNG, which the terminal scales to a rectangle of cells.
enum InlineImage {
  /// Returns the sequences that show a picture in a rectangle.
  static func show(_ picture: Picture, in region: Region) -> [UInt8] {
    let file = PNGEncoder.file(picture)
    var bytes = CursorMove.bytes(to: region)
    bytes += "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(region.columns);height=\(region.rows);".utf8
    bytes += "preserveAspectRatio=0;doNotMoveCursor=1:".utf8
    bytes += Base64.encode(file)
    bytes.append(0x07)
    return bytes
  }
}
