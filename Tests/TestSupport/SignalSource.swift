import Foundation

/// Makes sound files for tests from a ``Signal``: WAV, AIFF, FLAC, MP3, AAC or Ogg. Each is made once per run of the
/// test program.
public final class SignalSource: Sendable {
  /// How a signal is stored.
  public enum Coding: Hashable, Sendable {
    /// WAV of 32-bit float samples.
    case wav
    /// MP3 at a constant bit rate, without tags.
    case mp3(kilobits: Int)
    /// MP3 at a variable bit rate, without tags.
    case variableMP3
    /// AAC-LC in ADTS frames.
    case aac(kilobits: Int)
    /// Vorbis in Ogg.
    case vorbis(kilobits: Int)
    /// Opus in Ogg, at 48 kHz.
    case opus(kilobits: Int)
    /// Ogg Speex at 16 kHz at most.
    case speex(kilobits: Int)
    /// FLAC in Ogg, of 16 bits.
    case oggFLAC
    /// Native FLAC, of 16 bits.
    case flac
    /// AIFF, of 24 bits.
    case aiff

    /// The MIME type that a server sends for it.
    public var contentType: String {
      switch self {
      case .wav: "audio/wav"
      case .mp3, .variableMP3: "audio/mpeg"
      case .aac: "audio/aac"
      case .vorbis, .opus, .speex, .oggFLAC: "application/ogg"
      case .flac: "audio/flac"
      case .aiff: "audio/aiff"
      }
    }

    /// The ffmpeg options for a stream of it.
    var options: [String] {
      switch self {
      case .wav: ["-c:a", "pcm_f32le", "-f", "wav"]
      case .mp3(let kilobits): ["-c:a", "libmp3lame", "-b:a", "\(kilobits)k", "-f", "mp3"]
      case .variableMP3: ["-c:a", "libmp3lame", "-q:a", "3", "-f", "mp3"]
      case .aac(let kilobits): ["-c:a", "aac", "-b:a", "\(kilobits)k", "-f", "adts"]
      case .vorbis(let kilobits): ["-c:a", "libvorbis", "-b:a", "\(kilobits)k", "-f", "ogg"]
      case .opus(let kilobits): ["-c:a", "libopus", "-b:a", "\(kilobits)k", "-f", "ogg"]
      case .speex(let kilobits): ["-c:a", "libspeex", "-b:a", "\(kilobits)k", "-f", "ogg"]
      case .oggFLAC: ["-c:a", "flac", "-sample_fmt", "s16", "-f", "ogg"]
      case .flac: ["-c:a", "flac", "-sample_fmt", "s16", "-f", "flac"]
      case .aiff: ["-c:a", "pcm_s24be", "-f", "aiff"]
      }
    }
  }

  /// The content of a file.
  public struct Recording: Hashable, Sendable {
    /// The sound.
    public var signal: Signal
    /// Its length.
    public var seconds: Double
    /// In hertz.
    public var rate: Int
    /// 1 or 2.
    public var channels: Int

    /// A recording of `signal`.
    public init(_ signal: Signal, seconds: Double, rate: Int = 44100, channels: Int = 2) {
      self.signal = signal
      self.seconds = seconds
      self.rate = rate
      self.channels = channels
    }
  }

  /// A file could not be made.
  public struct SourceError: Error, CustomStringConvertible {
    /// ffmpeg's error output.
    public var description: String

    /// A failure with this description.
    public init(description: String) { self.description = description }
  }

  /// The only instance.
  public static let shared = SignalSource()

  /// Whether ffmpeg is installed.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("ffmpeg") }

  private struct Key: Hashable {
    let recording: Recording
    let coding: Coding
  }

  /// Guards `paths`. Recursive: an MP3 is made from its WAV.
  private let lock = NSRecursiveLock()
  /// Only used under `lock`.
  nonisolated(unsafe) private var paths: [Key: String] = [:]
  nonisolated(unsafe) private var folder: String?

  private init() {
    atexit { SignalSource.shared.removeAll() }
  }

  /// The path of a file that holds `recording`.
  public func path(_ recording: Recording, as coding: Coding) throws -> String {
    lock.lock()
    defer { lock.unlock() }
    let key = Key(recording: recording, coding: coding)
    if let path = paths[key] { return path }
    let folder = try self.folder ?? ProcessRunner.temporaryFolder()
    self.folder = folder
    let path = "\(folder)/\(paths.count)" + Self.suffix(of: coding)
    switch coding {
    case .wav:
      let frames = Int((recording.seconds * Double(recording.rate)).rounded())
      let samples = recording.signal.samples(frames: frames, rate: recording.rate, channels: recording.channels)
      try Data(Self.wav(samples, rate: recording.rate, channels: recording.channels)).write(
        to: URL(fileURLWithPath: path))
    case .mp3, .variableMP3:
      try encode(recording, options: coding.options + ["-write_xing", "0", "-id3v2_version", "0"], to: path)
    case .aac, .vorbis, .opus, .speex, .oggFLAC, .flac, .aiff: try encode(recording, options: coding.options, to: path)
    }
    paths[key] = path
    return path
  }

  /// The bytes of such a file.
  public func bytes(_ recording: Recording, as coding: Coding) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(recording, as: coding))))
  }

  private func encode(_ recording: Recording, options: [String], to path: String) throws {
    let result = try ProcessRunner.run(
      "ffmpeg", ["-v", "error", "-y", "-i", self.path(recording, as: .wav), "-map_metadata", "-1"] + options + [path])
    guard result.exitCode == 0 else { throw SourceError(description: "ffmpeg: \(result.errorText)") }
  }

  private func removeAll() {
    lock.lock()
    defer { lock.unlock() }
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
  }

  private static func suffix(of coding: Coding) -> String {
    switch coding {
    case .wav: ".wav"
    case .mp3, .variableMP3: ".mp3"
    case .aac: ".aac"
    case .vorbis, .opus, .speex, .oggFLAC: ".ogg"
    case .flac: ".flac"
    case .aiff: ".aiff"
    }
  }

  /// A WAV file of 32-bit float samples.
  private static func wav(_ samples: [Float], rate: Int, channels: Int) -> [UInt8] {
    func little(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let data = samples.flatMap { little(Int($0.bitPattern), bytes: 4) }
    let format =
      little(3, bytes: 2) + little(channels, bytes: 2) + little(rate, bytes: 4) + little(rate * channels * 4, bytes: 4)
      + little(channels * 4, bytes: 2) + little(32, bytes: 2)
    return Array("RIFF".utf8) + little(36 + data.count, bytes: 4) + Array("WAVEfmt ".utf8) + little(16, bytes: 4)
      + format
      + Array("data".utf8) + little(data.count, bytes: 4) + data
  }
}
