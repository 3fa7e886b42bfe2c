import Foundation
import TestSupport
import Testing

/// The song that `radiod ctl keep` makes a file of, beside the stream that the station sent.
@Suite(
  "A kept song is the sound from cut to cut", .ownThreads, .timeLimit(.minutes(2 * TestTime.waitScale)),
  .enabled(
    if: IcecastServer.isAvailable && SignalSource.isAvailable
      && ProcessRunner.hasPrograms("python3", "mpg123", "ffprobe"),
    "needs icecast2, ffmpeg, curl, python3 and mpg123"))
struct KeptSongTests {
  private static let rate = 44_100
  /// The seconds from the beginning of a song to that of the next, the last `pause` of which are silent.
  private static let (song, pause) = (12.0, 0.8)
  /// The samples that encoders and decoders put before the sound of a stream, at most.
  private static let delay = 2_400

  /// Three songs of rising tones, with silence behind each, as MP3 of 128 kbit/s.
  private static func music(in folder: Scratch) throws -> String {
    let path = folder.path("songs.mp3")
    let tone = "if(lt(mod(t\\,\(song))\\,\(song - pause))\\,0.3*sin(2*PI*t*(220+17*t))\\,0)"
    let result = try ProcessRunner.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(tone)|\(tone):s=\(rate):d=\(3 * song)", "-c:a", "libmp3lame",
        "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0", path,
      ])
    try #require(result.exitCode == 0, "\(result.errorText)")
    return path
  }

  /// The samples of the first channel that a decoder makes of a file, without a word on standard error.
  private static func samples(_ path: String, by decoder: String) throws -> [Float] {
    let options =
      decoder == "mpg123"
      ? ["-q", "-e", "f32", "-m", "-s", path]
      : ["-v", "error", "-i", path, "-f", "f32le", "-af", "pan=mono|c0=0.5*c0+0.5*c1", "-"]
    let result = try ProcessRunner.run(decoder, options)
    #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(decoder) \(path): \(result.errorText)")
    return result.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// Where `part` is in `whole`: the place with the smallest difference of the samples in the middle.
  private static func place(of part: [Float], in whole: [Float]) -> Int? {
    let middle = part.count / 2
    let window = part[middle..<middle + 200]
    let found = (0...max(0, whole.count - part.count)).first { place in
      zip(window, whole[(place + middle)...]).allSatisfy { abs($0 - $1) < 1e-4 }
    }
    return found
  }

  @Test(
    "a song has the samples of the station's stream, and begins and ends in the silence around it, late titles or not")
  func samples() throws {
    let (icecast, folder) = (try IcecastServer(), try Scratch())
    let music = try Self.music(in: folder)
    // The station is late with one title, and early with the other.
    let source = try icecast.feedSongs(
      music, kilobits: 128, to: "/live",
      titles: [(0.5, "Artist - One"), (Self.song + 1.1, "Artist - Two"), (2 * Self.song - 1.3, "Artist - Three")])
    let service = try TimeShiftService(
      icecast.url("/live"), ["--output", "silent"], adding: ["SPRINGRADIO_RECORDINGS": folder.path("music")])
    try #require(
      service.waits(limit: .seconds(60)) { $0.title == "Artist - Two" } != nil, "\(service.process.errorText)")
    #expect(try service.ctl("keep").contains("Artist - Two"))
    let file = folder.path("music/Test FM/Artist - Two.mp3")
    try #require(
      ProcessRunner.eventually(within: .seconds(60)) { FileManager.default.fileExists(atPath: file) },
      "\(service.process.errorText)")
    for decoder in ["ffmpeg", "mpg123"] {
      let (kept, whole) = (try Self.samples(file, by: decoder), try Self.samples(music, by: decoder))
      let begin = try #require(Self.place(of: kept, in: whole), "\(decoder): \(kept.count) of \(whole.count) samples")
      let error = zip(kept, whole[begin...]).map { abs($0 - $1) }.max() ?? 1
      #expect(error < 1e-6, "\(decoder): \(error)")
      for (place, number) in [(begin, 1.0), (begin + kept.count, 2)] {
        let silence =
          Int((number * Self.song - Self.pause) * Double(Self.rate))...Int(number * Self.song * Double(Self.rate))
          + Self.delay
        #expect(silence.contains(place), "\(decoder): cut at \(Double(place) / Double(Self.rate)) s")
      }
    }
    let tags = try service.run(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags=title,artist,album", "-of", "default=nw=1:nk=1", file])
    #expect(Set(tags.split(separator: "\n")) == ["Two", "Artist", "Test FM"])
    #expect(source.exitCode == nil && service.process.terminate() == 0, "\(service.process.errorText)")
  }
}
