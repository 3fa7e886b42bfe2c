import AudioCore

/// Joins the packets of a new connection to those of the lost one, so that the transition is inaudible.
///
/// On a new connection a server sends the last seconds again. Packets that repeat the end of the old connection are
/// left out, and the first new packet then follows the last old one without a break: same bytes, same decoder. The
/// repeated packets are held back until the first new packet proves the match. When there is no match (another
/// programme, a recording that starts from its beginning, a server that sends old sound at its own slow pace), they are
/// handed on unchanged.
package struct PacketSplice {
  /// The number of packets that are remembered: 40 s of MP3 at 44.1 kHz, 33 s of AAC.
  static let memory = 1536
  /// The number of packets by which a recording is recognized, if it has that many: 27 s of MP3. A station's jingle is
  /// shorter.
  static let openingLength = 1024
  /// The maximum size of the packets that are held back, in bytes; FLAC packets are large.
  static let mostHeldBytes = 2 << 20
  /// The maximum time for which packets are held back.
  static let longestHold: Duration = .seconds(2)
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
  private var heldSince: ContinuousClock.Instant?
  private var isSearching = false
  private var lastMetadata: StreamMetadata?

  private let looksForRecordings: Bool
  /// Hashes of the very first packets.
  private var opening: [Int] = []
  /// How many packets of ``opening`` the new connection has repeated in order; nil when it sent something else.
  private var openingRepeats: Int?

  /// A splice that remembers no packets yet.
  package init(looksForRecordings: Bool = false) {
    self.looksForRecordings = looksForRecordings
  }

  /// Notes that the last connection has ended, `cleanly` or not: the next packets may repeat earlier ones.
  package mutating func connectionEnded(cleanly: Bool) {
    isSearching = !ring.isEmpty
    heldSince = nil
    openingRepeats = looksForRecordings && cleanly && !opening.isEmpty ? 0 : nil
  }

  /// True when the server has started its recording again: it repeated all packets of ``opening``, which are the whole
  /// recording or enough of it to be certain. The packets that are held back are then not new. Check it at the end of a
  /// connection, and while ``isSureOfRecording``.
  package var isRecording: Bool { openingRepeats == opening.count && !opening.isEmpty }

  /// True when the last title that was handed on is not empty.
  package var hasTitle: Bool { lastMetadata.map { !$0.title.isEmpty } ?? false }

  /// True when a recording is recognized before its end.
  package var isSureOfRecording: Bool { isRecording && opening.count == Self.openingLength }

  /// Takes the next packets and titles. Returns the elements to hand on now, in order.
  package mutating func pass(_ elements: [StreamElement], at now: ContinuousClock.Instant) -> [StreamElement] {
    isSearching ? elements.flatMap { pass($0, at: now) } : handOn(elements)
  }

  /// Takes the next packet or title. Returns the elements to hand on now, in order.
  package mutating func pass(_ element: StreamElement, at now: ContinuousClock.Instant) -> [StreamElement] {
    guard isSearching else { return handOn([element]) }
    guard case .packet(let packet) = element else {
      if case .metadata = held.last { held.removeLast() }
      held.append(element)
      return []
    }
    let hash = Self.hash(packet)
    if heldSince != nil, candidates.contains(ring.count) { return splice(before: packet) }
    // The first packet may repeat any remembered packet; later ones must repeat the packet after the last match.
    let places = heldSince == nil ? Array(0..<ring.count) : candidates
    candidates = places.filter { remembered($0) == hash }.map { $0 + 1 }
    held.append(element)
    heldBytes += packet.bytes.count
    if let repeats = openingRepeats {
      openingRepeats = repeats < opening.count && opening[repeats] == hash ? repeats + 1 : nil
    }
    let since = heldSince ?? now
    heldSince = since
    let isRepeat = !candidates.isEmpty || openingRepeats != nil
    return isRepeat && now - since <= Self.longestHold && heldBytes <= Self.mostHeldBytes ? [] : release()
  }

  /// Returns the elements that are held back, unchanged: the connection has ended, or repeats nothing.
  package mutating func release() -> [StreamElement] {
    defer { stopSearching() }
    return handOn(held)
  }

  /// Drops the held packets, which all repeat earlier ones, and returns `packet`, the first new one. The last held
  /// title is kept.
  private mutating func splice(before packet: Packet) -> [StreamElement] {
    let title = held.last { if case .metadata = $0 { true } else { false } }
    let repeats = held.count { if case .packet = $0 { true } else { false } }
    var packet = packet
    if candidates.count > 1 || repeats < Self.sureRepeats { packet.isDiscontinuity = true }
    stopSearching()
    return handOn([title, .packet(packet)].compactMap { $0 })
  }

  private mutating func stopSearching() {
    isSearching = false
    held = []
    heldBytes = 0
    candidates = []
    openingRepeats = nil
  }

  /// Remembers the packets, and drops titles that are equal to the last one.
  private mutating func handOn(_ elements: [StreamElement]) -> [StreamElement] {
    elements.filter { element in
      switch element {
      case .packet(let packet): remember(Self.hash(packet))
      case .metadata(let metadata):
        if metadata == lastMetadata { return false }
        lastMetadata = metadata
      }
      return true
    }
  }

  private mutating func remember(_ hash: Int) {
    if looksForRecordings, opening.count < Self.openingLength { opening.append(hash) }
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
