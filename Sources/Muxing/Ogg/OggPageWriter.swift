import Bytes
import NIOCore
import Parser

/// Writes packets to the pages of one logical Ogg stream (RFC 3533, 6): lacing, sequence numbers, checksums.
struct OggPageWriter: Sendable {
  /// The maximum number of segments on a page.
  private static let maximumSegments = 255
  /// The granule position of a page on which no packet ends.
  private static let noGranule: Int64 = -1

  private let serial: UInt32
  private var sequence: UInt32 = 0
  private var lacing: [UInt8] = []
  private var payload: [UInt8] = []
  private var granule = Self.noGranule
  /// True when the page begins within a packet.
  private var isContinued = false

  /// The pages of the stream with the serial number `serial`.
  init(serial: UInt32) { self.serial = serial }

  /// The number of bytes that wait for their page.
  var waitingBytes: Int { payload.count }

  /// Adds `packet` to the current page; `granule` is the stream's granule position after it. Writes the pages that are
  /// full to `output`.
  mutating func append(_ packet: [UInt8], granule: Int64, to output: inout ByteBuffer) {
    var segments = packet.count / 255 + 1
    if lacing.count + segments > Self.maximumSegments, !lacing.isEmpty { flush(to: &output) }
    var rest = packet[...]
    while segments > 0 {
      if lacing.count == Self.maximumSegments {
        flush(to: &output)
        isContinued = true
      }
      let segment = rest.prefix(255)
      lacing.append(UInt8(segment.count))
      payload += segment
      rest = rest.dropFirst(255)
      segments -= 1
    }
    self.granule = granule
  }

  /// Writes the current page to `output`. With `isEnd` it is the last page of the stream, and is written even when it
  /// is empty.
  mutating func flush(isEnd: Bool = false, to output: inout ByteBuffer) {
    guard isEnd || !lacing.isEmpty else { return }
    var page: [UInt8] = []
    page.reserveCapacity(27 + lacing.count + payload.count)
    var flags: UInt8 = isContinued ? 1 : 0
    if sequence == 0 { flags |= 2 }
    if isEnd { flags |= 4 }
    page += Array("OggS".utf8)
    page += [0, flags]
    page += UInt64(bitPattern: granule).littleEndianBytes
    page += serial.littleEndianBytes
    page += sequence.littleEndianBytes
    page += [0, 0, 0, 0, UInt8(lacing.count)]
    page += lacing
    page += payload
    page.replaceSubrange(OggChecksum.field, with: OggChecksum.of(page).littleEndianBytes)
    output.writeBytes(page)
    sequence &+= 1
    lacing = []
    payload = []
    granule = Self.noGranule
    isContinued = false
  }
}
