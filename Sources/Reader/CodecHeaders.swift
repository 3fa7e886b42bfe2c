import AudioCore

/// A codec's headers as libavcodec takes them, in one run of bytes ("extradata").
enum CodecHeaders {
  /// The headers of `setup`; empty when there are none, or fewer than `codec` needs.
  static func laced(_ setup: CodecSetup?, codec: Codec) -> [UInt8] {
    guard case .headers(let headers) = setup, let first = headers.first else { return [] }
    guard codec == .vorbis else { return first }
    guard headers.count == 3 else { return [] }
    return xiph(headers)
  }

  /// Xiph's lacing: the number of packets less one, then the length of each but the last as so many 255 and a rest, then
  /// the packets.
  private static func xiph(_ headers: [[UInt8]]) -> [UInt8] {
    var bytes = [UInt8(headers.count - 1)]
    bytes.reserveCapacity(headers.reduce(1) { $0 + $1.count + $1.count / 255 + 1 })
    for header in headers.dropLast() {
      bytes += repeatElement(255, count: header.count / 255)
      bytes.append(UInt8(header.count % 255))
    }
    for header in headers { bytes += header }
    return bytes
  }
}
