package import AudioCore
import Bytes
package import NIOCore

/// Makes an Ogg stream from packets, for one listener or for a file: pages, granule positions, and a new link with new
/// headers for each title of a listener and after each break.
///
/// A link that begins within the programme begins with the last packets before it, which are decoded and not heard:
/// Vorbis needs one packet, Opus 80 ms (RFC 7845, 4.6), and more where a decoder is to give the same samples as one that
/// continues. So no frame is lost or played twice at a change of title.
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
    let isFile: Bool
    var granule: Int64 = 0
    var hasSound = false
    /// True when a packet of Vorbis was put that has sound.
    var isBegun = false
    var waiting: Duration = .zero
    /// True when the next packet begins a page.
    var isPageWhole = false
    /// The frames that the position cuts from the last packet, unless another one follows.
    var endTrim = 0

    /// Returns true when `packet`, under `title`, belongs to this link.
    func continues(with packet: Packet, title: String) -> Bool {
      !packet.isDiscontinuity && packet.codec == codec && packet.headerFormat == format && title == self.title
        && packet.setup == setup
    }

    mutating func put(_ packet: Packet, to output: inout ByteBuffer) {
      // The last packet stays on its page until the next one comes, so that there is a packet to end the link with.
      if isPageWhole || waiting + packet.duration > OggWriter.pageDuration || pages.waitingBytes > OggWriter.pageBytes {
        pages.flush(to: &output)
        waiting = .zero
        isPageWhole = false
      }
      switch codec.properties.framing {
      case .packets(.vorbis?):  // the first packet decodes to nothing
        if hasSound {
          granule += Int64(packet.frameCount)
          // What the first page's position lacks is dropped from the last packet of that page. ffmpeg loses a packet
          // where the first page of a file is its last one.
          isPageWhole = isFile && !isBegun || packet.startTrim > 0
          isBegun = true
        }
      case .packets(.opus?): granule += Int64(packet.untrimmedFrames - packet.endTrim)
      case .packets, .frames, .samples:
        granule += Int64(endTrim + packet.frameCount)
        endTrim = packet.endTrim
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
  /// The least frames of Opus, at 48 kHz, with which a link begins that are not heard.
  private let opusRoll: Int
  /// The comments of all links of a file; nil for a listener, who gets the titles.
  private let comments: OggComments?

  /// A stream for a listener, whose links have serial numbers from `serial` on.
  package init(serial: UInt32 = .random(in: 0...UInt32.max)) {
    nextSerial = serial
    opusRoll = Self.opusRoll
    comments = nil
  }

  /// A file whose links all have these comments. A link of Opus begins with at least `opusRoll` frames (at 48 kHz, at
  /// most 59,000) that are not heard, where there are as many packets before it. FLAC and Speex go on after a break in
  /// the same link: frames of FLAC do not need each other, and most players of Speex stop at the next link.
  package init(comments: OggComments, opusRoll: Int, serial: UInt32 = .random(in: 0...UInt32.max)) {
    nextSerial = serial
    self.opusRoll = opusRoll
    self.comments = comments
  }

  /// Returns true when packets like `packet` can go into an Ogg stream.
  package static func takes(_ packet: Packet) -> Bool {
    OggHeaders(for: packet, comments: OggComments(), preSkip: 0) != nil
  }

  /// Takes the packets before the first one, the newest last. Those before a break do not count.
  package mutating func begin(after before: [Packet]) {
    for packet in before {
      forgetRoll(before: packet)
      remember(packet)
    }
  }

  /// Appends `packet`, which has the title `title` for a listener, and writes the complete pages to `output`. Returns
  /// false, and skips the packet, when it cannot go into an Ogg stream.
  @discardableResult
  package mutating func append(_ packet: Packet, title: String, to output: inout ByteBuffer) -> Bool {
    let packet = comments == nil ? packet : packet.inFile(isFirst: link == nil)
    let title = comments == nil ? title : ""
    if let link, !link.continues(with: packet, title: title) { finish(to: &output) }
    forgetRoll(before: packet)
    if link == nil, comments != nil, packet.beginsNoLink, Self.takes(packet) {
      remember(packet)
      return true
    }
    if link == nil, !begin(with: packet, title: title, to: &output) { return false }
    link?.put(packet, to: &output)
    remember(packet)
    if packet.endTrim > 0, comments == nil || packet.codec != .speex { finish(to: &output) }
    return true
  }

  /// Ends the link; the next packet begins another one.
  package mutating func finish(to output: inout ByteBuffer) {
    // The position of a page that is the first and the last cuts the end.
    if link?.isPageWhole ?? false { link?.pages.flush(to: &output) }
    link?.pages.flush(isEnd: true, to: &output)
    link = nil
  }

  private mutating func begin(with packet: Packet, title: String, to output: inout ByteBuffer) -> Bool {
    var preSkip = packet.startTrim + roll.reduce(0) { $0 + $1.untrimmedFrames }
    // A listener who joins in the middle must not hear how the decoder settles. A file keeps all that it got.
    if roll.isEmpty, comments == nil { preSkip += Self.opusRoll }
    let first = roll.first ?? packet
    if first.isDiscontinuity, first.startTrim > 0, let announced = packet.announcedPreSkip {
      // The pre-skip may be longer than this packet.
      preSkip = roll.isEmpty ? announced : max(preSkip, announced)
    }
    let comments = comments ?? OggComments(title: title)
    guard let headers = OggHeaders(for: packet, comments: comments, preSkip: preSkip) else { return false }
    var pages = OggPageWriter(serial: nextSerial)
    nextSerial &+= 1
    for (index, header) in headers.packets.enumerated() {
      pages.append(header, granule: 0, to: &output)
      if index == 0 { pages.flush(to: &output) }
    }
    pages.flush(to: &output)
    link = Link(
      pages: pages, codec: packet.codec, setup: packet.setup, format: packet.headerFormat, title: title,
      isFile: self.comments != nil)
    for packet in roll { link?.put(packet, to: &output) }
    return true
  }

  /// Forgets the packets that a decoder does not need for `packet`.
  private mutating func forgetRoll(before packet: Packet) {
    if packet.isDiscontinuity || roll.last.map({ $0.codec != packet.codec || $0.setup != packet.setup }) ?? false {
      roll = []
    }
  }

  private mutating func remember(_ packet: Packet) {
    switch packet.codec.properties.framing {
    case .packets(.vorbis?): roll = [packet]
    case .packets(.opus?):
      roll.append(packet)
      var frames = roll.reduce(0) { $0 + $1.untrimmedFrames }
      while let first = roll.first, frames - first.untrimmedFrames >= opusRoll {
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

  /// True when a link of a file need not begin with this packet: it has no frame of the programme, and is at most what
  /// decoding needs before the next one.
  fileprivate var beginsNoLink: Bool {
    guard frameCount == 0 else { return false }
    return codec == .vorbis || startTrim == 0 && endTrim > 0
  }

  /// The packet as it goes into a file, where it is the first one or follows others.
  ///
  /// A frame of FLAC is whole. It breaks off nothing, and its description has nothing that holds only for a part of the
  /// file: lengths of frames, length and checksum of the whole. A packet of Speex is whole unless it is the first or the
  /// last one.
  fileprivate func inFile(isFirst: Bool) -> Packet {
    var packet = self
    switch codec.properties.framing {
    case .packets(.flac?):
      guard case .headers(let headers)? = setup, var info = headers.first, info.count == 34 else { return self }
      info = OggHeaders.withoutLength(info)
      for place in 4..<10 { info[place] = 0 }
      packet.setup = .headers([info])
      packet.frameCount = untrimmedFrames
      (packet.startTrim, packet.endTrim) = (0, 0)
    case .packets(.speex?):
      guard !isFirst else { return self }
      packet.frameCount += startTrim
      packet.startTrim = 0
    case .packets, .frames, .samples: return self
    }
    packet.isDiscontinuity = false
    return packet
  }

  /// The pre-skip in the header of an Opus stream (RFC 7845, 5.1).
  fileprivate var announcedPreSkip: Int? {
    guard case .headers(let headers)? = setup, let head = headers.first, head.count >= 12 else { return nil }
    return Int(littleEndianBytes: head[10..<12])
  }
}
