import AudioCore
import Parser

/// The result of parsing a file whose bytes are fed as the parser demands them.
struct ReadFile: CustomStringConvertible {
  private(set) var elements: [StreamElement] = []
  private(set) var error: TuneError?
  private var jumps = 0
  private var bytesRead = 0

  /// Maximum number of jumps that a parser may make: to go back, and to skip long gaps, of which an input has none.
  private static let maximumJumps = 260
  /// Maximum number of bytes that a parser may hold, in addition to twice the input.
  private static let maximumMemory = 256 << 10

  init(
    _ bytes: [UInt8], access: StreamOrigin.FileAccess, splits: Splits = Splits(largest: .max, seed: 0)
  ) {
    var parser = StreamParser(source: "it", origin: .file(access))
    var place = 0
    do throws(TuneError) {
      while place < bytes.count, parser.demand != .nothing {
        let start = place
        place = bytes.count
        var failure: TuneError?
        splits.forEach(of: Array(bytes[start...])) { piece in
          do throws(TuneError) { elements += try parser.feed(piece) } catch { failure = error }
          bytesRead += piece.count
          claim(parser.inputMemory <= Self.maximumMemory + 2 * bytes.count, "memory is bounded: \(parser.inputMemory)")
          return failure == nil && parser.demand == .next
        }
        if let failure { throw failure }
        guard case .position(let position) = parser.demand else { continue }
        claim(position >= 0, "a place in a file: \(position)")
        claim(access != .inOrder, "no jumps where they cannot be")
        jumps += 1
        place = position
      }
      elements += try parser.finish()
    } catch {
      self.error = error
    }
  }

  var description: String {
    "\(elements.packets.map { "\($0.codec) \($0.bytes.count)" }), \(String(describing: error)), \(jumps) jumps"
  }

  /// Checks that packets are valid and short, have no more bytes than `bytes` can contain, and needed few jumps.
  func check(against bytes: [UInt8]) {
    claim(jumps <= Self.maximumJumps, "jumps are few: \(jumps)")
    claim(bytesRead <= (jumps + 1) * bytes.count, "each byte is read once a jump")
    var sound = 0
    var last: Packet?
    for packet in elements.packets {
      sound += packet.bytes.count - (packet.codec == .aac ? ADTSHeader.size : 0)
      claim(packet.frameCount >= 0 && packet.startTrim >= 0 && packet.endTrim >= 0, "nothing is less than 0: \(packet)")
      claim(packet.frameCount + packet.startTrim + packet.endTrim < 1 << 20, "packets are short")
      if let last, !packet.isDiscontinuity {
        let isSame =
          last.codec == packet.codec && last.headerFormat == packet.headerFormat && last.setup == packet.setup
        claim(isSame, "a change of format is a break")
      }
      last = packet
    }
    claim(sound <= 2 * bytes.count + 8191, "no more sound than bytes: \(sound) of \(bytes.count)")
    claim(elements.packets.first?.isDiscontinuity != false, "a stream begins with a break")
  }
}
