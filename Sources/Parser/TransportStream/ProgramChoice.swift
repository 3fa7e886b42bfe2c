/// Chooses from a transport stream's tables the first program with sound that can be played, and in it the first such
/// stream.
struct ProgramChoice: Sendable {
  /// The result of ``receive(_:of:)``.
  enum Change: Equatable {
    case none
    /// Another stream than before must be played.
    case sound
    /// Nothing can be played; `kind` names what the programs hold instead.
    case nothing(kind: String)
  }

  /// The `pid` of the association table.
  private static let associationPID = 0

  /// The `pid` of the stream to play.
  private(set) var soundPID: Int?
  /// The `pid` of the stream of ID3 tags.
  private(set) var titlesPID: Int?

  private var association = SectionAssembler()
  private var map = SectionAssembler()
  private var programs: [ProgramTables.Program] = []
  private var chosen = 0
  private var unsupported: String?
  private var hasVideo = false

  /// Bytes of memory that tables take.
  var memory: Int { association.memory + map.memory }

  /// True when `pid` is that of the association table or of the chosen program's map table.
  func isTable(_ pid: Int) -> Bool { pid == Self.associationPID || pid == mapPID }

  private var mapPID: Int? { programs.indices.contains(chosen) ? programs[chosen].pid : nil }

  /// Receives the payload of a packet that belongs to one of the tables.
  mutating func receive(_ payload: ArraySlice<UInt8>, of packet: TransportPacket) -> Change {
    guard packet.pid != Self.associationPID else {
      for section in association.append(payload, of: packet, table: ProgramTables.associationTable) {
        guard let found = ProgramTables.programs(section), found != programs else { continue }
        programs = found
        choose(0)
      }
      return .none
    }
    for section in map.append(payload, of: packet, table: ProgramTables.mapTable) {
      guard programs.indices.contains(chosen),
        let streams = ProgramTables.streams(section, of: programs[chosen])
      else { continue }
      let change = update(streams)
      if change != .none { return change }
    }
    return .none
  }

  private mutating func choose(_ index: Int) {
    chosen = index
    map = SectionAssembler()
    if index == 0 {
      unsupported = nil
      hasVideo = false
    }
  }

  private mutating func update(_ streams: [ElementaryStream]) -> Change {
    let sounds = streams.filter { $0.content == .sound }.map(\.pid)
    guard let first = sounds.first else { return nothing(in: streams) }
    titlesPID = streams.first { $0.content == .titles }?.pid
    if let soundPID, sounds.contains(soundPID) { return .none }
    soundPID = first
    return .sound
  }

  /// Handles a program without sound that can be played: the next program is examined, if there is one.
  private mutating func nothing(in streams: [ElementaryStream]) -> Change {
    for stream in streams {
      switch stream.content {
      case .unsupportedSound(let kind): unsupported = unsupported ?? kind
      case .video: hasVideo = true
      case .sound, .titles, .other: break
      }
    }
    guard chosen + 1 >= programs.count else {
      choose(chosen + 1)
      return .none
    }
    return .nothing(kind: unsupported ?? (hasVideo ? "video without sound" : TransportStreamParser.silentKind))
  }
}
