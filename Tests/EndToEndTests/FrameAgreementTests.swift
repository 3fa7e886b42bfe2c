import Foundation
import TestSupport
import Testing

@Suite("Frames agree with an independent computation", .ownThreads, .enabled(if: FrameChecker.isAvailable))
struct FrameAgreementTests {
  /// A sound, the options for radiod, and what the checker must expect.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var recording: SignalSource.Recording
    var coding: SignalSource.Coding
    var options: [String] = []
    var expectations: [String] = []

    var testDescription: String { name }
  }

  /// Tones between the bins of a window of 4096 at 44.1 kHz, from the lowest band to beyond the highest.
  private static let tones = Signal.tones([61.3, 443.7, 1003.3, 5017.9, 12345.6, 19001.5], amplitude: 0.15)
  private static let mp3 = SignalSource.Coding.mp3(kilobits: 192)
  private static let aac = SignalSource.Coding.aac(kilobits: 128)

  static let cases: [Case] = [
    Case(
      name: "tones between bins", recording: .init(tones, seconds: 2), coding: mp3,
      expectations: ["codec=mp3", "profile=rta", "weighting=none", "fftSize=4096", "hop=1024", "bandCount=80"]),
    Case(name: "pink noise", recording: .init(.pinkNoise, seconds: 2), coding: mp3),
    Case(name: "silence", recording: .init(.silence, seconds: 1), coding: mp3),
    Case(
      name: "a sweep, A-weighted", recording: .init(.sweep(seconds: 2), seconds: 2), coding: mp3,
      options: ["--weighting", "a"], expectations: ["weighting=a"]),
    Case(
      name: "the mean of two channels", recording: .init(.music, seconds: 2), coding: mp3,
      options: ["--channels", "mono"],
      expectations: ["mode=mono"]),
    Case(
      name: "mono at 22.05 kHz", recording: .init(.pinkNoise, seconds: 2, rate: 22050, channels: 1),
      coding: .mp3(kilobits: 64)),
    Case(name: "48 kHz", recording: .init(.pinkNoise, seconds: 2, rate: 48000), coding: mp3),
    Case(
      name: "other bands, window and hop", recording: .init(.music, seconds: 2), coding: mp3,
      options: ["--bands", "31", "--low", "20", "--high", "20000", "--fft-size", "2048", "--hop", "735"],
      expectations: ["bandCount=31", "low=20", "high=20000", "fftSize=2048", "hop=735"]),
    Case(
      name: "a hop longer than the window", recording: .init(.pinkNoise, seconds: 2), coding: mp3,
      options: ["--fft-size", "1024", "--hop", "5000"], expectations: ["fftSize=1024", "hop=5000"]),
    Case(
      name: "springradio", recording: .init(.music, seconds: 2), coding: mp3, options: ["--profile", "springradio"],
      expectations: ["profile=springradio", "bandCount=80"]),
    Case(
      name: "springradio at 22.05 kHz", recording: .init(.pinkNoise, seconds: 2, rate: 22050), coding: mp3,
      options: ["--profile", "springradio"]),
    Case(
      name: "springradio of other bands", recording: .init(tones, seconds: 2, rate: 48000), coding: mp3,
      options: ["--profile", "springradio", "--bands", "40", "--low", "60", "--high", "12000", "--channels", "mono"],
      expectations: ["bandCount=40", "low=60", "high=12000", "mode=mono"]),
    Case(
      name: "AAC, tones", recording: .init(tones, seconds: 2), coding: aac, expectations: ["codec=aac"]),
    Case(name: "AAC, music at 48 kHz", recording: .init(.music, seconds: 2, rate: 48000), coding: aac),
    Case(
      name: "AAC, mono at 22.05 kHz, springradio", recording: .init(.pinkNoise, seconds: 2, rate: 22050, channels: 1),
      coding: .aac(kilobits: 64), options: ["--profile", "springradio"]),
    Case(
      name: "FLAC at 96 kHz", recording: .init(.music, seconds: 2, rate: 96000), coding: .flac,
      expectations: ["codec=flac"]),
    Case(
      name: "WAV of floats", recording: .init(tones, seconds: 2, rate: 48000), coding: .wav, expectations: ["codec=pcm"]
    ),
    Case(
      name: "AIFF of 24 bits in mono", recording: .init(.pinkNoise, seconds: 2, channels: 1), coding: .aiff,
      expectations: ["codec=pcm"]),
  ]

  @Test("frames agree to 0.01 dB and 0.5 %", arguments: cases)
  func agreement(_ test: Case) throws {
    let path = try SignalSource.shared.path(test.recording, as: test.coding)
    let result = try Radiod.run(["spectrum", path, "--json"] + test.options)
    #expect(result.exitCode == 0)
    #expect(result.errorText.isEmpty)
    let fault = try FrameChecker.fault(
      in: result.output, of: path, rate: test.recording.rate, channels: test.recording.channels,
      options: test.expectations.flatMap { ["--expect", $0] })
    #expect(fault == nil)
    // A checker that hears no sound would find no fault in silence.
    let isSilent = JSONLine.parse(result.output).flatMap { $0.levels ?? [] }.allSatisfy { $0.allSatisfy { $0 <= -100 } }
    #expect(isSilent == (test.recording.signal == .silence))
  }

  @Test(
    "two runs write the same bytes; standard input and a station give the same frames",
    arguments: [mp3, aac, .flac, .wav, .aiff])
  func sameBytes(coding: SignalSource.Coding) throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 2), as: coding)
    let bytes = try SignalSource.shared.bytes(.init(.music, seconds: 2), as: coding)
    let first = try Radiod.run("spectrum", path, "--json")
    #expect(first.output.count > 10000)
    #expect(try Radiod.run("spectrum", path, "--json").output == first.output)
    let server = try ScriptedServer { call in
      call.answer()
      call.send(bytes, piecesOf: 77)
    }
    func frames(_ output: [UInt8]) -> [Substring] {
      String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"frame\"") }
    }
    #expect(frames(try Radiod.run("spectrum", "-", "--json", input: path).output) == frames(first.output))
    #expect(frames(try Radiod.run("spectrum", server.url, "--json").output) == frames(first.output))
  }

  @Test("audio that ffmpeg writes into a pipe gives the same frames as the file")
  func pipe() throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 2), as: .flac)
    func frames(_ output: [UInt8]) -> [Substring] {
      String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"frame\"") }
    }
    let file = frames(try Radiod.run("spectrum", path, "--json").output)
    #expect(file.count > 80)
    for format in ["wav", "aiff", "flac"] {
      let piped = try Radiod.shell(
        "ffmpeg -v error -i '\(path)' -f \(format) -bitexact - | \"$RADIOD\" spectrum - --json")
      #expect(frames(piped.output) == file, "\(format): \(piped.errorText)")
    }
  }

  @Test("a change of rate in mid-stream starts a new header; frame numbers and time continue")
  func changeOfFormat() throws {
    let scratch = try Scratch()
    let first = try SignalSource.shared.bytes(.init(.pinkNoise, seconds: 1, rate: 44100), as: Self.mp3)
    let second = try SignalSource.shared.bytes(
      .init(.music, seconds: 1, rate: 22050, channels: 1), as: .mp3(kilobits: 64))
    let result = try Radiod.run("spectrum", scratch.write(first + second, as: "both.mp3"), "--json")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let lines = JSONLine.parse(result.output)
    #expect(lines.filter { $0.type == "header" }.map(\.sampleRate) == [44100, 22050])
    #expect(lines.filter { $0.type == "header" }.map(\.channels) == [2, 1])
    let frames = lines.filter { $0.type == "frame" }
    #expect(frames.compactMap(\.index) == Array(0..<frames.count))
    let times = frames.compactMap(\.time)
    #expect(times == times.sorted() && (times.last ?? 0) > 1.7)
    #expect(lines.last?.frames == frames.count)
  }

  @Test("--frames and --duration end a stream where they should, and the end line gives the reason")
  func limits() throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 2), as: Self.mp3)
    let byCount = JSONLine.parse(try Radiod.run("spectrum", path, "--json", "--frames", "7").output)
    #expect(byCount.count { $0.type == "frame" } == 7)
    #expect(byCount.last?.type == "end" && byCount.last?.frames == 7)
    let byTime = JSONLine.parse(try Radiod.run("spectrum", path, "--json", "--duration", "1").output)
    // ⌊(44100 − 4096) / 1024⌋ + 1 windows end within the first second, and one has the rest.
    #expect(byTime.count { $0.type == "frame" } == 41)
    let whole = JSONLine.parse(try Radiod.run("spectrum", path, "--json").output)
    #expect(whole.last?.reason == "end of stream")
    #expect(byCount.last?.reason != whole.last?.reason)
  }

  @Test("into a pipe, without --json, spectrum writes one line of bars per frame and no escape codes")
  func barsInPipe() throws {
    let path = try SignalSource.shared.path(.init(Self.tones, seconds: 2), as: Self.mp3)
    let result = try Radiod.run("spectrum", path, "--bands", "40", "--channels", "mono")
    #expect(result.exitCode == 0)
    let lines = result.text.split(separator: "\n")
    #expect(abs(lines.count - 86) < 6)
    #expect(lines.allSatisfy { $0.count == 40 })
    #expect(lines.contains { $0.contains("▆") || $0.contains("▇") || $0.contains("█") || $0.contains("▅") })
    #expect(!result.output.contains(0x1B))
    let ascii = try Radiod.run("spectrum", path, "--frames", "3", environment: ["LC_ALL": "C"])
    #expect(ascii.output.allSatisfy { $0 < 0x80 })
  }
}
