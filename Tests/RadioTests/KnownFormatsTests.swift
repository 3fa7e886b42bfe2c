import AudioCore
import Foundation
import Parser
import Radio
import TestSupport
import Testing

@Suite("The table of formats")
struct KnownFormatsTests {
  /// The rows of the table in docs/formats.md: the names in the first cell, and radiod's verdict in the second.
  private static func documentedRows() throws -> [(names: [String], verdict: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("docs/formats.md"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0].split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }, cells[1])
    }
  }

  @Test("the documented table and `probe --formats` list the same formats")
  func agreement() throws {
    let rows = try Self.documentedRows()
    for row in rows { #expect(row.verdict.hasPrefix("plays") || row.verdict == "no", "\(row)") }
    let played = rows.filter { $0.verdict.hasPrefix("plays") }.flatMap(\.names)
    #expect(played.sorted() == KnownFormats.played.map(\.kind.name).sorted())
    #expect(rows.filter { $0.verdict == "no" }.flatMap(\.names).sorted() == KnownFormats.refused.sorted())
    #expect(Set(played).count == played.count)
  }

  /// ffmpeg's options for each kind outside HLS that is played and that ffmpeg can encode.
  static let encodings: [(name: String, options: String)] = [
    ("MP3", "-c:a libmp3lame -f mp3"), ("MP2", "-c:a mp2 -f mp2"), ("AAC", "-c:a aac -f adts"),
    ("Ogg Vorbis", "-c:a libvorbis -f ogg"), ("Ogg Opus", "-c:a libopus -f ogg"), ("Ogg FLAC", "-c:a flac -f ogg"),
    ("Ogg Speex", "-c:a libspeex -ar 16000 -ac 1 -f ogg"), ("native FLAC", "-c:a flac -f flac"),
    ("WAV", "-c:a pcm_s16le -f wav"), ("WAV, MP3", "-c:a libmp3lame -f wav"), ("WAV, MP2", "-c:a mp2 -f wav"),
    ("AIFF", "-c:a pcm_s16be -f aiff"), ("MPEG-TS, AAC", "-c:a aac -f mpegts"),
    ("MPEG-TS, MP3", "-c:a libmp3lame -f mpegts"), ("MPEG-TS, MP2", "-c:a mp2 -f mpegts"),
    ("MP4, AAC", "-c:a aac -strict -2 -movflags +frag_keyframe+empty_moov+default_base_moof -f mp4"),
    ("MP4, Opus", "-c:a libopus -strict -2 -movflags +frag_keyframe+empty_moov+default_base_moof -f mp4"),
    ("MP4, FLAC", "-c:a flac -strict -2 -movflags +frag_keyframe+empty_moov+default_base_moof -f mp4"),
    ("MP4, AAC", "-c:a aac -movflags +faststart -f mp4"), ("MP4, MP3", "-c:a libmp3lame -movflags +faststart -f mp4"),
    ("MP4, Opus", "-c:a libopus -movflags +faststart -f mp4"),
    ("MP4, FLAC", "-c:a flac -strict -2 -movflags +faststart -f mp4"),
    ("MP4, ALAC", "-c:a alac -movflags +faststart -f mp4"),
    ("MP4, ALAC", "-c:a alac -movflags +frag_keyframe+empty_moov+default_base_moof -f mp4"),
  ]

  @Test(
    "the parser recognizes each kind from its bytes, and reports its name", .enabled(if: SignalSource.isAvailable),
    arguments: encodings.indices)
  func reported(index: Int) throws {
    let (name, options) = Self.encodings[index]
    let music = try SignalSource.shared.path(.init(.music, seconds: 2), as: .wav)
    let scratch = try Scratch()
    let result = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-i", music] + options.split(separator: " ").map(String.init) + [scratch.path("stream")])
    try #require(result.exitCode == 0, "\(result.errorText)")
    var parser = StreamParser(source: name)
    let elements = try parser.feed(scratch.read("stream")) + parser.finish()
    let seconds = elements.packets.reduce(0) { $0 + $1.duration / .seconds(1) }
    #expect((1.8...2.3).contains(seconds), "\(seconds)")
    let codec = try #require(parser.codec)
    #expect(StreamKind(container: parser.container, codec: codec).name == name)
  }

  @Test("every kind outside HLS is tested above, except MP1, for which there is no encoder")
  func complete() {
    let names = KnownFormats.played.filter { !$0.kind.isHLS }.map(\.kind.name)
    #expect(Set(names) == Set(Self.encodings.map(\.name) + ["MP1"]))
    for format in KnownFormats.played where format.kind.isHLS { #expect(format.kind.name.hasPrefix("HLS, ")) }
  }
}
