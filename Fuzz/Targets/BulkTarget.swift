import AudioCore
import Glibc
import Parser

extension FuzzTarget {
  /// The end of an input, repeated: the cost of a stream in time and memory stays proportional to its bytes, whatever
  /// they are.
  static let bulk = FuzzTarget("bulk", isAudio: true) { input in
    let isSummed = input.byte() % 4 != 0
    let kept = input.byte()
    let piece = input.choice([4096, 100, 1400, 16_384])
    let payload = input.payload
    guard payload.count > 0 else { return }
    let start = payload.count * kept / 256
    var bytes = isSummed ? CheckSums.repaired(payload) : payload
    let end = Array(bytes[start...])
    bytes.reserveCapacity(length)
    while bytes.count < length { bytes += end.prefix(length - bytes.count) }
    var parser = StreamParser(source: "it")
    let begin = seconds
    var sound = 0
    var place = 0
    while place < bytes.count, let elements = try? parser.feed(bytes[place..<min(place + piece, bytes.count)]) {
      place += piece
      for packet in elements.packets { sound += packet.bytes.count }
      claim(elements.count <= 8 * (piece + 65_536), "so many bytes make no \(elements.count) packets")
      claim(parser.inputMemory <= maximumMemory, "memory is bounded: \(parser.inputMemory)")
    }
    _ = try? parser.finish()
    let cost = seconds - begin
    claim(cost < 1, "it takes milliseconds, not \(cost) s for \(place) bytes")
    claim(sound <= 9 * bytes.count, "damage does not multiply sound")
  }

  /// Maximum number of bytes that a parser may hold: a FLAC frame of 1 MiB, in a queue that has grown for it.
  private static var maximumMemory: Int { 5 << 19 }

  /// The number of bytes that an input is extended to.
  private static var length: Int { 384 << 10 }

  /// The CPU time of this thread, in seconds.
  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
