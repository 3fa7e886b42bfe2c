import AudioCore

/// Joins a codec's headers into one byte string ("extradata"), as libavcodec takes them.
enum CodecHeaders {
  /// Returns the `wanted` headers of `setup`; empty when it has fewer.
  static func joined(_ setup: CodecSetup?, _ wanted: CodecProperties.Headers) -> [UInt8] {
    guard case .headers(let headers) = setup, let first = headers.first else { return [] }
    return switch wanted {
    case .none: []
    case .first: first
    case .laced(let count): headers.count == count ? xiph(headers) : []
    }
  }

  /// Returns the headers with Xiph's lacing: the number of packets minus one, then the length of each packet except the
  /// last (as bytes of 255 and a remainder), then the packets.
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
