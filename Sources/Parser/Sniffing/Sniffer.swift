/// Recognises from a stream's first bytes what it is if it is not MPEG audio or ADTS, so that the user reads "an HTML
/// page" instead of hearing noise. It examines the bytes behind leading tags.
public enum Sniffer {
  /// The verdict on a stream's first bytes.
  public enum Verdict: Sendable, Equatable {
    /// Not audio: `found` names it, as in "found an HTML page".
    case notAudio(found: String)
    /// Audio or video of a kind that is not supported: `kind` names it, as in "is Windows Media (ASF)".
    case unsupported(kind: String)
    /// A container that can be opened.
    case container(StreamContainer)
    /// Nothing known: frames may follow.
    case unknown
  }

  /// All kinds of audio and video that are recognised from their first bytes but not played, as
  /// ``Verdict/unsupported(kind:)`` names them.
  public static var unsupportedKinds: [String] {
    var kinds = [latm, ac3, enhancedAC3]
    for magic in Magic.all {
      if case .unsupported(let kind) = magic.verdict, !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }

  private static let latm = "AAC in LATM/LOAS"
  private static let ac3 = "AC-3"
  private static let enhancedAC3 = "E-AC-3"

  /// Number of bytes that ``magic(_:)`` examines.
  public static let magicSize = 64
  /// Number of bytes that ``content(_:)`` examines.
  public static let prefixSize = 1024

  /// Returns the verdict on `prefix`, the first ``prefixSize`` bytes of a stream or all that it has.
  public static func verdict(_ prefix: [UInt8]) -> Verdict {
    let verdict = magic(prefix)
    return verdict == .unknown ? content(prefix) : verdict
  }

  /// Returns the verdict by marks at fixed places in the first ``magicSize`` bytes.
  public static func magic(_ prefix: [UInt8]) -> Verdict {
    for magic in Magic.all where magic.matches(prefix) { return magic.verdict }
    return .unknown
  }

  /// Returns the verdict by the content of the first ``prefixSize`` bytes: text of some kind, the sync bytes of a
  /// transport stream, or frames of LATM, AC-3 or E-AC-3.
  public static func content(_ prefix: [UInt8]) -> Verdict {
    if let text = TextSniffer.verdict(prefix) { return text }
    if isTransportStream(prefix) { return .container(.transportStream) }
    if isLATM(prefix) { return .unsupported(kind: latm) }
    return dolby(prefix).map(Verdict.unsupported) ?? .unknown
  }

  /// True for four sync bytes 188 bytes apart (ISO/IEC 13818-1 2.4.3.2).
  private static func isTransportStream(_ bytes: [UInt8]) -> Bool {
    let last = bytes.count - 3 * TransportPacket.size
    guard last > 0 else { return false }
    return (0..<min(TransportPacket.size, last)).contains { start in
      (0..<4).allSatisfy { bytes[start + $0 * TransportPacket.size] == TransportPacket.sync }
    }
  }

  /// True for three LOAS frames in a row: sync 0x2B7 in 11 bits, length in 13 (ISO/IEC 14496-3 1.7.2). At the very
  /// beginning two suffice, or one that states how it is coded, when the bytes end behind them.
  private static func isLATM(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 5 else { return false }
    return (0..<(bytes.count - 4)).contains { start in
      var place = start
      for number in 0..<3 {
        guard place + 2 < bytes.count else { return start == 0 && (number == 2 || hasConfiguration(bytes)) }
        guard bytes[place] == 0x56, bytes[place + 1] & 0xE0 == 0xE0 else { return false }
        place += 3 + (Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2]))
      }
      return true
    }
  }

  /// True when the first frame states one program of one layer, with one frame in each (ISO/IEC 14496-3 1.7.3).
  private static func hasConfiguration(_ bytes: [UInt8]) -> Bool { bytes[3] == 0x20 && bytes[4] & 0xFE == 0 }

  /// Returns `AC-3` or `E-AC-3` (ETSI TS 102 366 4.4.1, E.1.3.1) when such a frame stands at the very beginning. Behind
  /// a frame of E-AC-3 the next one must follow, as far as the bytes reach. A stream that is joined in the middle of a
  /// frame is not recognised: the sync word is too short.
  private static func dolby(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 6, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
    switch bytes[5] >> 3 {  // the revision
    case 6...8:
      let hasRate = bytes[4] >> 6 != 3 && bytes[4] & 0x3F < 38
      return hasRate ? ac3 : nil
    case 11...16:
      let next = ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1) * 2
      let isFollowed = next + 1 >= bytes.count || (bytes[next] == 0x0B && bytes[next + 1] == 0x77)
      return bytes[2] >> 6 != 3 && isFollowed ? enhancedAC3 : nil
    default: return nil
    }
  }
}
