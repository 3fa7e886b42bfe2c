import Foundation
import TestSupport

/// A station whose sound says which second of its programme is heard, and whose title says which four: a scale of a tone a
/// second, over and over.
struct ScaleStation: Sendable {
  /// The tones, in hertz: a quarter of an octave apart, so that each has a band of its own.
  static let tones: [Double] = (0..<16).map { 400 * pow(2, Double($0) / 4) }
  /// How long the sound is until all of it begins again, in seconds.
  static let seconds = 64
  /// How long a title is heard, in seconds.
  static let titleSeconds = 4
  /// 128 kbit/s.
  static let bytesPerSecond = 16_000
  /// Bytes of sound between two places where a title can stand.
  static let interval = 800

  let server: ScriptedServer

  /// Begins to send to each listener from the beginning on, 4 s ahead. Listeners that ask for titles get them.
  init() throws {
    let audio = try Self.audio()
    let body = Self.titled(audio)
    server = try ScriptedServer { call in
      let (pace, burst) = (Self.bytesPerSecond, 4 * Self.bytesPerSecond)
      if call.request.header("Icy-MetaData") == "1" {
        call.answer(headers: ["Content-Type: audio/mpeg", "icy-name: Scale FM", "icy-metaint: \(Self.interval)"])
        call.broadcast(body, bytesPerSecond: pace * body.count / audio.count, burst: burst)
      } else {
        call.answer(headers: ["Content-Type: audio/mpeg", "icy-name: Scale FM"])
        call.broadcast(audio, bytesPerSecond: pace, burst: burst)
      }
    }
  }

  /// The scale.
  static func audio() throws -> [UInt8] {
    try SignalSource.shared.bytes(
      .init(.scale(tones, seconds: 1, amplitude: 0.4), seconds: Double(seconds)), as: .mp3(kilobits: 128))
  }

  /// The sound `audio` with its titles, as it is sent.
  static func titled(_ audio: [UInt8]) -> [UInt8] {
    let titles = (0..<seconds / titleSeconds).map { number in
      ICYBody.Title(title(at: Double(number * titleSeconds)), at: number * titleSeconds * bytesPerSecond)
    }
    return ICYBody.interleave(audio, interval: interval, titles: titles)
  }

  /// The title of the sound at a place, in seconds since the listener tuned in.
  static func title(at place: Double) -> String {
    "Scale - Part \(Int(place) / titleSeconds % (seconds / titleSeconds))"
  }

  /// Whether a place is so far from the next and the last title that it can have one only.
  static func isAmidTitle(_ place: Double) -> Bool {
    let part = place.truncatingRemainder(dividingBy: Double(titleSeconds))
    return (0.3...Double(titleSeconds) - 0.3).contains(part)
  }

  /// The number of the tone that a place has, in seconds since the listener tuned in.
  static func tone(at place: Double) -> Int { Int(place) % tones.count }

  /// The number of the tone with this frequency, in hertz; nil for none.
  static func tone(of frequency: Double) -> Int? { tones.firstIndex { abs($0 - frequency) < $0 / 40 } }
}
