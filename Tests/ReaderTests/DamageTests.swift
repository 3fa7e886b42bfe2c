import AudioCore
import Parser
import Reader
import TestSupport
import Testing

@Suite("Damage", .enabled(if: Encoded.isAvailable, "needs ffmpeg and mpg123"))
struct DamageTests {
  private static let lame = ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"]
  private static let mp3 = Result { try Programme(seconds: 24, fileName: "a.mp3", options: lame) }
  private static let quiet = Result { try Programme(seconds: 24, gain: 0.1, fileName: "a.mp3", options: lame) }
  // Without noise substitution, which gives different noise every time.
  private static let aac = Result {
    try Programme(
      seconds: 16, fileName: "a.aac", frameSize: 1024, options: ["-c:a", "aac", "-b:a", "96k", "-aac_pns", "0"])
  }

  /// The level of the loudest frame of `sound` divided by that of the programme's loudest frame. `sound` is clipped
  /// first, as outputs do.
  private func loudness(_ sound: Sound, beside whole: Sound, _ programme: Programme) -> Double {
    let heard = Sound(samples: sound.samples.map { min(max($0, -1), 1) })
    return (heard.levels(of: programme.frameSize).max() ?? 0) / (whole.levels(of: programme.frameSize).max() ?? 1)
  }

  /// The runs of frames that were not found.
  private func gaps(_ found: [Bool]) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    for number in found.indices where !found[number] {
      if let last = gaps.last, last.upperBound == number {
        gaps[gaps.count - 1] = last.lowerBound..<(number + 1)
      } else {
        gaps.append(number..<(number + 1))
      }
    }
    return gaps
  }

  @Test(
    "with 1 bit in 100,000 flipped, a fault costs at most 3 frames, no more than in mpg123 and ffmpeg",
    arguments: 1...3 as ClosedRange<UInt64>)
  func sparse(seed: UInt64) throws {
    let programme = try Self.mp3.get()
    let (stream, faults) = Harm(kind: .flip, rate: 1e-5, seed: seed).done(to: programme.stream)
    let sounds = try Programme.Player.allCases.map { try programme.decoded(stream, by: $0) }
    let wholes = try Programme.Player.allCases.map { try programme.whole(by: $0) }
    let found = zip(sounds, wholes).map { programme.found(in: $0, of: $1) }
    let intact = found.map { $0.filter { $0 }.count }
    #expect(intact[0] >= max(intact[1], intact[2]))
    #expect(sounds[0].seconds >= max(sounds[1].seconds, sounds[2].seconds))
    // 417.96 bytes a frame. A frame's data may begin 511 bytes before it.
    let hit = faults.map { Int(Double($0) / 417.96) }
    for gap in gaps(found[0]) {
      let reasons = hit.filter { gap.contains($0) || (1...2).contains(gap.lowerBound - $0) }.count
      #expect(gap.count <= 3 * reasons)
      #expect(Double(gap.count) * 1152 / 44100 < 0.5)
    }
    // At most one frame for each fault is silent or missing.
    let silent = sounds[0].levels(of: 1152).filter { $0 < 1e-5 }.count
    #expect(silent + (found[0].count - sounds[0].samples.count / 2304) <= faults.count)
    #expect(loudness(sounds[0], beside: wholes[0], programme) < 2)
  }

  @Test("a flipped bit in a header costs at most 3 frames", arguments: 0..<32)
  func header(bit: Int) throws {
    let programme = try Self.mp3.get()
    var parser = StreamParser(source: "programme")
    let frames = try parser.feed(programme.stream).packets.prefix(120).map(\.bytes)
    var stream = frames.flatMap { $0 }
    stream[frames[..<60].reduce(0) { $0 + $1.count } + bit / 8] ^= 0x80 >> UInt8(bit % 8)
    let found = programme.found(in: try Sound(stream), of: try programme.whole(by: .radiod)).prefix(120)
    #expect(found.filter { !$0 }.count <= 3)
    #expect(found.prefix(59).allSatisfy { $0 })
  }

  static let harms = [
    Harm(kind: .flip, rate: 1e-4, seed: 1), Harm(kind: .flip, rate: 1e-4, seed: 2), Harm(kind: .flip, rate: 1e-3),
    Harm(kind: .flip, rate: 1e-2), Harm(kind: .drop(1), rate: 1e-4), Harm(kind: .drop(1400), rate: 1e-4),
    Harm(kind: .double(1), rate: 1e-4), Harm(kind: .double(1400), rate: 1e-4), Harm(kind: .insert(1), rate: 1e-4),
    Harm(kind: .insert(800), rate: 1e-4), Harm(kind: .drop(20_000), rate: 3e-5),
  ]

  @Test("of a damaged MP3, radiod plays as much as the better of mpg123 and ffmpeg, and no noise", arguments: harms)
  func worse(harm: Harm) throws {
    let programme = try Self.mp3.get()
    let (stream, faults) = harm.done(to: programme.stream)
    #expect(faults.count > 2)
    let sounds = try Programme.Player.allCases.map { try programme.decoded(stream, by: $0) }
    let intact = try zip(Programme.Player.allCases, sounds).map { player, sound in
      programme.found(in: sound, of: try programme.whole(by: player)).filter { $0 }.count
    }
    #expect(Double(intact[0]) >= 0.99 * Double(max(intact[1], intact[2])) - 1)
    let sound = sounds[0]
    let louder = loudness(sound, beside: try programme.whole(by: .radiod), programme)
    // With 1 bit in 100 wrong, hardly a frame shows the programme's level: the bound is 10 dB there, else 6 dB.
    #expect(louder < (harm.rate < 0.01 ? 2 : 3.2), "\(louder)")
    #expect(sound.samples.allSatisfy { abs($0) <= 8 })
    #expect(sound.strange == 0)
  }

  @Test("damage in a quiet programme causes no burst of noise", arguments: harms.filter { $0.rate < 0.001 })
  func quietProgramme(harm: Harm) throws {
    let programme = try Self.quiet.get()
    let sound = try Sound(harm.done(to: programme.stream).stream)
    #expect(loudness(sound, beside: try programme.whole(by: .radiod), programme) < 2)
  }

  @Test("of a damaged AAC stream, radiod plays as much as ffmpeg, and no noise", arguments: harms)
  func aac(harm: Harm) throws {
    let programme = try Self.aac.get()
    let (stream, _) = harm.done(to: programme.stream)
    let (sound, whole) = (try Sound(stream), try programme.whole(by: .radiod))
    let ours = programme.found(in: sound, of: whole).filter { $0 }.count
    let theirs = programme.found(
      in: try programme.decoded(stream, by: .ffmpeg), of: try programme.whole(by: .ffmpeg)
    ).filter { $0 }.count
    #expect(Double(ours) >= 0.97 * Double(theirs) - 2)
    #expect(loudness(sound, beside: whole, programme) < 2)
    #expect(sound.strange < 0.1)
  }

  @Test("after the damage, the sound is complete again", arguments: harms + [Harm(kind: .drop(1), rate: 1e-3)])
  func recovery(harm: Harm) throws {
    for programme in [try Self.mp3.get(), try Self.aac.get()] {
      let half = programme.stream.count / 2
      let stream = harm.done(to: Array(programme.stream[..<half])).stream + programme.stream[half...]
      let whole = try programme.whole(by: .radiod)
      let found = programme.found(in: try Sound(stream), of: whole)
      // From 12 frames (0.3 s) after the damage on, only frames at the start of louder sound are missing: the noise
      // guard accepts that after 0.1 s.
      let after = found.suffix(found.count / 2 - 12)
      #expect(Double(after.filter { $0 }.count) > 0.97 * Double(after.count))
    }
  }
}
