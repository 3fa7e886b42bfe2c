import TestSupport
import Testing

@Suite("Without a network and without a sound card", .ownThreads)
struct DemoTests {
  @Test("the demo station is there for the eye")
  func spectrumOfDemo() throws {
    let result = try Radiod.run("spectrum", "demo", "--json", "--frames", "20")
    #expect(result.exitCode == 0)
    #expect(result.errorText.isEmpty, "\(result.errorText)")
    let lines = JSONLine.parse(result.output)
    #expect(lines.first?.type == "header" && lines.first?.codec == "mp3" && lines.first?.version == 1)
    #expect(lines.count { $0.type == "frame" } == 20)
    #expect(lines.last?.type == "end" && lines.last?.frames == 20)
    // Music, not silence.
    #expect(lines.compactMap(\.levels).joined().joined().contains { $0 > -40 })
  }

  @Test("the demo's titles come with its sound")
  func titlesOfDemo() throws {
    let result = try Radiod.run("spectrum", "demo", "--json", "--duration", "3")
    #expect(result.exitCode == 0)
    #expect(JSONLine.parse(result.output).compactMap(\.title).first?.hasPrefix("SpringRadio") == true)
  }

  @Test("the demo station is there for the ear")
  func soundOfDemo() throws {
    let scratch = try Scratch()
    let result = try Radiod.run(
      "play", "demo", "--duration", "3", "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    let file = try #require(WAVFile(path: scratch.path("x.wav")))
    #expect(file.isConsistent)
    #expect(file.seconds == 3)
    #expect(file.samples.contains { $0 != 0 })
    #expect(result.errorText.contains("title: SpringRadio"))
  }

  @Test("no word at all plays the demo")
  func noWord() throws {
    let scratch = try Scratch()
    let result = try Radiod.run("play", "--duration", "1", "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.errorText.contains("SpringRadio"))
  }

  @Test("without a sound card, play says so in one line and goes on silently, at the pace of the clock")
  func noSoundCard() throws {
    let start = ContinuousClock.now
    let result = try Radiod.run("play", "demo", "--duration", "2", "--no-view")
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(seconds > 1.8 && seconds < 4, "\(seconds)")
    let notices = result.errorLines.filter { $0.contains("silent") }
    #expect(notices.count == 1, "\(result.errorText)")
    #expect(!result.errorText.contains("ALSA lib"), "\(result.errorText)")
  }

  @Test("who asked for ALSA is told that there is no sound card")
  func noSoundCardForALSA() throws {
    let result = try Radiod.run(
      "play", "demo", "--duration", "2", "--no-view", "--output", "alsa", "--log-level", "error")
    #expect(result.exitCode == 69)
    #expect(result.isOneLineError && result.errorText.contains("default"), "\(result.errorText)")
  }

  @Test("devices lists nothing where there is nothing, and a sound server where there is one")
  func devices() throws {
    let none = try Radiod.run("devices")
    #expect(none.exitCode == 0)
    #expect(none.errorText.isEmpty, "\(none.errorText)")
    guard PulseServer.isAvailable else { return }
    let pulse = try PulseServer()
    let some = try Radiod.run("devices", environment: pulse.environment)
    #expect(some.exitCode == 0)
    #expect(some.text.split(separator: "\n").contains { $0.hasPrefix("default") }, "\(some.text)")
  }

  @Test("--volume 0 writes silence, and the spectrum does not care")
  func silentVolume() throws {
    let path = try SignalSource.shared.path(.init(.music, seconds: 2), as: .mp3(kilobits: 128))
    let result = try Radiod.run("play", path, "--output", "raw", "--volume", "0")
    #expect(result.output.count > 300_000)
    #expect(result.output.allSatisfy { $0 == 0 })
  }

  @Test("--version and --help go to standard output")
  func versionAndHelp() throws {
    let version = try Radiod.run("--version")
    #expect(version.exitCode == 0)
    #expect(version.text.hasPrefix("radiod ") && version.errorText.isEmpty)
    for arguments in [["--help"], ["play", "--help"], ["spectrum", "--help"], ["help", "stations"]] {
      let help = try Radiod.run(arguments)
      #expect(help.exitCode == 0)
      #expect(help.text.contains("USAGE") && help.errorText.isEmpty)
    }
  }
}
