import TestSupport
import Testing

@Suite("Without a network and without a sound card", .ownThreads)
struct DemoTests {
  @Test("spectrum analyses the demo station")
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

  @Test("play writes the demo station with its title")
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

  @Test("play without a station plays the demo")
  func noWord() throws {
    let scratch = try Scratch()
    let result = try Radiod.run("play", "--duration", "1", "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.errorText.contains("SpringRadio"))
  }

  @Test("without a sound card, play prints one line and continues silently")
  func noSoundCard() throws {
    let result = try Radiod.run("play", "demo", "--duration", "0.5", "--no-view")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let notices = result.errorLines.filter { $0.contains("silent") }
    #expect(notices.count == 1, "\(result.errorText)")
    #expect(!result.errorText.contains("ALSA lib"), "\(result.errorText)")
  }

  @Test("with --output alsa, play fails with 69 when there is no sound card")
  func noSoundCardForALSA() throws {
    let result = try Radiod.run(
      "play", "demo", "--duration", "2", "--no-view", "--output", "alsa", "--log-level", "error")
    #expect(result.exitCode == 69)
    #expect(result.isOneLineError && result.errorText.contains("default"), "\(result.errorText)")
  }

  @Test("devices succeeds without a device, and lists the default device of a sound server")
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

  @Test("--volume 0 writes silence")
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
