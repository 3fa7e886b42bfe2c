package import AudioCore

/// Joins the packets of a new connection to those of the lost one, so that the transition is inaudible.
///
/// On a new connection a server sends the last seconds again. Packets that repeat the end of the old connection are
/// left out, and the first new packet then follows the last old one without a break: same bytes, same decoder. The
/// repeated packets are held back until the first new packet proves the match. When there is no match (another
/// programme), they are handed on unchanged.
///
/// A connection that failed before it brought a new packet has brought nothing: its repeats are dropped, since they were
/// heard already. A server that ended its body cleanly, and sent what it had sent first, has a recording, which starts
/// again: that is handed on.
///
/// A server that sends old sound at the pace of playback would mean silence: once the listener's sound runs out, the
/// repeats of one connection are handed on, but not those of the next one when nothing new followed.
package struct PacketSplice {
  /// The number of packets that are remembered: 40 s of MP3 at 44.1 kHz, 33 s of AAC.
  static let memory = 1536
  /// The number of packets by which a recording is recognized, if it has that many: 27 s of MP3. A station's jingle is
  /// shorter.
  static let openingLength = 1024
  /// The maximum size of the packets that are held back, in bytes; FLAC packets are large.
  static let maximumHeldBytes = 2 << 20
  /// How long packets are held back in any case.
  static let minimumHold: Duration = .seconds(2)
  /// Packets are held back longer while the listener has more sound than this.
  static let reserve: Duration = .seconds(2)
  /// Packets are held back longer while they come faster than they play by this factor, so that the end of the repeat
  /// comes sooner than by playing it.
  static let catchingUp = 1.1
  /// The number of repeated packets that make a match certain. With fewer, and where the sound repeats itself, the
  /// decoder restarts after the transition: that gives silence of a frame or two instead of noise from another frame's
  /// bits.
  static let sureRepeats = 3

  /// Hashes of the packets that were handed on last, in order, in a ring.
  private var ring: [Int] = []
  /// The index of the oldest hash in the ring, once the ring is full.
  private var oldest = 0
  /// Ends of the matches so far: positions in the remembered packets (0 is the oldest) that the next packet would
  /// repeat.
  private var candidates: [Int] = []
  private var held: [StreamElement] = []
  private var heldBytes = 0
  /// The packets of the connection that repeat earlier ones, and their duration.
  private var repeats = 0
  private var repeatedSound: Duration = .zero
  /// When the first of them came.
  private var repeatsSince: ContinuousClock.Instant?
  private var search = Search.off
  private var lastMetadata: StreamMetadata?
  /// True when the connection before brought repeats and nothing new: then repeats are dropped, not handed on.
  private var wasOnlyRepeats = false
  /// ``newSound`` when the connection began.
  private var newSoundBefore: Duration = .zero

  /// Duration of the sound that was handed on over all connections and did not repeat earlier sound.
  package private(set) var newSound: Duration = .zero

  /// What is done with packets that repeat earlier ones.
  private enum Search {
    /// None is expected.
    case off
    /// They are held back until a new packet comes.
    case holding
    /// They are handed on until a new packet comes.
    case handingOn
  }

  private let looksForRecordings: Bool
  /// Hashes of the very first packets.
  private var opening: [Int] = []
  /// How many packets of ``opening`` the new connection has repeated in order, before others that it repeated; nil when
  /// it sent something else.
  private var openingRepeats: Int?

  /// A splice that remembers no packets yet.
  package init(looksForRecordings: Bool = false) {
    self.looksForRecordings = looksForRecordings
  }

  /// Notes that the last connection has ended, `cleanly` or not: the next packets may repeat earlier ones. Returns the
  /// elements to hand on now, in order: those of a recording that starts again, and those that proved not to be
  /// repeats.
  package mutating func connectionEnded(cleanly: Bool) -> [StreamElement] {
    var last: [StreamElement] = []
    if cleanly, openingRepeats != nil {  // a recording, from its beginning to its end or to that of the connection
      newSound += repeatedSound
      last = handOn(held, areRepeats: true)
    } else if repeats > 0, candidates.isEmpty {
      last = handOn(held)
    }
    if newSound > newSoundBefore {
      wasOnlyRepeats = false
    } else if repeats > 0 {
      wasOnlyRepeats = true
    }
    stopSearching()
    newSoundBefore = newSound
    search = ring.isEmpty ? .off : .holding
    openingRepeats = cleanly && !opening.isEmpty ? 0 : nil
    return last
  }

  /// True when the server has started its recording again: it repeated all packets of ``opening``, which are the whole
  /// recording or enough of it to be certain. The packets that are held back are then not new. Check it at the end of a
  /// connection, and while ``isSureOfRecording``.
  package var isRecording: Bool { looksForRecordings && openingRepeats == opening.count && !opening.isEmpty }

  /// True when the last title that was handed on is not empty.
  package var hasTitle: Bool { lastMetadata.map { !$0.title.isEmpty } ?? false }

  /// True when a recording is recognized before its end.
  package var isSureOfRecording: Bool { isRecording && opening.count == Self.openingLength }

  /// Takes the next packets and titles, while the listener has `soundInHand`, or nil without a listener. Returns the
  /// elements to hand on now, in order.
  package mutating func pass(
    _ elements: [StreamElement], at now: ContinuousClock.Instant, soundInHand: Duration? = .zero
  ) -> [StreamElement] {
    search == .off ? handOn(elements) : elements.flatMap { pass($0, at: now, soundInHand: soundInHand) }
  }

  /// Takes the next packet or title; see ``pass(_:at:soundInHand:)-([StreamElement],_,_)``.
  package mutating func pass(
    _ element: StreamElement, at now: ContinuousClock.Instant, soundInHand: Duration? = .zero
  ) -> [StreamElement] {
    guard search != .off else { return handOn([element]) }
    guard case .packet(let packet) = element else {
      if search == .handingOn { return handOn([element]) }
      if case .metadata = held.last { held.removeLast() }
      held.append(element)
      return []
    }
    if repeats > 0, candidates.contains(ring.count) { return splice(before: packet) }
    let hash = Self.hash(packet)
    // The first packet may repeat any remembered packet; later ones must repeat the packet after the last match.
    let places = repeats == 0 ? Array(0..<ring.count) : candidates
    candidates = places.filter { remembered($0) == hash }.map { $0 + 1 }
    if let repeats = openingRepeats {
      let isMore = repeats < opening.count && opening[repeats] == hash
      let isBeyond = repeats == opening.count && !candidates.isEmpty
      openingRepeats = isMore ? repeats + 1 : isBeyond ? repeats : nil
    }
    guard !candidates.isEmpty || openingRepeats != nil else {
      defer { stopSearching() }
      return handOn(held + [element])
    }
    repeats += 1
    repeatedSound += packet.duration
    repeatsSince = repeatsSince ?? now
    if search == .handingOn { return handOn([element], areRepeats: true) }
    held.append(element)
    heldBytes += packet.bytes.count
    guard isHeldTooLong(at: now, soundInHand: soundInHand) else { return [] }
    if wasOnlyRepeats {
      held.removeAll { if case .packet = $0 { true } else { false } }
      heldBytes = 0
      return []
    }
    search = .handingOn
    defer { held = [] }
    return handOn(held, areRepeats: true)
  }

  /// True when the listener should not wait longer for the end of the repeat, or it takes too much memory.
  private func isHeldTooLong(at now: ContinuousClock.Instant, soundInHand: Duration?) -> Bool {
    let waited = (repeatsSince ?? now).duration(to: now)
    if heldBytes > Self.maximumHeldBytes { return true }
    guard let soundInHand, soundInHand <= Self.reserve else { return false }
    return waited > Self.minimumHold && repeatedSound < waited * Self.catchingUp
  }

  /// Returns `packet`, the first new one, after the last held title. The held packets repeat earlier ones, and are
  /// dropped.
  private mutating func splice(before packet: Packet) -> [StreamElement] {
    let title = held.last { if case .metadata = $0 { true } else { false } }
    var packet = packet
    // The decoder may have received another sound before. It has just received this one when the repeats were handed on.
    if search == .holding, candidates.count > 1 || repeats < Self.sureRepeats { packet.isDiscontinuity = true }
    stopSearching()
    return handOn([title, .packet(packet)].compactMap { $0 })
  }

  private mutating func stopSearching() {
    search = .off
    (held, heldBytes) = ([], 0)
    (repeats, repeatedSound, repeatsSince) = (0, .zero, nil)
    candidates = []
    openingRepeats = nil
  }

  /// Remembers the packets, unless they `areRepeats`, and drops titles that are equal to the last one.
  private mutating func handOn(_ elements: [StreamElement], areRepeats: Bool = false) -> [StreamElement] {
    elements.filter { element in
      switch element {
      case .packet(let packet):
        if !areRepeats {
          newSound += packet.duration
          remember(Self.hash(packet))
        }
      case .metadata(let metadata):
        if metadata == lastMetadata { return false }
        lastMetadata = metadata
      }
      return true
    }
  }

  private mutating func remember(_ hash: Int) {
    if opening.count < Self.openingLength { opening.append(hash) }
    if ring.count < Self.memory {
      ring.append(hash)
    } else {
      ring[oldest] = hash
      oldest = (oldest + 1) % Self.memory
    }
  }

  private func remembered(_ place: Int) -> Int? {
    place < ring.count ? ring[(oldest + place) % ring.count] : nil
  }

  /// Returns a hash that identifies the packet: eight bytes at a time, each word mixed in by a multiplication.
  private static func hash(_ packet: Packet) -> Int {
    packet.bytes.withUnsafeBytes { bytes in
      var hash = UInt64(bytes.count)
      func stir(_ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
      }
      var place = 0
      while place + 8 <= bytes.count {
        stir(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        place += 8
      }
      var rest: UInt64 = 0
      for byte in bytes[place...] { rest = rest << 8 | UInt64(byte) }
      stir(rest)
      return Int(truncatingIfNeeded: hash)
    }
  }
}
