/// A transport stream, built by hand.
struct TransportSample {
  /// Its packets so far.
  private(set) var packets: [[UInt8]] = []
  private var counters: [Int: UInt8] = [:]

  static let mapPID = 0x100
  static let soundPID = 0x101
  static let titlesPID = 0x102

  var bytes: [UInt8] { packets.flatMap { $0 } }

  /// Restarts the counters of all PIDs at 0, as a new segment may.
  mutating func restartCounters() { counters = [:] }

  // MARK: Packets

  /// Adds `payload` in as many packets as it needs; an adaptation field fills up the last one.
  mutating func add(_ payload: [UInt8], pid: Int, scrambled: Bool = false) {
    var rest = payload[...]
    var isStart = true
    repeat {
      let part = rest.prefix(184)
      rest = rest.dropFirst(184)
      let missing = 184 - part.count
      let counter = counters[pid, default: 0]
      counters[pid] = (counter + 1) & 15
      let head: [UInt8] = [
        0x47, (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xFF),
        (scrambled ? 0x80 : 0) | (missing > 0 ? 0x30 : 0x10) | counter,
      ]
      let filling: [UInt8] =
        missing == 0
        ? [] : missing == 1 ? [0] : [UInt8(missing - 1), 0] + [UInt8](repeating: 0xFF, count: missing - 2)
      packets.append(head + filling + part)
      isStart = false
    } while !rest.isEmpty
  }

  /// Adds a PES packet; `time` is in 1/90000 s. The bytes `behind` its stated length do not belong to it.
  mutating func addPES(
    _ payload: [UInt8], pid: Int, id: UInt8 = 0xC0, time: Int? = nil, hasLength: Bool = true, behind: [UInt8] = []
  ) {
    let stamp: [UInt8] =
      time.map { time in
        let fields = [0x21 | time >> 29 & 0x0E, time >> 22, time >> 14 | 1, time >> 7, time << 1 | 1]
        return fields.map { UInt8(truncatingIfNeeded: $0) }
      } ?? []
    let length = hasLength ? 3 + stamp.count + payload.count : 0
    let head = [
      0, 0, 1, id, UInt8(length >> 8), UInt8(length & 0xFF), 0x80, stamp.isEmpty ? 0 : 0x80, UInt8(stamp.count),
    ]
    add(head + stamp + payload + behind, pid: pid)
  }

  /// Adds a null packet.
  mutating func addNull() { add([UInt8](repeating: 0xFF, count: 184), pid: 0x1FFF) }

  // MARK: Tables

  /// One stream of a program.
  struct Stream {
    var type: UInt8
    var pid: Int
    var descriptors: [UInt8] = []

    static let aac = Stream(type: 0x0F, pid: soundPID)
    static let mp3 = Stream(type: 0x03, pid: soundPID)
    static let titles = Stream(type: 0x15, pid: titlesPID)
  }

  mutating func addTables(_ streams: Stream..., descriptors: [UInt8] = [], badChecksum: Bool = false) {
    addAssociation([(1, Self.mapPID)])
    addMap(streams, descriptors: descriptors, badChecksum: badChecksum)
  }

  mutating func addAssociation(_ programs: [(number: Int, pid: Int)]) {
    let body = programs.flatMap { Self.word($0.number) + Self.word(0xE000 | $0.pid) }
    addSection(table: 0, extra: 1, body, pid: 0)
  }

  mutating func addMap(
    _ streams: [Stream], program: Int = 1, pid: Int = mapPID, descriptors: [UInt8] = [], badChecksum: Bool = false
  ) {
    let body =
      Self.word(0xE101) + Self.word(0xF000 | descriptors.count) + descriptors
      + streams.flatMap {
        [$0.type] + Self.word(0xE000 | $0.pid) + Self.word(0xF000 | $0.descriptors.count) + $0.descriptors
      }
    addSection(table: 2, extra: program, body, pid: pid, badChecksum: badChecksum)
  }

  private mutating func addSection(table: UInt8, extra: Int, _ body: [UInt8], pid: Int, badChecksum: Bool = false) {
    let head = [table] + Self.word(0xB000 | (body.count + 9)) + Self.word(extra) + [0xC1, 0, 0]
    var section = head + body
    section += Sample.bytes(of: Self.checksum(section) ^ (badChecksum ? 1 : 0))
    // The rest of a table's packet is filled with 0xFF.
    let size = 1 + section.count
    add([0] + section + [UInt8](repeating: 0xFF, count: (184 - size % 184) % 184), pid: pid)
  }

  private static func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

  /// CRC-32/MPEG-2, by division of the message as one long number.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var remainder: UInt64 = 0
    let message = bytes.enumerated().map { $0.offset < 4 ? ~$0.element : $0.element } + [0, 0, 0, 0]
    for bit in message.flatMap({ byte in (0..<8).map { UInt64(byte >> (7 - $0) & 1) } }) {
      remainder = remainder << 1 | bit
      if remainder >> 32 != 0 { remainder ^= 0x1_04C1_1DB7 }
    }
    return UInt32(remainder)
  }

  // MARK: Streams

  /// Tables and then `frames`, `perPacket` of them in each PES packet, at 24 ms a frame. `titles` maps the index of a
  /// frame to its title, which is sent `lead` frames earlier.
  init(_ frames: [[UInt8]], _ stream: Stream = .aac, perPacket: Int = 2, titles: [Int: String] = [:], lead: Int = 0) {
    addTables(stream, .titles)
    for (number, start) in stride(from: 0, to: frames.count, by: perPacket).enumerated() {
      if number % 20 == 19 { addTables(stream, .titles) }
      for (frame, title) in titles where (start..<(start + perPacket)).contains(max(0, frame - lead)) {
        addPES(ID3Sample.titled(title), pid: Self.titlesPID, id: 0xBD, time: Self.time(frame))
      }
      let part = frames[start..<min(start + perPacket, frames.count)].flatMap { $0 }
      addPES(part, pid: stream.pid, time: Self.time(start))
      addNull()
    }
  }

  init() {}

  private static func time(_ frame: Int) -> Int { 900_000 + frame * 2160 }
}
