/// Says from a stream's first bytes what it is if it is not MPEG audio or ADTS, so that the user reads "an HTML page"
/// instead of hearing noise. It judges the bytes behind leading tags.
public enum Sniffer {
  /// What the first bytes are.
  public enum Verdict: Sendable, Equatable {
    /// No audio: `found` names it, as in "found an HTML page".
    case notAudio(found: String)
    /// Audio or video of a kind that is not supported: `kind` names it, as in "is Ogg Vorbis".
    case unsupported(kind: String)
    /// A RIFF/WAVE file, which may wrap MPEG audio.
    case wave
    /// Nothing that is known: frames may follow.
    case unknown
  }

  /// Bytes that ``magic(_:)`` looks at.
  public static let magicSize = 64
  /// Bytes that ``content(_:)`` looks at.
  public static let prefixSize = 1024

  /// The verdict on `prefix`, the first ``prefixSize`` bytes of a stream or all there are.
  public static func verdict(_ prefix: [UInt8]) -> Verdict {
    let verdict = magic(prefix)
    return verdict == .unknown ? content(prefix) : verdict
  }

  /// The verdict by marks at fixed places in the first ``magicSize`` bytes.
  public static func magic(_ prefix: [UInt8]) -> Verdict {
    for magic in Magic.all where magic.matches(prefix) { return magic.verdict }
    return .unknown
  }

  /// The verdict by what the first ``prefixSize`` bytes look like: text of some kind, or the rhythm of a transport
  /// stream.
  public static func content(_ prefix: [UInt8]) -> Verdict {
    if let text = TextSniffer.verdict(prefix) { return text }
    if isTransportStream(prefix) { return .unsupported(kind: "an MPEG transport stream") }
    if isLATM(prefix) { return .unsupported(kind: "AAC in LATM/LOAS") }
    return .unknown
  }

  /// Four sync bytes 188 bytes apart (ISO/IEC 13818-1 2.4.3.2).
  private static func isTransportStream(_ bytes: [UInt8]) -> Bool {
    let packetSize = 188
    let last = bytes.count - 3 * packetSize
    guard last > 0 else { return false }
    return (0..<min(packetSize, last)).contains { start in
      (0..<4).allSatisfy { bytes[start + $0 * packetSize] == 0x47 }
    }
  }

  /// Three LOAS frames in a row: sync 0x2B7 in 11 bits, length in 13 (ISO/IEC 14496-3 1.7.2).
  private static func isLATM(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 3 else { return false }
    return (0..<(bytes.count - 2)).contains { start in
      var place = start
      for _ in 0..<3 {
        guard place + 2 < bytes.count, bytes[place] == 0x56, bytes[place + 1] & 0xE0 == 0xE0 else { return false }
        place += 3 + (Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2]))
      }
      return true
    }
  }
}
