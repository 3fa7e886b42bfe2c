/// Cuts AAC in ADTS frames into segments, as a station's packager does.
public enum ADTSFrames {
  /// The frames of `stream`, `count` in each piece; the last piece has the rest.
  public static func pieces(of stream: [UInt8], frames count: Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    var frames = 0
    var place = 0
    while place + 7 <= stream.count {
      // 13 bits of the header hold the length of the frame (ISO/IEC 13818-7, 6.2.1).
      let length = Int(stream[place + 3] & 3) << 11 | Int(stream[place + 4]) << 3 | Int(stream[place + 5]) >> 5
      guard length >= 7, place + length <= stream.count else { break }
      piece += stream[place..<place + length]
      place += length
      frames += 1
      if frames % count == 0 {
        pieces.append(piece)
        piece = []
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  /// The ID3 tag that packed AAC begins with (RFC 8216, 3.4): the time of its first sample on a 90 kHz clock, and a
  /// title.
  public static func tag(time: UInt64, title: String?) -> [UInt8] {
    func frame(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + synchsafe(body.count) + [0, 0] + body }
    func synchsafe(_ size: Int) -> [UInt8] { (0..<4).map { UInt8(size >> (21 - 7 * $0) & 0x7F) } }
    let clock = (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * UInt64($0))) }
    let stamp = frame("PRIV", Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0] + clock)
    let frames = stamp + (title.map { frame("TIT2", [3] + Array($0.utf8)) } ?? [])
    return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frames.count) + frames
  }
}
