import AudioCore
import Parser
import Reader
import Synchronization
import TestSupport

/// An encoded programme for the tests of damage, and the sound that several decoders make of it.
final class Programme: Sendable {
  /// The encoded stream, without tags or an info frame.
  let stream: [UInt8]
  /// The file name, by which players recognize the format.
  let fileName: String
  /// The number of PCM frames in one encoded frame.
  let frameSize: Int
  static let format = AudioFormat(sampleRate: 44100, channels: 2)

  /// A program that decodes a stream to interleaved stereo at 44.1 kHz.
  enum Player: CaseIterable {
    case radiod, mpg123, ffmpeg
  }

  /// `seconds` of music that never repeats, encoded by one of ffmpeg's encoders.
  init(seconds: Int, gain: Float = 1, fileName: String, frameSize: Int = 1152, options: [String]) throws {
    self.fileName = fileName
    self.frameSize = frameSize
    let samples = Signal.music.samples(frames: seconds * 44100, rate: 44100, channels: 2).map { $0 * gain }
    let folder = try Scratch()
    let raw = try folder.write(samples.withUnsafeBytes { Array($0) }, as: "raw")
    let result = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-f", "f32le", "-ar", "44100", "-ac", "2", "-i", raw] + options + [folder.path(fileName)])
    guard result.exitCode == 0 else { throw ProcessRunner.StartError(description: result.errorText) }
    stream = folder.read(fileName)
  }

  private let wholes = Mutex<[Player: Sound]>([:])

  /// The sound that `player` decodes from the undamaged stream.
  func whole(by player: Player) throws -> Sound {
    if let known = wholes.withLock({ $0[player] }) { return known }
    let sound = try decoded(stream, by: player)
    wholes.withLock { $0[player] = sound }
    return sound
  }

  /// The sound that `player` decodes from `stream`.
  func decoded(_ stream: [UInt8], by player: Player) throws -> Sound {
    if player == .radiod { return try Sound(stream) }
    let folder = try Scratch()
    let path = try folder.write(stream, as: fileName)
    let result =
      if player == .mpg123 {
        try ProcessRunner.run(
          "mpg123", ["-q", "--no-gapless", "--resync-limit", "-1", "-e", "f32", "-r", "44100", "--stereo", "-s", path])
      } else {
        try ProcessRunner.run(
          "ffmpeg",
          ["-v", "quiet", "-i", path, "-ar", "44100", "-ac", "2", "-f", "f32le", "-c:a", "pcm_f32le", "-"])
      }
    return Sound(samples: floats(result.output))
  }

  /// For each frame of `whole`: true when it is in `sound`, at any place, with equal samples except for rounding.
  func found(in sound: Sound, of whole: Sound) -> [Bool] {
    let count = whole.samples.count / 2 / frameSize
    var found = [Bool](repeating: false, count: count)
    // The key to search for first. Two places of a frame are used, since rounding may change the key of one.
    func mark(_ samples: [Float], _ frame: Int) -> UInt64 {
      func step(_ sample: Float) -> UInt64 {
        sample.isFinite ? UInt64(UInt32(bitPattern: Int32((max(-9, min(9, sample)) * 1e6).rounded()))) : 0
      }
      return step(samples[2 * frame]) << 32 | step(samples[2 * frame + 1])
    }
    for inside in [frameSize / 2, frameSize / 2 + 7] {
      var places: [UInt64: Int] = [:]
      for number in 0..<count { places[mark(whole.samples, number * frameSize + inside)] = number }
      for frame in stride(from: inside, through: sound.samples.count / 2 - frameSize + inside, by: 1) {
        guard let number = places[mark(sound.samples, frame)], !found[number] else { continue }
        let here = sound.samples[(2 * (frame - inside))..<(2 * (frame - inside + frameSize))]
        let there = whole.samples[(2 * number * frameSize)..<(2 * (number + 1) * frameSize)]
        found[number] = zip(here, there).allSatisfy { abs($0 - $1) < 1e-5 }
      }
    }
    return found
  }
}

/// Decoded sound, stereo at 44.1 kHz.
struct Sound: Sendable {
  var samples: [Float]
  /// Sound in another format, in seconds.
  var strange = 0.0
  var counters = StreamParser.Counters()
  var badPackets = 0

  init(samples: [Float]) { self.samples = samples }

  /// The sound that parser and reader make of a stream in pieces of 1400 bytes.
  init(_ stream: [UInt8]) throws {
    samples = []
    var parser = StreamParser(source: "damaged")
    let reader = PacketReader()
    var packets: [Packet] = []
    for start in stride(from: 0, to: stream.count, by: 1400) {
      packets += try parser.feed(stream[start..<min(start + 1400, stream.count)]).packets
    }
    packets += try parser.finish().packets
    for packet in packets {
      guard let block = try reader.read(packet) else { continue }
      if block.format == Programme.format {
        samples += block.samples
      } else {
        strange += block.duration / .seconds(1)
      }
    }
    if let rest = reader.finish() { samples += rest.samples }
    counters = parser.counters
    badPackets = reader.badPackets
  }

  var seconds: Double { Double(samples.count) / 2 / 44100 }

  /// The root mean square of every `size` frames.
  func levels(of size: Int) -> [Double] {
    stride(from: 0, to: samples.count - 2 * size + 1, by: 2 * size).map { rms(samples[$0..<($0 + 2 * size)]) }
  }
}
