/// ADTS frames assembled by hand (ISO/IEC 14496-3, 1.A.3.2), for streams that no free encoder makes.
public enum ADTS {
  /// The size of a header without a checksum, in bytes.
  public static let headerSize = 7

  /// A header like `header`, for a frame of `length` bytes with `blocks` raw data blocks.
  public static func header(_ header: some Collection<UInt8>, length: Int, blocks: Int = 1) -> [UInt8] {
    var bytes = Array(header.prefix(headerSize))
    bytes[3] = bytes[3] & 0xFC | UInt8(length >> 11)
    bytes[4] = UInt8(truncatingIfNeeded: length >> 3)
    bytes[5] = bytes[5] & 0x1F | UInt8(truncatingIfNeeded: length << 5)
    bytes[6] = bytes[6] & 0xFC | UInt8(blocks - 1)
    return bytes
  }

  /// One frame that contains the raw data blocks of several frames.
  public static func joined(_ frames: [[UInt8]]) -> [UInt8] {
    let payload = frames.flatMap { $0.dropFirst(headerSize) }
    return header(frames[0], length: headerSize + payload.count, blocks: frames.count) + payload
  }
}
