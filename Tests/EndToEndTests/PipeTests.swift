import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Files, pipes and signals", .ownThreads)
struct PipeTests {
  private static let recording = SignalSource.Recording(.music, seconds: 3)
  private static let mp3 = SignalSource.Coding.mp3(kilobits: 128)

  @Test("raw output and a WAV file hold the same samples, from a file and from standard input")
  func sameSamples() throws {
    let path = try SignalSource.shared.path(Self.recording, as: Self.mp3)
    let scratch = try Scratch()
    let wav = try Radiod.run("play", path, "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(wav.exitCode == 0)
    let file = try #require(WAVFile(path: scratch.path("x.wav")))
    #expect(file.isConsistent && file.rate == 44100 && file.channels == 2)
    #expect(file.samples.count > 3 * 44100 * 4)
    let raw = try Radiod.run("play", path, "--output", "raw")
    #expect(raw.output == file.samples)
    let fromInput = try Radiod.run("play", "-", "--output", "raw", input: path)
    #expect(fromInput.exitCode == 0)
    #expect(fromInput.output == file.samples)
    let fromPipe = try Radiod.shell("cat '\(path)' | \"$RADIOD\" play - --output raw")
    #expect(fromPipe.output == file.samples)
  }

  @Test("the samples agree with those of another decoder", .enabled(if: ProcessRunner.hasPrograms("mpg123", "ffmpeg")))
  func sameAsOtherDecoders() throws {
    for coding in [Self.mp3, .aac(kilobits: 128)] {
      let path = try SignalSource.shared.path(Self.recording, as: coding)
      let ours = try Radiod.run("play", path, "--output", "raw").output
      let theirs = try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", "-"]).output
      let count = min(ours.count, theirs.count) / 2
      #expect(abs(ours.count - theirs.count) <= 4 * 1152 * 2)
      var sum = 0.0
      for index in 0..<count {
        func sample(_ bytes: [UInt8]) -> Double {
          Double(Int16(bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8))
        }
        let difference = sample(ours) - sample(theirs)
        sum += difference * difference
      }
      #expect((sum / Double(count)).squareRoot() < 1, "\(coding)")
    }
  }

  @Test(
    "a signal ends the program at once while standard input is silent",
    arguments: [["play", "-", "--output", "silent", "--no-view"], ["spectrum", "-", "--json"]])
  func silentInput(_ arguments: [String]) throws {
    let scratch = try Scratch()
    let pipe = scratch.path("input")
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR | O_CLOEXEC)  // holds the pipe open and writes nothing
    defer { close(writer) }
    let process = try ProcessRunner(Radiod.path, arguments, environment: Radiod.environment, input: pipe)
    // The thread that reads exists once the program waits for input.
    #expect(ProcessRunner.eventually { (ProcessUse(pid: process.pid)?.threads ?? 0) >= 5 })
    process.signal(SIGINT)
    #expect(process.wait(limit: .seconds(5)) == 130, "\(process.errorText)")
  }

  @Test("a recording never overwrites the file that is played, not even through a symbolic link")
  func sameFile() throws {
    let scratch = try Scratch()
    let bytes = try SignalSource.shared.bytes(Self.recording, as: Self.mp3)
    let song = try scratch.write(bytes, as: "song.mp3")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("other.mp3"), withDestinationPath: song)
    let result = try Radiod.run("play", song, "--output", "wav:" + scratch.path("other.mp3"))
    #expect(result.exitCode == 64)
    #expect(result.isOneLineError && result.errorText.contains("overwrite"), "\(result.errorText)")
    #expect(scratch.read("song.mp3") == bytes)
  }

  @Test("a playlist that was saved as a file plays its first entry that works", arguments: ["saved.pls", "saved.m3u"])
  func savedPlaylist(name: String) throws {
    let audio = try SignalSource.shared.bytes(Self.recording, as: Self.mp3)
    let server = try ScriptedServer { call in call.station(body: audio) }
    let scratch = try Scratch()
    let dead = "http://127.0.0.1:\(try ScriptedServer.freePort())/"
    let text =
      name.hasSuffix("pls")
      ? "[playlist]\nNumberOfEntries=2\nFile1=\(dead)\nFile2=\(server.url)\n" : "#EXTM3U\n\(dead)\n\(server.url)\n"
    let list = try scratch.write(text, as: name)
    let result = try Radiod.run("spectrum", list, "--json", "--frames", "60")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(JSONLine.parse(result.output).count { $0.type == "frame" } == 60)
  }

  @Test("a reader that closes the pipe ends the program quietly")
  func closedPipe() throws {
    let path = try SignalSource.shared.path(Self.recording, as: Self.mp3)
    for command in [
      "spectrum '\(path)' --json", "spectrum '\(path)'", "spectrum demo --json",
      "play '\(path)' --output raw --log-level error",
      "stations", "stations --json",
    ] {
      let result = try Radiod.shell("\"$RADIOD\" \(command) | head -c 100 >/dev/null; echo ${PIPESTATUS[0]}")
      #expect(result.text == "0\n", "\(command)")
      #expect(result.errorText.isEmpty, "\(command): \(result.errorText)")
    }
  }

  @Test("a signal ends a recording in order, with a correct header", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalWhileRecording(signal: Int32) throws {
    let audio = try SignalSource.shared.bytes(Self.recording, as: Self.mp3)
    let server = try ScriptedServer { call in
      call.answer()
      call.broadcast(audio, bytesPerSecond: 16000, burst: 64000)
    }
    let scratch = try Scratch()
    let player = try Radiod.start("play", server.url, "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(ProcessRunner.eventually { scratch.read("x.wav").count > 300_000 })
    #expect(player.terminate(signal) == (signal == SIGINT ? 130 : 0))
    let file = try #require(WAVFile(path: scratch.path("x.wav")))
    #expect(file.isConsistent)
    #expect(file.samples.count > 300_000)
    #expect(!player.errorText.contains("radiod:"), "\(player.errorText)")
  }

  @Test("a killed program leaves a WAV file whose header covers all but the last moment")
  func killWhileRecording() throws {
    let audio = try SignalSource.shared.bytes(Self.recording, as: Self.mp3)
    let server = try ScriptedServer { call in
      call.answer()
      call.broadcast(audio, bytesPerSecond: 16000, burst: 64000)
    }
    let scratch = try Scratch()
    let player = try Radiod.start("play", server.url, "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(ProcessRunner.eventually { scratch.read("x.wav").count > 300_000 })
    player.terminate(SIGKILL)
    let file = try #require(WAVFile(path: scratch.path("x.wav")))
    #expect(file.dataSize > 200_000 && file.dataSize <= file.samples.count)
  }

  @Test("after a change of format the recording continues in the next file")
  func changeOfFormat() throws {
    let first = try SignalSource.shared.bytes(Self.recording, as: Self.mp3)
    let second = try SignalSource.shared.bytes(
      .init(.music, seconds: 2, rate: 22050, channels: 1), as: .mp3(kilobits: 64))
    let scratch = try Scratch()
    let path = try scratch.write(first + second, as: "both.mp3")
    let result = try Radiod.run("play", path, "--no-view", "--output", "wav:" + scratch.path("x.wav"))
    #expect(result.exitCode == 0, "\(result.errorText)")
    let files = try [#require(WAVFile(path: scratch.path("x.wav"))), #require(WAVFile(path: scratch.path("x-1.wav")))]
    #expect(files.map(\.rate) == [44100, 22050])
    #expect(files.map(\.channels) == [2, 1])
    #expect(files.map(\.isConsistent) == [true, true])
    #expect(abs(files[0].seconds - 3) < 0.1 && abs(files[1].seconds - 2) < 0.1)
  }

  @Test("SIGINT ends spectrum --json with its end line")
  func signalWhileMeasuring() throws {
    let analyser = try Radiod.start("spectrum", "demo", "--json")
    #expect(ProcessRunner.eventually { analyser.output.count > 100_000 })
    #expect(analyser.terminate(SIGINT) == 130)
    let lines = JSONLine.parse(analyser.output)
    #expect(lines.last?.type == "end")
    #expect(lines.last?.frames == lines.count { $0.type == "frame" })
    #expect(analyser.errorText.isEmpty)
  }

  @Test("standard input that stays open is played as it comes, and its end ends the program")
  func slowInput() throws {
    let path = try SignalSource.shared.path(Self.recording, as: Self.mp3)
    let result = try Radiod.shell(
      "(head -c 20000 '\(path)'; sleep 0.3; tail -c +20001 '\(path)') | \"$RADIOD\" play - --output raw | wc -c")
    #expect(Int(result.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 3 * 44100 * 4)
  }
}
