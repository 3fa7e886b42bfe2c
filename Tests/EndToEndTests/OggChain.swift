import Foundation
import TestSupport

/// Links of Ogg with titles, made by each coding's own encoder, and the samples that its own decoder gives.
final class OggChain {
  /// How to make a link.
  struct Link {
    var signal: Signal
    var seconds: Double
    var rate: Int
    var channels: Int
    /// Vorbis, Opus or FLAC.
    var coding: SignalSource.Coding
    var title: String

    init(
      _ title: String, _ coding: SignalSource.Coding, _ signal: Signal = .music, seconds: Double = 2.5,
      rate: Int = 44100, channels: Int = 2
    ) {
      self.signal = signal
      self.seconds = seconds
      self.rate = rate
      self.channels = channels
      self.coding = coding
      self.title = title
    }
  }

  /// Whether the encoders and decoders are installed.
  static let isAvailable = ProcessRunner.hasPrograms(
    "ffmpeg", "oggenc", "oggdec", "opusenc", "opusdec", "flac", "python3")

  /// The codings of which chains are made, in high quality.
  static let codings = [SignalSource.Coding.vorbis(kilobits: 256), .opus(kilobits: 192), .oggFLAC]

  /// The rate at which a chain of ``init(_:links:)`` plays.
  static func rate(of coding: SignalSource.Coding) -> Int {
    if case .opus = coding { 48000 } else { 44100 }
  }

  /// The file with all links.
  let path: String
  /// 16-bit samples of all links, as the codings' own decoders give them: without dither, Opus at 48 kHz.
  private(set) var decoded: [Int16] = []
  /// Where each link begins in ``decoded``, in samples.
  private(set) var starts: [Int] = []
  private let scratch: Scratch

  /// `count` links of one piece of music, at most five, with their numbers as titles.
  convenience init(_ coding: SignalSource.Coding, links count: Int) throws {
    let titles = ["One", "Two", "Three", "Four", "Five"].prefix(count)
    try self.init(titles.map { Link($0, coding, rate: Self.rate(of: coding)) })
  }

  init(_ links: [Link]) throws {
    scratch = try Scratch()
    path = scratch.path("chain.ogg")
    var bytes: [UInt8] = []
    for (index, link) in links.enumerated() {
      let file = scratch.path("\(index).ogg")
      try Self.encode(link, part: index, to: file)
      bytes += [UInt8](FileManager.default.contents(atPath: file) ?? Data())
      starts.append(decoded.count)
      decoded += try decode(file, link.coding)
    }
    _ = try scratch.write(bytes, as: "chain.ogg")
  }

  /// ``decoded`` as a WAV file of 32-bit float samples, for ``SoundMatch``.
  func reference(rate: Int, channels: Int) throws -> String {
    let raw = decoded.withUnsafeBytes { [UInt8]($0) }
    let path = scratch.path("reference.wav")
    try Self.run(
      "ffmpeg", "-v", "error", "-f", "s16le", "-ar", "\(rate)", "-ac", "\(channels)", "-i",
      try scratch.write(raw, as: "reference.raw"), "-c:a", "pcm_f32le", "-fflags", "+bitexact", path)
    return path
  }

  /// Encodes the link's part of a longer sound: consecutive links are one piece of music.
  private static func encode(_ link: Link, part: Int, to path: String) throws {
    let whole = SignalSource.Recording(
      link.signal, seconds: link.seconds * Double(part + 1), rate: link.rate, channels: link.channels)
    let scratch = try Scratch()
    let wave = scratch.path("part.wav")
    try run(
      "ffmpeg", "-v", "error", "-ss", "\(link.seconds * Double(part))", "-i",
      try SignalSource.shared.path(whole, as: .wav), "-map_metadata", "-1", "-fflags", "+bitexact", "-c:a", "pcm_s16le",
      wave)
    switch link.coding {
    case .vorbis: try run("oggenc", "-Q", "-q", "8", "-a", "Can", "-t", link.title, "-o", path, wave)
    case .opus(let kilobits):
      try run("opusenc", "--quiet", "--bitrate", "\(kilobits)", "--artist", "Can", "--title", link.title, wave, path)
    default: try run("flac", "-s", "--ogg", "-T", "ARTIST=Can", "-T", "TITLE=\(link.title)", "-o", path, wave)
    }
  }

  private func decode(_ file: String, _ coding: SignalSource.Coding) throws -> [Int16] {
    let raw = scratch.path("decoded")
    switch coding {
    case .vorbis: try Self.run("oggdec", "-Q", "-R", "-o", raw, file)
    case .opus: try Self.run("opusdec", "--quiet", "--no-dither", "--rate", "48000", file, raw + ".wav")
    default:
      try Self.run(
        "flac", "-s", "-d", "-f", "--ogg", "--force-raw-format", "--endian=little", "--sign=signed", "-o", raw, file)
    }
    let samples: [UInt8]
    if case .opus = coding {
      guard let wave = WAVFile(path: raw + ".wav") else {
        throw ProcessRunner.StartError(description: "opusdec: no WAV")
      }
      samples = wave.samples
    } else {
      samples = [UInt8](FileManager.default.contents(atPath: raw) ?? Data())
    }
    return samples.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self) }
    }
  }

  private static func run(_ program: String, _ arguments: String...) throws {
    let result = try ProcessRunner.run(program, arguments)
    guard result.exitCode == 0 else { throw ProcessRunner.StartError(description: "\(program): \(result.errorText)") }
  }
}
