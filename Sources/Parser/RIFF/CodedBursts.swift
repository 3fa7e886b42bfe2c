/// Recognizes coded sound in data that claim to be samples, which would be noise at full level: recordings of digital
/// outputs hold it in bursts (IEC 61937-1, 6.1), and CDs of DTS hold its frames.
///
/// Only the beginning is looked at, from the first byte that is not zero on: two bursts of one kind decide.
struct CodedBursts {
  /// How much is looked at, in bytes: two bursts of AC-3 (1536 frames of 4 bytes each), wherever it begins.
  private static let window = 16 << 10
  /// Samples of 16 bits and two channels: bursts and frames begin with one of these.
  private static let frameBytes = 4
  /// The preamble of a burst: Pa and Pb.
  private static let preamble: UInt32 = 0x72F8_1F4E
  /// The first words of DTS frames, of 16 and of 14 bits in a sample (ETSI TS 102 114, 6.1.3).
  private static let dtsWords: Set<UInt32> = [0xFE7F_0180, 0xFF1F_00E8]

  private var isOver = false

  /// Returns the name of the coding when the samples at the front of `queue` hold one.
  mutating func find(in queue: ByteQueue, isEnd: Bool) -> Reading<String> {
    guard !isOver, let first = queue.firstIndex(from: 0, where: { $0 != 0 }) else { return .none }
    let begin = first / Self.frameBytes * Self.frameBytes
    guard isEnd || queue.count >= begin + Self.window else { return .needMore(begin + Self.window) }
    isOver = true
    var counts: [String: Int] = [:]
    let end = min(queue.count, begin + Self.window) - 2 * Self.frameBytes
    for place in stride(from: begin, through: end, by: Self.frameBytes) {
      guard let name = Self.name(queue, at: place) else { continue }
      counts[name, default: 0] += 1
      if counts[name] == 2 { return .found(name) }
    }
    return .none
  }

  /// The coding of the burst or frame that begins at `place`; nil when none does.
  private static func name(_ queue: ByteQueue, at place: Int) -> String? {
    let word = queue.word(at: place)
    if dtsWords.contains(word) { return "DTS" }
    guard word == preamble else { return nil }
    // The lower bits of Pc are the type of the data (IEC 61937-2, table 2).
    return switch queue[place + frameBytes] & 0x1F {
    case 1: "AC-3"
    case 4, 5, 6, 8, 9: "MPEG audio in bursts"
    case 7, 19, 20: "AAC in bursts"
    case 11, 12, 13, 17: "DTS"
    case 21: "E-AC-3"
    default: "coded sound in bursts"
    }
  }
}
