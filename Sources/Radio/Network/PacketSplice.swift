import AudioCore

/// Joins the packets of a new connection to those of the one that was lost, so that nobody hears the seam.
///
/// A server sends the last seconds again to whoever comes anew. Packets that repeat the end of what came before are left
/// out, and the first new one then follows the last old one as if nothing had happened: same bytes, same decoder. They are
/// held back until the first new packet proves that this is so. When it does not come out (another programme, a recording
/// from its beginning, a server that sends the past at its own slow pace) they are handed on as they are.
package struct PacketSplice {
  /// Packets that are remembered: 40 s of MP3 at 44.1 kHz, 33 s of AAC.
  static let memory = 1536
  /// Packets by which a recording is known again, when it has so many: 27 s of MP3. A station's jingle is shorter.
  static let openingLength = 1024
  /// Bytes of packets that are held back at most; FLAC has large ones.
  static let mostHeldBytes = 2 << 20
  /// How long packets are held back at most.
  static let timeout: Duration = .seconds(2)
  /// Repeated packets that make a splice sure. With fewer, and where the sound repeats itself, the decoder starts anew behind
  /// the seam: silence of a frame or two rather than noise from another frame's bits.
  static let sureRepeats = 3

  /// Hashes of the packets handed on last, in order, in a ring.
  private var ring: [Int] = []
  /// Where in the ring the oldest is, once it is full.
  private var oldest = 0
  /// Ends of matches so far: places in the remembered packets (0 is the oldest) that the next packet would repeat.
  private var candidates: [Int] = []
  private var held: [StreamElement] = []
  private var heldBytes = 0
  private var heldSince: ContinuousClock.Instant?
  private var isSearching = false
  private var lastMetadata: StreamMetadata?

  private let looksForRecordings: Bool
  /// Hashes of the very first packets.
  private var opening: [Int] = []
  /// How many of them the new connection has repeated in their order; nil when something else came.
  private var openingRepeats: Int?

  /// A splice that remembers nothing yet.
  package init(looksForRecordings: Bool = false) {
    self.looksForRecordings = looksForRecordings
  }

  /// The last connection has ended, `cleanly` or not: what comes now may repeat what came before.
  package mutating func connectionEnded(cleanly: Bool) {
    isSearching = !ring.isEmpty
    heldSince = nil
    openingRepeats = looksForRecordings && cleanly && !opening.isEmpty ? 0 : nil
  }

  /// True when the server has begun anew with what it began with before: with all of it, or with so much that there is no
  /// doubt. What is held back then is nothing new. Ask at the end of a connection, and while ``isSureOfRecording``.
  package var isRecording: Bool { openingRepeats == opening.count && !opening.isEmpty }

  /// True when the last title that was handed on says something.
  package var hasTitle: Bool { lastMetadata.map { !$0.title.isEmpty } ?? false }

  /// True when a recording is recognised before its end.
  package var isSureOfRecording: Bool { isRecording && opening.count == Self.openingLength }

  /// Takes the next packets and titles; gives what is to be handed on now, in order.
  package mutating func pass(_ elements: [StreamElement], at now: ContinuousClock.Instant) -> [StreamElement] {
    isSearching ? elements.flatMap { pass($0, at: now) } : handOn(elements)
  }

  /// Takes the next packet or title; gives what is to be handed on now, in order.
  package mutating func pass(_ element: StreamElement, at now: ContinuousClock.Instant) -> [StreamElement] {
    guard isSearching else { return handOn([element]) }
    guard case .packet(let packet) = element else {
      if case .metadata = held.last { held.removeLast() }
      held.append(element)
      return []
    }
    let hash = Self.hash(packet)
    if heldSince != nil, candidates.contains(ring.count) { return splice(before: packet) }
    // The first packet may repeat any that is remembered, the others the one behind.
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
    return isRepeat && now - since <= Self.timeout && heldBytes <= Self.mostHeldBytes ? [] : release()
  }

  /// Gives what is held back, as it came: the connection has ended, or repeats nothing.
  package mutating func release() -> [StreamElement] {
    defer { stopSearching() }
    return handOn(held)
  }

  /// All of what is held repeats what came before, but for `packet`, which follows it. Of the titles the last counts.
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

  /// Remembers packets, and leaves titles out that say nothing new.
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

  /// A number by which the packet is known again: eight bytes at a time, each lot of them stirred in by a multiplication.
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
