import AudioCore
import Foundation
import Parser
import TestSupport

/// Sound that an encoder made for a test, in a file that is removed with this object.
final class Encoded {
  /// The path of the file that the encoder wrote.
  let path: String
  /// The packets of that file.
  let packets: [Packet]
  private let folder: String

  /// Whether the encoders and reference decoders are installed.
  static var isAvailable: Bool { ProcessRunner.hasPrograms("ffmpeg", "mpg123") }

  /// Encodes interleaved samples with one of ffmpeg's encoders. The file name's `suffix` selects the container.
  init(_ samples: [Float], format: AudioFormat, encoder: String, suffix: String, options: [String] = []) throws {
    folder = try ProcessRunner.temporaryFolder()
    path = "\(folder)/sound.\(suffix)"
    let raw = folder + "/sound.raw"
    try samples.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: raw))
    let result = try ProcessRunner.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "f32le", "-ar", "\(format.sampleRate)", "-ac", "\(format.channels)", "-i", raw, "-c:a",
        encoder,
      ] + options + [path])
    guard result.exitCode == 0 else { throw ProcessRunner.StartError(description: "ffmpeg: \(result.errorText)") }
    var parser = StreamParser(source: path)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    packets = try (parser.feed(bytes) + parser.finish()).packets
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// All samples that mpg123 decodes from the file.
  func decodedByMPG123() throws -> [Float] {
    floats(try ProcessRunner.run("mpg123", ["-q", "--no-gapless", "-e", "f32", "-s", path]).output)
  }

  /// The samples that ffmpeg decodes from the file.
  func decodedByFFmpeg() throws -> [Float] {
    floats(
      try ProcessRunner.run("ffmpeg", ["-v", "error", "-i", path, "-f", "f32le", "-c:a", "pcm_f32le", "-"]).output)
  }
}

/// 32-bit float samples as a program writes them.
func floats(_ bytes: [UInt8]) -> [Float] {
  bytes.withUnsafeBytes { bytes in
    stride(from: 0, to: bytes.count - 3, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
  }
}

/// `seconds` of a sine of `frequency` hertz at half of full scale in all channels, or, with `only`, in that one.
func sine(_ frequency: Double, seconds: Double, format: AudioFormat, only: Int? = nil) -> [Float] {
  let frames = Int(seconds * Double(format.sampleRate))
  var samples: [Float] = []
  samples.reserveCapacity(frames * format.channels)
  for frame in 0..<frames {
    let value = Float(0.5 * sin(2 * .pi * frequency * Double(frame) / Double(format.sampleRate)))
    for channel in 0..<format.channels { samples.append(only.map { $0 == channel } ?? true ? value : 0) }
  }
  return samples
}

/// Noise from a fixed seed, at half of full scale.
func noise(seconds: Double, format: AudioFormat) -> [Float] {
  var state: UInt64 = 7
  return (0..<(Int(seconds * Double(format.sampleRate)) * format.channels)).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(state >> 40) / Float(1 << 24) - 0.5
  }
}

/// One channel of interleaved samples.
func channel(_ number: Int, of samples: [Float], channels: Int) -> [Float] {
  stride(from: number, to: samples.count, by: channels).map { samples[$0] }
}

/// The frequency of a tone, from its zero crossings.
func frequency(of samples: [Float], sampleRate: Int) -> Double {
  let rising = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
  guard let first = rising.first, let last = rising.last, last > first else { return 0 }
  return Double(rising.count - 1) * Double(sampleRate) / Double(last - first)
}

/// The root mean square.
func rms(_ samples: some Collection<Float>) -> Double {
  (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))).squareRoot()
}

/// The largest difference between two runs of samples, over the length of the shorter one.
func largestDifference(_ a: some Collection<Float>, _ b: some Collection<Float>) -> Float {
  zip(a, b).map { abs($0 - $1) }.max() ?? .infinity
}
