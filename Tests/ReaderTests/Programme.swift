import AudioCore
import Parser
import Reader
import Synchronization
import TestSupport

/// A programme coded for the tests of damage, and what decoders make of it.
final class Programme: Sendable {
  /// The coded stream, without tags or an info frame.
  let stream: [UInt8]
  /// The file's name, by which players know what it is.
  let fileName: String
  /// PCM frames of one coded frame.
  let frameSize: Int
  static let format = AudioFormat(sampleRate: 44100, channels: 2)

  /// One who decodes a stream to interleaved stereo at 44.1 kHz.
  enum Player: CaseIterable {
    case radiod, mpg123, ffmpeg
  }

  /// `seconds` of music that never repeats, coded by one of ffmpeg's encoders.
  init(seconds: Int, gain: Float = 1, fileName: String, frameSize: Int = 1152, options: [String]) throws {
    self.fileName = fileName
    self.frameSize = frameSize
    let samples = Signal.music.samples(frames: seconds * 44100, rate: 44100, channels: 2).map { $0 * gain }
    let folder = try Scratch()
    let raw = try folder.write(samples.withUnsafeBytes { Array($0) }, as: "raw")
    let result = try ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-f", "f32le", "-ar", "44100", "-ac", "2", "-i", raw] + options + [folder.path(fileName)])
    guard result.exitCode == 0 else { throw ProcessRunner.StartFailure(description: result.errorText) }
    stream = folder.read(fileName)
  }

  private let wholes = Mutex<[Player: Sound]>([:])

  /// What `player` makes of the undamaged stream.
  func whole(by player: Player) throws -> Sound {
    if let known = wholes.withLock({ $0[player] }) { return known }
    let sound = try decoded(stream, by: player)
    wholes.withLock { $0[player] = sound }
    return sound
  }

  /// What `player` makes of `stream`.
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

  /// For each frame of `whole` whether it stands in `sound`, sample for sample but for rounding, wherever that is.
  func found(in sound: Sound, of whole: Sound) -> [Bool] {
    let count = whole.samples.count / 2 / frameSize
    var found = [Bool](repeating: false, count: count)
    // What is looked for first, at two places in a frame, since rounding may move one of them over a border.
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

  /// What parser and reader make of a stream that comes in pieces.
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

  /// Loudness of every `size` frames, root of the mean square.
  func levels(of size: Int) -> [Double] {
    stride(from: 0, to: samples.count - 2 * size + 1, by: 2 * size).map { rms(samples[$0..<($0 + 2 * size)]) }
  }
}
