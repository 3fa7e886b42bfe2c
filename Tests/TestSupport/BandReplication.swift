/// Makes HE-AAC from AAC-LC: adds spectral band replication data to a frame, since no free encoder here does that.
///
/// The data (ISO/IEC 14496-3, 4.4.2.8, in a fill element before the end of the raw data block) is the minimum that a
/// decoder accepts: a header, then one envelope at the lowest level. The upper half of the spectrum stays empty, while
/// the decoder doubles the rate. From a single channel it makes stereo, since parametric stereo may follow.
public enum BandReplication {
  /// The size of the fill element's payload, in bytes.
  private static let payloadSize = 40

  /// The frame with the data added.
  public static func added(to frame: [UInt8]) -> [UInt8] {
    var bits = frame.dropFirst(ADTS.headerSize).flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    // The block ends with the element ID_END, 111, and zeros up to the end of the byte.
    while bits.last == 0 { bits.removeLast() }
    bits.removeLast(3)

    func append(_ value: Int, _ width: Int) {
      for bit in (0..<width).reversed() { bits.append(UInt8(value >> bit & 1)) }
    }
    append(6, 3)  // ID_FIL
    append(15, 4)
    append(payloadSize - 14, 8)  // count = 15 + this - 1
    let start = bits.count
    append(13, 4)  // EXT_SBR_DATA
    append(1, 1)  // bs_header_flag
    append(0, 1)  // bs_amp_res
    append(5, 4)  // bs_start_freq
    append(9, 4)  // bs_stop_freq
    append(0, 3)  // bs_xover_band
    append(0, 2)  // reserved
    append(0, 2)  // no extra headers
    while bits.count < start + 8 * payloadSize { bits.append(0) }
    append(7, 3)  // ID_END
    while bits.count % 8 != 0 { bits.append(0) }

    let payload = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 }
    }
    return ADTS.header(frame, length: ADTS.headerSize + payload.count) + payload
  }
}
