import TestSupport

/// Programs that make real streams.
enum Tool {
  /// True when the encoders and decoders of the codings in Ogg are installed.
  static let hasOggTools = ProcessRunner.hasPrograms("ffmpeg", "oggenc", "oggdec", "opusenc", "opusdec", "flac")

  /// Runs `name` and returns the bytes of the file that it writes. In `arguments`, `OUT` stands for that file, and `IN`
  /// for a file with `input`.
  static func output(_ name: String, _ arguments: [String], fileName: String, input: [UInt8] = []) throws -> [UInt8] {
    let folder = try Scratch()
    let paths = ["IN": try folder.write(input, as: "input.wav"), "OUT": folder.path(fileName)]
    let result = try ProcessRunner.run(name, arguments.map { paths[$0] ?? $0 })
    guard result.exitCode == 0 else { throw ProcessRunner.StartError(description: "\(name): \(result.errorText)") }
    return folder.read(fileName)
  }

  /// Three seconds of a sweep and noise at 44.1 kHz, stereo, coded by ffmpeg with `options`.
  static func encoded(_ options: String, fileName: String) throws -> [UInt8] {
    let input = "-v error -f lavfi -i aevalsrc=sin(2*PI*t*(200+400*t))|random(0)-0.5:s=44100:d=3"
    let arguments = (input + " " + options).split(separator: " ").map(String.init)
    return try output("ffmpeg", arguments + ["OUT"], fileName: fileName)
  }
}

extension Tool {
  /// The sound in `stream` as ffmpeg copies it out, as bare frames: `kind` is `aac`, `mp3`, `mp2`, or `data` for any
  /// coding.
  static func copied(_ stream: [UInt8], to kind: String) throws -> [UInt8] {
    let format = ["aac": "adts", "mp3": "mp3", "mp2": "mp2"][kind] ?? kind
    let plain = format == "mp3" ? ["-write_xing", "0", "-id3v2_version", "0"] : []
    return try output(
      "ffmpeg", ["-v", "error", "-i", "IN", "-map", "0:a", "-c", "copy"] + plain + ["-f", format, "OUT"],
      fileName: "out",
      input: stream)
  }

  /// The segments that ffmpeg's segmenter makes of `stream` with `options`: the files whose names end in `suffix`,
  /// behind the initialization file where there is one.
  static func segments(of stream: [UInt8], _ options: String, suffix: String) throws -> [[UInt8]] {
    let folder = try Scratch()
    let input = try folder.write(stream, as: "input")
    let list = ["-f", "hls", "-hls_list_size", "0", "-hls_segment_filename", folder.path("s%02d" + suffix)]
    let result = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-i", input, "-c", "copy"] + options.split(separator: " ").map(String.init) + list
        + [folder.path("x.m3u8")])
    guard result.exitCode == 0 else { throw ProcessRunner.StartError(description: "ffmpeg: \(result.errorText)") }
    let names = ["init.mp4"] + (0..<100).map { ($0 < 10 ? "s0\($0)" : "s\($0)") + suffix }
    return names.map { folder.read($0) }.filter { !$0.isEmpty }
  }
}
