import Foundation
import Glibc
import TestSupport
import Testing

@Suite("radiod broadcast and its listeners", .ownThreads, .enabled(if: ProcessRunner.hasPrograms("ffmpeg", "curl")))
struct BroadcastCommandTests {
  private static let music = SignalSource.Recording(.music, seconds: 9)
  private static let mp3 = SignalSource.Coding.mp3(kilobits: 128)

  /// Starts a station; returns its process and its address.
  private static func start(_ arguments: [String]) throws -> (station: ProcessRunner, url: String) {
    let station = try ProcessRunner(
      Radiod.path, ["broadcast", "--port", "0"] + arguments, environment: Radiod.environment)
    let onAir = ProcessRunner.eventually { station.errorText.hasSuffix("/\n") || station.exitCode != nil }
    #expect(onAir)
    let url = try #require(station.errorText.split(separator: " ").last).dropLast()
    return (station, String(url))
  }

  @Test(
    "ffmpeg and mpg123 hear the file in a loop",
    .enabled(if: SoundMatch.isAvailable && ProcessRunner.hasPrograms("mpg123")), arguments: [mp3, .aac(kilobits: 128)])
  func players(coding: SignalSource.Coding) throws {
    let file = try SignalSource.shared.path(Self.music, as: coding)
    let (station, url) = try Self.start([file])
    let seconds = 4
    let ffmpeg = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-i", url, "-t", "\(seconds)", "-f", "s16le", "-ar", "44100", "-ac", "2", "-"])
    #expect(ffmpeg.exitCode == 0, "\(ffmpeg.errorText)")
    let source = try SignalSource.shared.path(Self.music, as: .wav)
    let match = try SoundMatch(ffmpeg.output, rate: 44100, channels: 2, source: source, isLooped: true)
    #expect(match.correlation > 0.99 && match.worst > 0.95, "\(match)")
    if case .mp3 = coding {
      let mpg123 = try ProcessRunner.run("mpg123", ["-q", "-s", "-n", "150", url])
      #expect(mpg123.exitCode == 0, "\(mpg123.errorText)")
      let match = try SoundMatch(mpg123.output, rate: 44100, channels: 2, source: source, isLooped: true)
      #expect(match.correlation > 0.99 && match.worst > 0.95, "\(match)")
    }
    #expect(station.terminate() == 0)
    #expect(station.errorText.split(separator: "\n").count == 1, "\(station.errorText)")
  }

  @Test("the station sends its name and format; only a client that asks for titles gets them")
  func heads() throws {
    let file = try SignalSource.shared.path(Self.music, as: Self.mp3)
    let (station, url) = try Self.start([file, "--name", "My FM", "--title", "Me - Mine", "--metaint", "1000"])
    func get(_ arguments: String...) throws -> String {
      // The stream has no end: curl is ended once the sound that a new listener gets at once is there.
      let curl = try ProcessRunner("curl", ["-s", "-i", "-N"] + arguments + [url])
      #expect(ProcessRunner.eventually { curl.output.count > 60_000 || curl.exitCode != nil })
      #expect(curl.exitCode == nil, "\(curl.errorText)")
      curl.terminate()
      return String(decoding: curl.output, as: Unicode.ASCII.self)
    }
    let plain = try get().lowercased()
    for line in ["200 ok", "content-type: audio/mpeg", "icy-name: my fm", "icy-br: 128"] {
      #expect(plain.contains(line))
    }
    #expect(!plain.contains("icy-metaint") && !plain.contains("streamtitle"))
    let withTitles = try get("-H", "Icy-MetaData: 1")
    #expect(withTitles.lowercased().contains("icy-metaint: 1000"))
    #expect(withTitles.contains("StreamTitle='Me - Mine';"))
    #expect(station.terminate(SIGINT) == 130)
  }

  @Test("each of five listeners gets a burst, then the stream at its own pace")
  func pace() throws {
    let file = try SignalSource.shared.path(Self.music, as: Self.mp3)
    let (station, url) = try Self.start([file])
    let scratch = try Scratch()
    let listeners = try (0..<5).map { _ in try ProcessRunner("curl", ["-s", "--max-time", "3", url]) }
    let counts = listeners.map { listener -> Int in
      _ = listener.wait(limit: .seconds(10))
      return listener.output.count
    }
    // 16 000 bytes a second for 3 s, after a burst of at most a few seconds.
    for count in counts { #expect(count > 45000 && count < 200_000, "\(counts)") }
    let player = try Radiod.run(
      "play", url, "--no-view", "--duration", "2", "--output", "wav:" + scratch.path("x.wav"))
    #expect(player.exitCode == 0, "\(player.errorText)")
    #expect(WAVFile(path: scratch.path("x.wav"))?.seconds == 2)
    #expect(station.exitCode == nil)
  }

  @Test("titles come from the ID3 tags of the files, in their order")
  func titlesOfFiles() throws {
    let scratch = try Scratch()
    for (name, artist, title) in [("1.mp3", "Ännchen", "First"), ("2.mp3", "B", "Second")] {
      let tagging = try ProcessRunner.run(
        "ffmpeg",
        [
          "-v", "error", "-i", SignalSource.shared.path(.init(.music, seconds: 2), as: Self.mp3), "-c", "copy",
          "-metadata",
          "artist=\(artist)", "-metadata", "title=\(title)", scratch.path(name),
        ])
      #expect(tagging.exitCode == 0, "\(tagging.errorText)")
    }
    let (station, url) = try Self.start([scratch.path("1.mp3"), scratch.path("2.mp3"), "--metaint", "500"])
    let result = try Radiod.run("spectrum", url, "--json", "--duration", "5")
    // A listener that a busy machine delays begins with the second file.
    let titles = Array(JSONLine.parse(result.output).compactMap(\.title).prefix(3))
    let (first, second) = ("Ännchen - First", "B - Second")
    #expect(titles == [first, second, first] || titles == [second, first, second], "\(titles)")
    #expect(station.terminate() == 0)
  }

  @Test("only this machine can listen; errors name a port in use and a file that is not audio")
  func refusals() throws {
    let file = try SignalSource.shared.path(Self.music, as: Self.mp3)
    let (station, url) = try Self.start([file])
    let port = try #require(url.split(separator: ":").last?.dropLast())
    #expect(url.hasPrefix("http://127.0.0.1:"))
    let sockets = try String(contentsOfFile: "/proc/\(station.pid)/net/tcp", encoding: .ascii).split(separator: "\n")
    let hexPort = String(try #require(Int(port)), radix: 16, uppercase: true)
    let listening = sockets.filter { $0.contains(":\(hexPort) 00000000:0000 0A") }
    #expect(listening.count == 1 && listening.allSatisfy { $0.contains(" 0100007F:") }, "\(listening)")
    let second = try Radiod.run("broadcast", file, "--port", String(port))
    #expect(second.exitCode == 69)
    #expect(
      second.isOneLineError && second.errorText.contains("port \(port): another program has the port"),
      "\(second.errorText)")
    let scratch = try Scratch()
    let text = try scratch.write(String(repeating: "no music\n", count: 1000), as: "text.mp3")
    let noAudio = try Radiod.run("broadcast", text, "--port", "0")
    #expect(noAudio.exitCode == 65)
    #expect(noAudio.isOneLineError && noAudio.errorText.contains("text.mp3"), "\(noAudio.errorText)")
    #expect(station.exitCode == nil)
  }
}
