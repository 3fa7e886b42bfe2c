package import AudioCore
import Bytes
package import NIOCore

/// Makes an Ogg stream from packets, for one listener: pages, granule positions, and a new link with new headers for
/// each title and after each break.
///
/// A link that begins within the programme begins with the last packets of the link before, which are decoded and not
/// heard: Vorbis needs one packet, Opus 80 ms (RFC 7845, 4.6). So no frame is lost or played twice at a change of
/// title.
package struct OggWriter: Sendable {
  /// The maximum duration of the audio on a page with more than one packet: a listener has to wait for the whole page.
  private static let pageDuration: Duration = .milliseconds(500)
  /// A page with more bytes than this takes no further packet.
  private static let pageBytes = 32 << 10
  /// The frames of Opus after which a decoder has settled: 80 ms at 48 kHz.
  private static let opusRoll = 3840

  private struct Link {
    var pages: OggPageWriter
    let codec: Codec
    let setup: CodecSetup?
    let format: AudioFormat
    let title: String
    var granule: Int64 = 0
    var hasSound = false
    var waiting: Duration = .zero

    /// Returns true when `packet`, under `title`, belongs to this link.
    func continues(with packet: Packet, title: String) -> Bool {
      !packet.isDiscontinuity && packet.codec == codec && packet.headerFormat == format && title == self.title
        && packet.setup == setup
    }

    mutating func put(_ packet: Packet, to output: inout ByteBuffer) {
      // The last packet stays on its page until the next one comes, so that there is a packet to end the link with.
      if waiting + packet.duration > OggWriter.pageDuration || pages.waitingBytes > OggWriter.pageBytes {
        pages.flush(to: &output)
        waiting = .zero
      }
      switch codec.properties.framing {
      case .packets(.vorbis?):  // the first packet decodes to nothing
        if hasSound { granule += Int64(packet.frameCount) }
      case .packets(.opus?): granule += Int64(packet.untrimmedFrames - packet.endTrim)
      case .packets, .frames, .samples: granule += Int64(packet.frameCount)
      }
      hasSound = true
      waiting += packet.duration
      pages.append(packet.bytes, granule: granule, to: &output)
    }
  }

  private var nextSerial: UInt32
  private var link: Link?
  /// The packets with which a new link begins.
  private var roll: [Packet] = []

  /// A stream whose links have serial numbers from `serial` on.
  package init(serial: UInt32 = .random(in: 0...UInt32.max)) { nextSerial = serial }

  /// Returns true when packets like `packet` can go into an Ogg stream.
  package static func takes(_ packet: Packet) -> Bool { OggHeaders(for: packet, title: "", preSkip: 0) != nil }

  /// Appends `packet`, which has the title `title`, and writes the complete pages to `output`. Returns false, and skips
  /// the packet, when it cannot go into an Ogg stream.
  @discardableResult
  package mutating func append(_ packet: Packet, title: String, to output: inout ByteBuffer) -> Bool {
    if let link, !link.continues(with: packet, title: title) { finish(to: &output) }
    if packet.isDiscontinuity || roll.last.map({ $0.codec != packet.codec || $0.setup != packet.setup }) ?? false {
      roll = []
    }
    if link == nil, !begin(with: packet, title: title, to: &output) { return false }
    link?.put(packet, to: &output)
    remember(packet)
    if packet.endTrim > 0 { finish(to: &output) }
    return true
  }

  /// Ends the link; the next packet begins another one.
  package mutating func finish(to output: inout ByteBuffer) {
    link?.pages.flush(isEnd: true, to: &output)
    link = nil
  }

  private mutating func begin(with packet: Packet, title: String, to output: inout ByteBuffer) -> Bool {
    // A listener who joins in the middle must not hear how the decoder settles.
    var preSkip = packet.startTrim + (roll.isEmpty ? Self.opusRoll : roll.reduce(0) { $0 + $1.untrimmedFrames })
    if packet.isDiscontinuity, packet.startTrim > 0, let announced = packet.announcedPreSkip {
      preSkip = announced  // the pre-skip may be longer than this packet
    }
    guard let headers = OggHeaders(for: packet, title: title, preSkip: preSkip) else { return false }
    var pages = OggPageWriter(serial: nextSerial)
    nextSerial &+= 1
    for (index, header) in headers.packets.enumerated() {
      pages.append(header, granule: 0, to: &output)
      if index == 0 { pages.flush(to: &output) }
    }
    pages.flush(to: &output)
    link = Link(pages: pages, codec: packet.codec, setup: packet.setup, format: packet.headerFormat, title: title)
    for packet in roll { link?.put(packet, to: &output) }
    return true
  }

  private mutating func remember(_ packet: Packet) {
    switch packet.codec.properties.framing {
    case .packets(.vorbis?): roll = [packet]
    case .packets(.opus?):
      roll.append(packet)
      var frames = roll.reduce(0) { $0 + $1.untrimmedFrames }
      while let first = roll.first, frames - first.untrimmedFrames >= Self.opusRoll {
        frames -= first.untrimmedFrames
        roll.removeFirst()
      }
    case .packets, .frames, .samples: break
    }
  }
}

extension Packet {
  /// The frames to which it decodes, including the trimmed ones.
  fileprivate var untrimmedFrames: Int { frameCount + startTrim + endTrim }

  /// The pre-skip in the header of an Opus stream (RFC 7845, 5.1).
  fileprivate var announcedPreSkip: Int? {
    guard case .headers(let headers)? = setup, let head = headers.first, head.count >= 12 else { return nil }
    return Int(littleEndianBytes: head[10..<12])
  }
}
