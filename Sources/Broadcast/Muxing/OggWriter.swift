import AudioCore
import NIOCore

/// Makes an Ogg stream out of packets, for one listener: pages, granule positions, and a new link with headers of its own for each
/// title and after each break.
///
/// A link that begins within the programme begins with packets that the one before ended with, to be decoded and not heard: Vorbis
/// needs one, Opus 80 ms (RFC 7845, 4.6), so that no frame is lost or played twice at a title.
package struct OggWriter: Sendable {
  /// Sound on a page, at most, unless it is one packet: a listener waits for it.
  private static let pageDuration: Duration = .milliseconds(500)
  /// Bytes on a page, unless it is one packet.
  private static let pageBytes = 32 << 10
  /// Frames of Opus that are decoded for a decoder to settle.
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

    /// Whether `packet`, under `title`, goes on with it.
    func continues(with packet: Packet, title: String) -> Bool {
      !packet.isDiscontinuity && packet.codec == codec && packet.headerFormat == format && title == self.title
        && packet.setup == setup
    }

    mutating func put(_ packet: Packet, to output: inout ByteBuffer) {
      // The last packet waits for the next one, so that there is one to end the link with.
      if waiting + packet.duration > OggWriter.pageDuration || pages.waitingBytes > OggWriter.pageBytes {
        pages.flush(to: &output)
        waiting = .zero
      }
      switch codec {
      case .vorbis:  // nothing comes out of the first
        if hasSound { granule += Int64(packet.frameCount) }
      case .opus: granule += Int64(packet.untrimmedFrames - packet.endTrim)
      case .mp1, .mp2, .mp3, .aac, .flac, .alac, .speex, .pcm: granule += Int64(packet.frameCount)
      }
      hasSound = true
      waiting += packet.duration
      pages.append(packet.bytes, granule: granule, to: &output)
    }
  }

  private var nextSerial: UInt32
  private var link: Link?
  /// What a new link would begin with.
  private var roll: [Packet] = []

  /// A stream whose links are numbered from `serial` on.
  package init(serial: UInt32 = .random(in: 0...UInt32.max)) { nextSerial = serial }

  /// Whether packets like this can go into an Ogg stream.
  package static func takes(_ packet: Packet) -> Bool { OggHeaders(for: packet, title: "", preSkip: 0) != nil }

  /// Appends `packet`, which is under `title`, and gives the pages that are complete to `output`. False when it cannot go into an
  /// Ogg stream: then it is left out.
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
    // Who comes in the middle does not hear how the decoder settles.
    var preSkip = packet.startTrim + (roll.isEmpty ? Self.opusRoll : roll.reduce(0) { $0 + $1.untrimmedFrames })
    if packet.isDiscontinuity, packet.startTrim > 0, let announced = packet.announcedPreSkip {
      preSkip = announced  // more than this packet alone is trimmed
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
    switch packet.codec {
    case .vorbis: roll = [packet]
    case .opus:
      roll.append(packet)
      var frames = roll.reduce(0) { $0 + $1.untrimmedFrames }
      while let first = roll.first, frames - first.untrimmedFrames >= Self.opusRoll {
        frames -= first.untrimmedFrames
        roll.removeFirst()
      }
    case .mp1, .mp2, .mp3, .aac, .flac, .alac, .speex, .pcm: break
    }
  }
}

extension Packet {
  /// What it decodes to.
  fileprivate var untrimmedFrames: Int { frameCount + startTrim + endTrim }

  /// The pre-skip in the header of an Opus stream (RFC 7845, 5.1).
  fileprivate var announcedPreSkip: Int? {
    guard case .headers(let headers)? = setup, let head = headers.first, head.count >= 12 else { return nil }
    return Int(head[10]) | Int(head[11]) << 8
  }
}
