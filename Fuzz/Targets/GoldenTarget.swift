import AudioCore
import SoundCheck

extension FuzzTarget {
  /// Golden files of `radiod check`: a fault is a clean sentence; what was read is written and read again unchanged, equals
  /// itself, and can be compared with other sound.
  static let golden = FuzzTarget("golden") { input in
    let offset = [0, 1, -1, 200, -200][input.byte() % 5]
    let tolerance = input.choice([0.05, 0.5, 1.0, 100])
    let isMeasured = input.byte() % 8 == 1
    let bytes = input.payload
    let fingerprint: Fingerprint
    do throws(GoldenFile.ReadError) {
      fingerprint = try GoldenFile.parse(bytes)
    } catch {
      if let fault = TextFault.control(error.reason) {
        fail("broken promise: a clean sentence, but \(fault): \(error.reason)")
      }
      claim(error.reason.utf8.count < 2 * bytes.count + 200, "a short sentence: \(error.reason)")
      return
    }
    claim(fingerprint.seconds * 20 <= Double(bytes.count) + 20, "no more blocks than bytes")
    let written = GoldenFile.text(fingerprint)
    claim((try? GoldenFile.parse(written)) == fingerprint, "a file is read as it was written")
    let same = GoldenComparison(of: fingerprint, with: fingerprint, offset: 0, tolerance: tolerance, quietest: -90)
    claim(same.mismatch == nil && same.faultCount == 0, "it equals itself")
    for other in others {
      check(
        GoldenComparison(of: fingerprint, with: other, offset: offset, tolerance: tolerance, quietest: -50))
      check(
        GoldenComparison(of: other, with: fingerprint, offset: offset, tolerance: tolerance, quietest: -50))
    }
    if isMeasured, fingerprint.sampleRate <= 48_000, fingerprint.channels <= 2 { measure(fingerprint) }
  }

  private static func check(_ comparison: GoldenComparison) {
    claim(comparison.faults.count == min(comparison.faultCount, 100), "at most 100 differences are kept")
    claim(comparison.faults.allSatisfy { $0.decibels.isFinite && $0.time.isFinite }, "differences are finite")
    if let mismatch = comparison.mismatch, let fault = TextFault.control(mismatch) {
      fail("broken promise: a clean sentence, but \(fault): \(mismatch)")
    }
  }

  /// Sound of one and of two channels, short and longer than a block.
  private static let others: [Fingerprint] = [(4000, 1, 900), (8000, 2, 2500)].compactMap { rate, channels, frames in
    let meter = SoundMeter(ExpectationList(), takesFingerprint: true)
    try? meter.feed(noise(rate: rate, channels: channels, frames: frames), source: "it")
    return (try? meter.fingerprint(of: "it")) ?? nil
  }

  private static func noise(rate: Int, channels: Int, frames: Int) -> PCMBlock {
    var state: UInt32 = 1
    let samples = (0..<frames * channels).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int32(bitPattern: state)) / 4_294_967_296
    }
    return PCMBlock(format: AudioFormat(sampleRate: rate, channels: channels), samples: samples)
  }

  /// Compares sound of the same format with the file, as a check does.
  private static func measure(_ fingerprint: Fingerprint) {
    let meter = SoundMeter(ExpectationList([.reference(.golden, fingerprint, name: "it")]))
    let block = noise(
      rate: fingerprint.sampleRate, channels: fingerprint.channels, frames: fingerprint.sampleRate / 4)
    guard (try? meter.feed(block, source: "it")) != nil,
      let report = try? CheckReport(meter, facts: SourceFacts(name: "it"))
    else { fail("broken promise: sound can be compared with what was read") }
    claim(report.findings.count == 1, "an answer")
    for line in report.lines where TextFault.control(line) != nil { fail("broken promise: a clean line: \(line)") }
  }
}
