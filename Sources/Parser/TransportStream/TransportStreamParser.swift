import AudioCore

/// Extracts the sound from an MPEG transport stream (ISO/IEC 13818-1): the first stream of MPEG audio or ADTS, and the
/// titles of an ID3 stream beside it.
///
/// It is written by hand because libavformat would cost 20 MB, would pull its bytes itself, and could not be fuzzed
/// with the rest.
struct TransportStreamParser: StreamDemultiplexer {
  /// The name of a stream in which no sound is announced or arrives.
  static let silentKind = "an MPEG transport stream without sound"

  /// Packets whose first bytes must agree before they are accepted.
  private static let agreeingPackets = 4
  /// Maximum number of bytes of other packets without sound in between: many seconds of video.
  private static let maximumForeignBytes = 16 << 20
  /// Maximum number of encrypted packets that may be damage; with more, the stream counts as encrypted.
  private static let maximumScrambled = 16
  /// Capacity for what ``FrameParser`` needs at once, in bytes: four frames of the longest kind, or one and a tag.
  private static let soundCapacity = 40 << 10
  /// Maximum number of bytes of packets that are held until the tables arrive: four seconds of sound at 128 kbit/s.
  private static let maximumEarlyBytes = 64 << 10
  /// The `pid` of packets without content.
  private static let nullPID = 0x1FFF

  private let limits: StreamParser.Limits
  private var isInStep = false
  private var program = ProgramChoice()
  private var titles = TimedTitles()
  private var continuity = ContinuityCounter()
  private var assembler = PESAssembler()
  /// The bytes of the audio stream.
  private var sound = ByteQueue(capacity: soundCapacity)
  private var soundWanted = 1
  private var frames: FrameParser
  /// The counts of the packets, without those of the frames in them.
  private var packetCounters = StreamParser.Counters()
  /// Bytes skipped out of step since the last sound.
  private var junk = 0
  /// Bytes of packets since the last sound.
  private var foreign = 0
  private var scrambled = 0
  private var isAtEnd = false
  /// The last packets that came before the tables named the audio stream.
  private var early: [UInt8] = []

  init(limits: StreamParser.Limits) {
    self.limits = limits
    frames = FrameParser(limits: limits)
  }

  var counters: StreamParser.Counters { frames.counters + packetCounters }

  var hasFoundFrames: Bool { frames.hasFoundFrames }

  var memory: Int { sound.capacity + program.memory + titles.memory + early.capacity }

  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      if let title = titles.next() { return .element(.metadata(title)) }
      if sound.count >= soundWanted || isAtEnd {
        let step = frames.next(from: &sound, isEnd: isAtEnd)
        switch step {
        case .needMore(let count): soundWanted = count
        case .element:
          soundWanted = 1
          junk = 0
          foreign = 0
          scrambled = 0
          return step
        case .lost, .unsupported, .another, .seek, .end: return step
        }
      }
      if let step = isInStep ? takePacket(&queue, isEnd: isEnd) : search(&queue, isEnd: isEnd) {
        guard case .needMore = step, isEnd, !isAtEnd else { return step }
        isAtEnd = true  // the bytes still held must come out
        titles.releaseAll()
      }
    }
  }

  mutating func end(_ queue: inout ByteQueue) {
    packetCounters.bytesSkipped += queue.count
    queue.drop(queue.count)
    frames.end(&sound)
  }

  // MARK: Steps

  /// Takes the packet that must begin at the front. Nil when it made progress without a result.
  private mutating func takePacket(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    guard queue.count > TransportPacket.size || (isEnd && queue.count == TransportPacket.size) else {
      return .needMore(TransportPacket.size + 1)
    }
    // The first byte of the next packet shows whether this packet is whole. A damaged one is tolerated if all after it
    // agree.
    if queue.count > TransportPacket.size, queue[TransportPacket.size] != TransportPacket.sync {
      if let step = agreement(queue, from: 2, isEnd: isEnd) {
        guard case .lost = step else { return step }
        isInStep = false
        packetCounters.resyncs += 1
        return pass(1, &queue)
      }
    }
    foreign += TransportPacket.size
    if foreign > Self.maximumForeignBytes { return hasFoundFrames ? .lost : .unsupported(kind: Self.silentKind) }
    let packet = TransportPacket(queue)
    defer { queue.drop(TransportPacket.size) }
    guard let range = packet.payload, !packet.isDamaged else { return nil }
    if program.isTable(packet.pid) {
      return takeTable(queue.prefix(TransportPacket.size)[range], of: packet)
    }
    return takeContent(packet, range, at: queue)
  }

  /// Takes the packet at the front of `queue`, which is of no table.
  private mutating func takeContent(
    _ packet: TransportPacket, _ range: Range<Int>, at queue: ByteQueue
  ) -> DemultiplexerStep? {
    switch packet.pid {
    case program.soundPID: return takeSound(queue.prefix(TransportPacket.size)[range], of: packet)
    case program.titlesPID: titles.append(queue.prefix(TransportPacket.size)[range], of: packet)
    case Self.nullPID: break
    default: if program.soundPID == nil { holdEarly(queue.prefix(TransportPacket.size)) }
    }
    return nil
  }

  /// Out of step: searches for packets that follow each other. Nil when they were found.
  private mutating func search(_ queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep? {
    while true {
      let place = queue.firstIndex(of: TransportPacket.sync, from: 0)
      if let step = pass(place ?? queue.count, &queue) { return step }
      if place == nil { return .needMore(1) }
      guard let step = agreement(queue, from: 1, isEnd: isEnd) else {
        isInStep = true
        return nil
      }
      if case .needMore = step { return step }
      if let step = pass(1, &queue) { return step }
    }
  }

  /// Returns nil when packets begin at the places of the numbers from `first` on, as far as the stream goes; `.lost`
  /// when not.
  private func agreement(_ queue: ByteQueue, from first: Int, isEnd: Bool) -> DemultiplexerStep? {
    let last = (Self.agreeingPackets - 1) * TransportPacket.size
    guard queue.count > last || isEnd else { return .needMore(last + 1) }
    for number in first..<Self.agreeingPackets where number * TransportPacket.size < queue.count {
      if queue[number * TransportPacket.size] != TransportPacket.sync { return .lost }
    }
    return nil
  }

  /// Drops `number` bytes in search of packets; gives up at the limit.
  private mutating func pass(_ number: Int, _ queue: inout ByteQueue) -> DemultiplexerStep? {
    let left = limits.bytes(hasFoundFrames: hasFoundFrames) - junk
    let passed = min(number, left + 1)
    queue.drop(passed)
    junk += passed
    packetCounters.bytesSkipped += passed
    return passed > left ? .lost : nil
  }

  // MARK: Payloads

  private mutating func takeTable(_ payload: ArraySlice<UInt8>, of packet: TransportPacket) -> DemultiplexerStep? {
    switch program.receive(payload, of: packet) {
    case .none: return nil
    case .nothing(let kind): return hasFoundFrames ? nil : .unsupported(kind: kind)
    case .sound:
      continuity = ContinuityCounter()
      breakOff(isDamage: false)
      return takeEarly()
    }
  }

  /// Keeps a packet that may hold sound; when there are too many, the older half is dropped.
  private mutating func holdEarly(_ packet: [UInt8]) {
    if early.count + packet.count > Self.maximumEarlyBytes {
      early.removeFirst(early.count / TransportPacket.size / 2 * TransportPacket.size)
    }
    early += packet
  }

  /// Takes the held packets of the streams that the tables name.
  private mutating func takeEarly() -> DemultiplexerStep? {
    var held = ByteQueue(capacity: early.count)
    held.append(early[...])
    early = []
    while held.count >= TransportPacket.size {
      defer { held.drop(TransportPacket.size) }
      let packet = TransportPacket(held)
      if let range = packet.payload, let step = takeContent(packet, range, at: held) { return step }
    }
    return nil
  }

  private mutating func takeSound(_ payload: ArraySlice<UInt8>, of packet: TransportPacket) -> DemultiplexerStep? {
    switch continuity.step(packet, payload) {
    case .next: break
    case .repeated: return nil
    case .jump:
      // In each HLS segment the count may start again; nothing is lost where no frame is cut.
      let isWhole = packet.isStart && !frames.holdsPart(of: sound)
      if !packet.mayJump, !isWhole { breakOff(isDamage: true) }
    }
    let piece = packet.isScrambled ? PESAssembler.Piece() : assembler.append(payload, isStart: packet.isStart)
    if packet.isScrambled || piece.isScrambled {
      breakOff(isDamage: true)
      scrambled += 1
      return scrambled > Self.maximumScrambled ? .unsupported(kind: "an encrypted MPEG transport stream") : nil
    }
    if piece.isStart { titles.release(at: piece.time) }
    sound.append(piece.bytes)
    return nil
  }

  /// Records that the next bytes of sound do not continue those before; `isDamage` is true when bytes are missing in
  /// between.
  private mutating func breakOff(isDamage: Bool) {
    assembler.reset()
    frames.breakOff(&sound, isDamage: isDamage)
    soundWanted = 1
  }
}
