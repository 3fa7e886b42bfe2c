import AudioCore
import Parser
import Recording
import TestSupport
import Testing

@Suite("Where one file ends and the next begins")
struct CutSearchTests {
  /// A search in `seconds` of a tone with the amplitude that `level` gives for a second.
  private static func search(
    seconds: Double, rate: Int = 8000, channels: Int = 2, block: Int = 1000, level: (Double) -> Float
  ) -> CutSearch {
    var search = CutSearch()
    let frames = Int(seconds * Double(rate))
    for start in stride(from: 0, to: frames, by: block) {
      let end = min(start + block, frames)
      var samples = [Float](repeating: 0, count: (end - start) * channels)
      for index in samples.indices {
        let frame = start + index / channels
        samples[index] = level(Double(frame) / Double(rate)) * (frame % 2 == 0 ? 1 : -1)
      }
      search.add(PCMBlock(format: AudioFormat(sampleRate: rate, channels: channels), samples: samples))
    }
    return search
  }

  @Test(
    "the quietest 100 ms are taken when they are 12 dB below the median",
    arguments: [(0.24 as Float, true), (0.26, false), (0.0, true), (1.0, false), (1e-6, true)])
  func depth(level: Float, isTaken: Bool) {
    for (rate, channels, block) in [(48000, 2, 1000), (22050, 1, 1152), (8000, 6, 77), (11025, 2, 100_000)] {
      let search = Self.search(seconds: 6, rate: rate, channels: channels, block: block) {
        $0 >= 4 && $0 < 4.1 ? level : 1
      }
      #expect(search.offset(fromTitleAt: .seconds(3)) == (isTaken ? .milliseconds(1050) : .zero))
    }
  }

  @Test("the place may be 3 s before or behind the title, and of equal ones the nearest is taken")
  func reach() {
    func place(_ gaps: [Double], title: Double) -> Int {
      let search = Self.search(seconds: 12) { time in gaps.contains { time >= $0 && time < $0 + 0.1 } ? 0 : 1 }
      return Int((search.offset(fromTitleAt: .seconds(title)) / .milliseconds(1)).rounded())
    }
    #expect(place([4], title: 6.9) == -2850)
    #expect(place([4], title: 7.2) == 0)
    #expect(place([8], title: 5.1) == 2950)
    #expect(place([8], title: 4.8) == 0)
    #expect(place([4, 8], title: 6) == -1950)
    #expect(place([4, 8], title: 6.2) == 1850)
  }

  @Test("in a long silence the place nearest to the title is taken")
  func longSilence() {
    let search = Self.search(seconds: 6) { $0 >= 1 && $0 < 2.5 ? 0 : 1 }
    #expect(search.offset(fromTitleAt: .seconds(3)) == .milliseconds(-550))
    #expect(search.offset(fromTitleAt: .milliseconds(1800)) == .zero)
  }

  @Test("silence alone, little sound and none leave the title where it is")
  func nothing() {
    #expect(CutSearch().offset(fromTitleAt: .zero) == .zero)
    #expect(CutSearch().offset(fromTitleAt: .seconds(5)) == .zero)
    #expect(Self.search(seconds: 6) { _ in 0 }.offset(fromTitleAt: .seconds(3)) == .zero)
    #expect(Self.search(seconds: 0.09) { _ in 1 }.offset(fromTitleAt: .zero) == .zero)
    #expect(Self.search(seconds: 0.1) { _ in 1 }.offset(fromTitleAt: .zero) == .zero)
    #expect(Self.search(seconds: 6) { $0 < 3 ? 1 : 0 }.offset(fromTitleAt: .seconds(100_000_000_000)) == .zero)
    #expect(Self.search(seconds: 6) { $0 < 3 ? 1 : 0 }.offset(fromTitleAt: .seconds(-5)) == .zero)
    var search = CutSearch()
    search.add(PCMBlock(format: AudioFormat(sampleRate: 0, channels: 2), samples: [1, 1]))
    search.add(PCMBlock(format: AudioFormat(sampleRate: 48000, channels: 0), samples: []))
    #expect(search.offset(fromTitleAt: .zero) == .zero)
  }

  @Test("a title near the beginning or the end is searched in the sound that is there")
  func ends() {
    let search = Self.search(seconds: 4) { $0 >= 1 && $0 < 1.1 || $0 >= 3.5 && $0 < 3.6 ? 0 : 1 }
    #expect(search.offset(fromTitleAt: .zero) == .milliseconds(1050))
    #expect(search.offset(fromTitleAt: .seconds(4)) == .milliseconds(-450))
  }

  @Test("NaN and infinity are silence, and huge samples are loud")
  func badSamples() {
    for sample in [Float.nan, .infinity, -.infinity, 3e38, -3e38] {
      let search = Self.search(seconds: 6) { $0 >= 4 && $0 < 4.1 ? 0.01 : $0 >= 1 && $0 < 1.1 ? sample : 1 }
      #expect(search.offset(fromTitleAt: .seconds(3)) == .milliseconds(sample.isFinite ? 1050 : -1950))
      let few = Self.search(seconds: 6, channels: 1) {
        $0 >= 4 && $0 < 4.1 ? 0.01 : Int($0 * 8000) % 10 == 0 ? sample : 1
      }
      #expect(few.offset(fromTitleAt: .seconds(3)) == .milliseconds(1050))
    }
  }

  @Test("a change of format within the sound keeps the place")
  func formats() {
    var search = CutSearch()
    for (rate, channels, level) in [(44100, 2, 1), (22050, 1, 1), (22050, 1, 0.1), (48000, 6, 1)] as [(Int, Int, Float)]
    {
      let frames = level < 1 ? rate / 10 : rate * 2
      search.add(
        PCMBlock(
          format: AudioFormat(sampleRate: rate, channels: channels),
          samples: [Float](repeating: level, count: frames * channels)))
    }
    #expect(search.offset(fromTitleAt: .seconds(3)) == .milliseconds(1050))
  }

  @Test(
    "the packet nearest to a silence between songs begins the next file", .enabled(if: SignalSource.isAvailable),
    arguments: [
      SignalSource.Coding.mp3(kilobits: 128), .aac(kilobits: 96), .vorbis(kilobits: 96), .opus(kilobits: 64), .flac,
      .wav,
    ])
  func packets(coding: SignalSource.Coding) throws {
    let scratch = try Scratch()
    // Tones of 5 s before and behind half a second of silence.
    let tone = try SignalSource.shared.path(.init(.tones([440, 550], amplitude: 0.3), seconds: 10.5), as: .wav)
    let name = "gap." + coding.fileExtension
    let made = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-i", tone, "-af", "volume=0:enable='between(t,5,5.5)'", scratch.path(name)])
    try #require(made.exitCode == 0, "\(made.errorText)")
    let kept = try KeptSpan(scratch.read(name))
    func number(at seconds: Double) -> Int {
      var time = Duration.zero
      return kept.packets.firstIndex { packet in
        defer { time += packet.duration }
        return time >= .seconds(seconds)
      } ?? 0
    }
    func place(_ number: Int) -> Double { kept.packets[..<number].reduce(.zero) { $0 + $1.duration } / .seconds(1) }
    for title in [2.5, 7.9] {
      let cut = place(CutSearch.firstPacket(ofTitleAt: number(at: title), in: kept.packets))
      #expect(cut > 5 && cut < 5.55, "\(title): \(cut)")
    }
    for title in [1.5, 9] {
      let first = number(at: title)
      #expect(CutSearch.firstPacket(ofTitleAt: first, in: kept.packets) == first, "\(title)")
    }
    // The packets around it are enough.
    let range = number(at: 0.2)..<number(at: 7.6)
    let cut = CutSearch.firstPacket(ofTitleAt: number(at: 4.3) - range.lowerBound, in: Array(kept.packets[range]))
    #expect(cut + range.lowerBound == CutSearch.firstPacket(ofTitleAt: number(at: 4.3), in: kept.packets))
    // Where the stream breaks, the title begins at the break.
    var packets = kept.packets
    packets[number(at: 4.3)].isDiscontinuity = true
    #expect(CutSearch.firstPacket(ofTitleAt: number(at: 4.3), in: packets) == number(at: 4.3))
  }

  @Test("packets that cannot be decoded, and a place outside, leave the title where it is")
  func broken() {
    let packets = (0..<200).map { number in
      Packet(
        codec: .flac, bytes: [UInt8](repeating: 7, count: 100),
        headerFormat: AudioFormat(sampleRate: 44100, channels: 2),
        frameCount: 4096, bitRate: 1, isDiscontinuity: number == 0, setup: .headers([[1, 2, 3]]))
    }
    #expect(CutSearch.firstPacket(ofTitleAt: 100, in: packets) == 100)
    #expect(CutSearch.firstPacket(ofTitleAt: 200, in: packets) == 200)
    #expect(CutSearch.firstPacket(ofTitleAt: 0, in: []) == 0)
  }
}

extension SignalSource.Coding {
  /// What the name of such a file ends with.
  fileprivate var fileExtension: String {
    switch self {
    case .wav: "wav"
    case .mp3, .variableMP3: "mp3"
    case .aac: "aac"
    case .vorbis, .oggFLAC: "ogg"
    case .opus: "opus"
    case .speex: "spx"
    case .flac: "flac"
    case .aiff: "aiff"
    }
  }
}
