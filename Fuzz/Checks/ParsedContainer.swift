import AudioCore
import Parser

/// The result of parsing a container: packets and titles.
struct ParsedContainer {
  private(set) var elements: [StreamElement] = []
  private(set) var error: TuneError?
  private(set) var counters = StreamParser.Counters()

  init(_ bytes: [UInt8], splits: Splits = Splits(largest: .max, seed: 0)) {
    var parser = StreamParser(source: "it")
    do throws(TuneError) {
      var failure: TuneError?
      splits.forEach(of: bytes) { piece in
        do throws(TuneError) { elements += try parser.feed(piece) } catch { failure = error }
        claim(parser.inputMemory <= 256 << 10, "memory is bounded: \(parser.inputMemory)")
        return failure == nil
      }
      if let failure { throw failure }
      elements += try parser.finish()
    } catch {
      self.error = error
    }
    counters = parser.counters
  }

  /// True when both results are the same. A failure in the last bytes is reported only when a call for more bytes
  /// follows.
  func isSame(as other: ParsedContainer) -> Bool {
    guard elements == other.elements else { return false }
    return error == nil || other.error == nil || (error == other.error && counters == other.counters)
  }

  /// Checks that packets and titles are valid, and that there are no more of them than `bytes` can contain.
  func check(against bytes: [UInt8]) {
    var sound = 0
    var hasTitle = false
    for element in elements {
      switch element {
      case .packet(let packet):
        sound += packet.bytes.count - (packet.codec == .aac ? ADTSHeader.size : 0)
        claim(packet.frameCount >= 0 && packet.startTrim >= 0 && packet.bitRate > 0, "sane numbers: \(packet)")
        claim(packet.headerFormat.sampleRate > 0 && (1...8).contains(packet.headerFormat.channels), "a format")
        if packet.setup == nil {
          var whole = packet
          whole.frameCount += packet.startTrim
          if let fault = PacketFault.of(whole) { fail("broken promise: a whole frame, but \(fault)") }
        }
      case .metadata(let metadata):
        // Where another container begins, the previous one's title is cleared.
        claim(!metadata.title.isEmpty || hasTitle, "a title says something, or takes one away")
        hasTitle = !metadata.title.isEmpty
        if let fault = TextFault.inLine(metadata.title) { fail("broken promise: a clean title, but \(fault)") }
      }
    }
    // After damage the parser may search again in a frame that it has already returned.
    claim(sound <= 2 * bytes.count + 8191, "damage does not multiply sound: \(sound) of \(bytes.count)")
    claim(elements.packets.first?.isDiscontinuity != false, "a stream begins with a break")
  }
}
