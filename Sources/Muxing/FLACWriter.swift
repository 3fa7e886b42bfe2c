package import AudioCore
package import NIOCore

/// Makes a native FLAC stream from packets, for one listener who joins anywhere: the marker, the description of the
/// stream without its length, and the frames as they came (RFC 9639, 6).
package struct FLACWriter: Sendable {
  private var setup: CodecSetup?

  /// Returns true when `packet` is a frame of FLAC with its description.
  package static func takes(_ packet: Packet) -> Bool { opening(for: packet) != nil }

  /// Appends `packet` to `output`, after the opening when it is the first. Returns false when it belongs to another
  /// stream: native FLAC cannot express a change.
  package mutating func append(_ packet: Packet, to output: inout ByteBuffer) -> Bool {
    if setup == nil {
      guard let opening = Self.opening(for: packet) else { return false }
      output.writeBytes(opening)
      setup = packet.setup
    }
    guard packet.codec == .flac, packet.setup == setup else { return false }
    output.writeBytes(packet.bytes)
    return true
  }

  private static func opening(for packet: Packet) -> [UInt8]? {
    guard packet.codec == .flac, case .headers(let headers)? = packet.setup, let info = headers.first, info.count == 34
    else { return nil }
    return Array("fLaC".utf8) + OggHeaders.flacBlock(type: 0, isLast: true, OggHeaders.withoutLength(info))
  }
}
