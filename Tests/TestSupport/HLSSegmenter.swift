import Foundation

/// ffmpeg's own segmenter. It cuts a sound file into a live HLS stream, or a recording, in a folder of its own that a
/// ``ScriptedServer`` can serve. It ends when it is released.
public final class HLSSegmenter: Sendable {
  /// How the sound is stored: codec, container and encryption.
  public enum Kind: String, Sendable, CaseIterable {
    /// AAC in MPEG transport streams.
    case transportStream
    /// MP3 in MPEG transport streams.
    case transportStreamMP3
    /// AAC in MP4 fragments.
    case fragments
    /// AAC in MPEG transport streams, encrypted.
    case encrypted
    /// AAC in ADTS frames.
    case packed
  }

  /// The key for the encrypted kind.
  private static let key = Array("a key of 16 byte".utf8)

  /// The folder with all files to serve.
  public let folder: Scratch
  /// The playlist's name in the folder.
  public let playlist = "live.m3u8"
  private let process: ProcessRunner

  /// Plays the WAV file at `source` in a loop, live, in segments of one second.
  public init(_ source: String, as kind: Kind) throws {
    folder = try Scratch()
    let sound = ["-v", "error", "-re", "-stream_loop", "-1", "-i", source, "-b:a", "192k", "-c:a"]
    let live = ["-f", "hls", "-hls_time", "1", "-hls_list_size", "8", "-hls_flags", "delete_segments"]
    let options: [String]
    switch kind {
    case .transportStream: options = ["aac"] + live
    case .transportStreamMP3: options = ["libmp3lame"] + live
    case .fragments: options = ["aac"] + live + ["-hls_segment_type", "fmp4"]
    case .encrypted:
      try folder.write(Self.key, as: "key")
      let info = try folder.write("key\n\(folder.path("key"))\n", as: "info")
      options = ["aac"] + live + ["-hls_key_info_file", info]
    case .packed:
      options = [
        "aac", "-f", "segment", "-segment_format", "adts", "-segment_time", "1", "-segment_list_type", "m3u8",
        "-segment_list_flags", "live", "-segment_list_size", "8", "-segment_list",
      ]
    }
    let target = kind == .packed ? [folder.path(playlist), folder.path("live%d.aac")] : [folder.path(playlist)]
    process = try ProcessRunner("ffmpeg", sound + options + target)
  }

  deinit { process.terminate(SIGKILL) }

  /// The number of segments that the playlist lists now.
  public var segmentCount: Int {
    String(decoding: folder.read(playlist), as: UTF8.self).split(separator: "\n").count { $0.hasPrefix("#EXTINF") }
  }

  /// The errors that ffmpeg reported.
  public var errorText: String { process.errorText }

  /// Ends it as a crash would: the playlist gets no end tag.
  public func kill() { process.terminate(SIGKILL) }

  /// A recording of the WAV file at `source`, in segments of two seconds that are parts of one file; returns its
  /// folder.
  public static func recording(_ source: String, as type: String) throws -> Scratch {
    let folder = try Scratch()
    let result = try ProcessRunner.run(
      "ffmpeg",
      [
        "-v", "error", "-i", source, "-c:a", "aac", "-b:a", "192k", "-f", "hls", "-hls_time", "2", "-hls_playlist_type",
        "vod", "-hls_flags", "single_file", "-hls_segment_type", type, folder.path("live.m3u8"),
      ])
    guard result.exitCode == 0 else { throw SignalSource.SourceError(description: "ffmpeg: \(result.errorText)") }
    return folder
  }
}
