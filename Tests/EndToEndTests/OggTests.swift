import Foundation
import TestSupport
import Testing

@Suite("Ogg from files", .ownThreads, .enabled(if: OggChain.isAvailable))
struct OggTests {
  @Test(
    "24: a chained file plays the samples that the coding's own decoder gives, up to rounding",
    arguments: OggChain.codings)
  func gapless(coding: SignalSource.Coding) throws {
    let chain = try OggChain(coding, links: 3)
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", chain.path, "--no-view", "--volume", "100", "--output", "wav:" + scratch.path("out.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(
      result.errorLines.filter { $0.hasPrefix("title: ") } == ["One", "Two", "Three"].map { "title: Can - \($0)" })
    let wave = try #require(WAVFile(path: scratch.path("out.wav")))
    #expect(wave.rate == OggChain.rate(of: coding) && wave.channels == 2)
    let heard = wave.samples.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self) }
    }
    #expect(heard.count == chain.decoded.count)
    // Two decoders of lossy sound round differently: Vorbis by one step of 16 bits, libavcodec's Opus by up to seven
    // where the sound ends.
    let tolerance = [.oggFLAC: 0, OggChain.codings[0]: 2][coding] ?? 12
    let differences = zip(heard, chain.decoded).map { abs(Int($0) - Int($1)) }
    #expect((differences.max() ?? 0) <= tolerance, "\(Self.places(of: differences))")
  }

  /// The largest differences and where they are, for the message of a failure.
  private static func places(of differences: [Int]) -> String {
    let worst = differences.indices.sorted { differences[$0] > differences[$1] }.prefix(5)
    return worst.map { "\(differences[$0]) at \($0)" }.joined(separator: ", ")
  }

  @Test("24: in JSON each title of a chain has the time of its link, and each link is analysed at its own rate")
  func json() throws {
    let chain = try OggChain([
      .init("One", .vorbis(kilobits: 128), .tones([1000], amplitude: 0.4), seconds: 1.5),
      .init("Two", .oggFLAC, .tones([1000], amplitude: 0.4), seconds: 1.5, rate: 22050, channels: 1),
      .init("Three", .opus(kilobits: 96), .tones([1000], amplitude: 0.4), seconds: 1.5, rate: 48000),
    ])
    let result = try Radiod.run("spectrum", chain.path, "--json", "--bands", "40")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let lines = JSONLine.parse(result.output)
    #expect(lines.compactMap(\.title) == ["Can - One", "Can - Two", "Can - Three"])
    for (line, wanted) in zip(lines.filter { $0.type == "metadata" }, [0, 1.5, 3]) {
      #expect(abs((line.time ?? -1) - wanted) < 0.1, "\(line.title ?? ""): \(line.time ?? -1)")
    }
    #expect(lines.compactMap(\.sampleRate) == [44100, 22050, 48000])
    // The tone is in the same band before and after every change.
    let loudest = lines.compactMap(\.levels).compactMap { $0.first }.compactMap { levels in
      levels.indices.max { levels[$0] < levels[$1] }
    }
    // At half the rate the transform has other bins.
    let common = loudest.sorted()[loudest.count / 2]
    #expect(loudest.count > 100 && loudest.count { abs($0 - common) > 1 } < 20, "\(loudest)")
  }
}
