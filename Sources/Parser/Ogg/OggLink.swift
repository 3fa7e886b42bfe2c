import AudioCore

/// One logical audio stream in an Ogg stream, from its first page to its last. It assembles packets from pages, reads
/// the headers, and determines which part of the packets is sound of the programme.
///
/// It holds one incomplete packet of at most 1 MiB, and what the mapping and the comments keep.
struct OggLink: Sendable {
  /// The result of a page.
  struct Yield {
    /// Packets that the page completes.
    var packets: [Packet] = []
    /// True when it held something usable: headers, or parts of packets.
    var isUsed = false
  }

  let serial: UInt32
  /// Artist and title, once the comments are read.
  private(set) var tags: TrackTags?

  private var mapping: any OggMapping
  private var nextSequence: UInt32?
  /// The use of the incomplete packet; nil between packets.
  private var packetUse: OggPacketUse?
  private var partial: [UInt8] = []
  private var comments = VorbisComment(behind: 0)
  /// True when data before the next audio packet is missing.
  private var isBroken = true
  /// True when an audio packet was returned.
  private var hasSounded = false
  /// True when the mapping cannot use the complete headers, or one of them is too long: no packet of the link can be
  /// decoded.
  private(set) var isUndecodable = false
  /// The granule position at the end of the last page; nil when it is unknown.
  private var position: Int64?
  /// True until the first granule position, unless something was lost; until then frames are counted from 0.
  private var isCounted = true
  private var counted = 0
  /// Frames that must still be cut from the start.
  private var startTrim: Int

  /// Longest audio packet, in bytes: more than any coding needs.
  static let maximumPacketLength = 1 << 20

  init(serial: UInt32, mapping: any OggMapping) {
    self.serial = serial
    self.mapping = mapping
    startTrim = mapping.startTrim
  }

  var codec: Codec { mapping.codec }
  var format: AudioFormat { mapping.format }

  /// Appends the stream's next page.
  mutating func append(_ page: OggPage) -> Yield {
    if let nextSequence, nextSequence != page.sequence { breakOff() }
    nextSequence = page.sequence &+ 1
    var yield = Yield()
    var sounds: [Sound] = []
    for (index, piece) in page.pieces.enumerated() {
      if index == 0, page.isContinued != (packetUse != nil) {
        breakOff()
        if page.isContinued { continue }  // the end of a packet whose beginning is lost
      }
      if let sound = append(page.bytes[piece.range], isLast: piece.isLast, isUsed: &yield.isUsed) {
        sounds.append(sound)
      }
    }
    if !sounds.isEmpty { yield.packets = packets(of: sounds, on: page) }
    return yield
  }

  /// True when `page` is marked as the beginning of a stream but is the next page of this link's headers: some muxers
  /// mark all pages of headers so.
  func isContinued(by page: OggPage) -> Bool {
    guard page.serial == serial, page.sequence == nextSequence, !hasSounded, let piece = page.pieces.first else {
      return false
    }
    return OggStreamKind.isUnknown(page.bytes[piece.range])
  }

  // MARK: Packets

  private struct Sound {
    var bytes: [UInt8]
    var frames: Int
    var isDiscontinuity: Bool
    var followsDamage: Bool
  }

  /// Appends a piece of a packet; returns the packet when it is complete and holds audio.
  private mutating func append(_ piece: ArraySlice<UInt8>, isLast: Bool, isUsed: inout Bool) -> Sound? {
    let use = packetUse ?? begin(piece)
    packetUse = isLast ? nil : use
    switch use {
    case .audio:
      guard collect(piece, atMost: Self.maximumPacketLength) else {
        breakOff()
        packetUse = isLast ? nil : .skip
        return nil
      }
      isUsed = true
      return isLast ? sound() : nil
    case .keep(let maximum):
      isUsed = true
      guard collect(piece, atMost: maximum) else {
        packetUse = isLast ? nil : .skip
        isUndecodable = true
        return nil
      }
      if isLast {
        mapping.passedHeader(partial)
        isUndecodable = mapping.setup == nil
      }
    case .comments:
      isUsed = true
      comments.feed(piece)
      guard isLast else { break }
      tags = comments.tags
      mapping.passedHeader([])
    case .header:
      isUsed = true
      if isLast { mapping.passedHeader([]) }
    case .skip: break
    }
    return nil
  }

  private mutating func begin(_ piece: ArraySlice<UInt8>) -> OggPacketUse {
    partial = []
    let use = mapping.use(of: piece)
    if case .comments(let offset) = use { comments = VorbisComment(behind: offset) }
    return use
  }

  private mutating func collect(_ piece: ArraySlice<UInt8>, atMost maximum: Int) -> Bool {
    guard partial.count + piece.count <= maximum else {
      partial = []
      return false
    }
    partial += piece
    return true
  }

  private mutating func sound() -> Sound? {
    guard let frames = mapping.frames(of: partial) else { return nil }
    defer {
      isBroken = false
      hasSounded = true
    }
    return Sound(
      bytes: partial, frames: frames, isDiscontinuity: isBroken, followsDamage: isBroken && hasSounded)
  }

  /// Records that data of the stream is missing here.
  private mutating func breakOff() {
    packetUse = nil
    partial = []
    isBroken = true
    isCounted = false
    position = nil
    mapping.reset()
  }

  // MARK: Time

  /// Makes the packets that end on `page`, with trims for the frames that are not sound of the programme.
  private mutating func packets(of sounds: [Sound], on page: OggPage) -> [Packet] {
    let frames = sounds.reduce(0) { $0 + $1.frames }
    var endTrim = advance(by: frames, to: page.granule, isEnd: page.isEnd)
    if case .vorbis = mapping.trimming { endTrim = min(endTrim, sounds.last?.frames ?? 0) }
    var packets: [Packet] = sounds.map { sound in
      let cut = min(sound.frames, startTrim)
      startTrim -= cut
      let bitRate = sound.frames > 0 ? sound.bytes.count * 8 * format.sampleRate / sound.frames : mapping.nominalBitRate
      return Packet(
        codec: codec, bytes: sound.bytes, headerFormat: format, frameCount: sound.frames - cut, bitRate: bitRate,
        isDiscontinuity: sound.isDiscontinuity, followsDamage: sound.followsDamage, setup: mapping.setup,
        startTrim: cut, isVerified: true)
    }
    for index in packets.indices.reversed() where endTrim > 0 {
      let cut = min(packets[index].frameCount, endTrim)
      packets[index].frameCount -= cut
      packets[index].endTrim = cut
      endTrim -= cut
    }
    return packets
  }

  /// Counts the `frames` of a page that ends at `granule`; returns how many of them at its end are surplus.
  ///
  /// As in libvorbis and opusfile, a position takes precedence over the count. It cuts something off only at the end of
  /// the stream or, where there was no position before, at its start.
  private mutating func advance(by frames: Int, to granule: Int64?, isEnd: Bool) -> Int {
    guard let granule else {
      counted += frames
      position = position.flatMap { position in
        let (sum, isTooMuch) = position.addingReportingOverflow(Int64(frames))
        return isTooMuch ? nil : sum
      }
      return 0
    }
    defer {
      position = granule
      isCounted = false
    }
    if case .none = mapping.trimming { return 0 }
    if let position {
      guard isEnd else { return 0 }
      let advance = max(0, granule - position)
      return max(0, frames - Int(min(advance, Int64(frames))))
    }
    guard isCounted else { return 0 }
    let all = counted + frames
    let surplus = min(all - Int(min(granule, Int64(all))), frames)
    if isEnd { return surplus }
    if case .vorbis = mapping.trimming { startTrim += surplus }
    return 0
  }
}
