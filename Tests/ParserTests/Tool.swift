import TestSupport

/// Programs that make real streams.
enum Tool {
  /// Runs `name`, which writes the file that the arguments call `OUT` and may read `input` in the one they call `IN`;
  /// gives the written file's bytes.
  static func output(_ name: String, _ arguments: [String], fileName: String, input: [UInt8] = []) throws -> [UInt8] {
    let folder = try Scratch()
    let paths = ["IN": try folder.write(input, as: "input.wav"), "OUT": folder.path(fileName)]
    let result = try ProcessRunner.run(name, arguments.map { paths[$0] ?? $0 })
    guard result.exitCode == 0 else { throw ProcessRunner.StartFailure(description: "\(name): \(result.errorText)") }
    return folder.read(fileName)
  }

  /// Three seconds of a sweep and noise at 44.1 kHz, stereo, coded by ffmpeg with `options`.
  static func encoded(_ options: String, fileName: String) throws -> [UInt8] {
    let input = "-v error -f lavfi -i aevalsrc=sin(2*PI*t*(200+400*t))|random(0)-0.5:s=44100:d=3"
    let arguments = (input + " " + options).split(separator: " ").map(String.init)
    return try output("ffmpeg", arguments + ["OUT"], fileName: fileName)
  }
}
