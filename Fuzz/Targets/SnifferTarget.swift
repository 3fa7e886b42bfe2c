import AudioCore
import Parser

extension FuzzTarget {
  /// The sniffer: a short clean name for bytes that are not audio, from a bounded prefix, and the same as the parser's.
  static let sniffer = FuzzTarget("sniffer") { input in
    let prefix = Array(input.payload.prefix(Sniffer.prefixSize))
    let verdict = Sniffer.verdict(prefix)
    claim(Sniffer.magic(prefix) == Sniffer.magic(Array(prefix.prefix(Sniffer.magicSize))), "marks stand at the front")
    let stream = ParsedStream(prefix)
    switch verdict {
    case .notAudio(let name), .unsupported(let name):
      let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
      claim(!name.isEmpty && name.utf8.count <= 64 && isPlain, "a name fit to be read: '\(name)'")
    case .container, .unknown: break
    }
    // A tag that announces more than is skipped is searched for frames, so the verdict is not compared.
    let isTagged = prefix.starts(with: Array("ID3".utf8)) || prefix.starts(with: Array("APETAGEX".utf8))
    guard stream.packets.isEmpty, stream.counters.tagBytes == 0, !isTagged else { return }
    switch (verdict, stream.error) {
    case (.notAudio(let found), .format(.notAudio(_, let named))?): claim(found == named, "'\(found)' is '\(named)'")
    case (.unsupported(let kind), .format(.unsupported(_, let named))?): claim(kind == named, "'\(kind)' is '\(named)'")
    case (.container, _), (.unknown, .format(.notAudio)?): break
    case (.unknown, .format(.unsupported)?):
      // A mark further on in the prefix, which only the parser searches for.
      claim(Bytes.find("fLaC", in: prefix) != nil, "nothing names it: \(String(describing: stream.error))")
    case (.unknown, nil): claim(stream.counters.infoFrames > 0, "frames were found, all without sound")
    default:
      fail("broken promise: the parser says what the sniffer says: \(verdict), \(String(describing: stream.error))")
    }
  }
}
