import Foundation
import Synchronization
import TestSupport

/// The stations that a daemon of the corpus plays. Each connection to one of them has a title of its own, and gets it
/// with the first sound. While the gate is closed, no station answers: so a state of the daemon lasts as long as needed.
final class CorpusStations: Sendable {
  private let server: ScriptedServer
  private let gate: Gate

  private final class Gate: Sendable {
    let condition = NSCondition()
    let isOpen = Mutex(true)
    /// The connections to each station so far.
    let calls = Mutex<[String: Int]>([:])

    func pass() {
      condition.lock()
      while !isOpen.withLock({ $0 }) { condition.wait() }
      condition.unlock()
    }

    func set(_ open: Bool) {
      condition.lock()
      isOpen.withLock { $0 = open }
      condition.broadcast()
      condition.unlock()
    }
  }

  /// The path of the picture of a station.
  static let picturePath = "/logo.png"
  /// The bytes of sound between two titles: eight frames of MP3 at 128 kbit/s and 48 kHz.
  private static let interval = 3072
  private static let bytesPerSecond = 16000

  /// Starts the server.
  init() throws {
    let gate = Gate()
    self.gate = gate
    let audio = try Self.audio
    server = try ScriptedServer { call in
      let path = String(call.request.path.prefix { $0 != "?" })
      if path != Self.picturePath { gate.pass() }
      switch path {
      case "/one", "/two", "/three":
        let number = gate.calls.withLock { calls in
          calls[path, default: 0] += 1
          return calls[path, default: 0]
        }
        Self.play(path, number, audio, call)
      case "/gone": call.answer("503 Service Unavailable", headers: ["Retry-After: 3000", "Content-Length: 0"])
      case "/finite":
        call.serve(Array(audio.prefix(4 * Self.interval)), headers: ["Content-Type: audio/mpeg"])
      case "/page":
        call.answer(headers: ["Content-Type: text/html"], body: Array("<html><body>no radio</body></html>".utf8))
      case Self.picturePath: call.serve(Self.logo, headers: ["Content-Type: image/png"])
      default: call.answer("404 Not Found", headers: ["Content-Length: 0"])
      }
    }
  }

  deinit {
    gate.set(true)
    server.stop()
  }

  /// The port of the stations.
  var port: Int { server.port }

  /// Lets stations answer, or makes them wait.
  func setOpen(_ isOpen: Bool) { gate.set(isOpen) }

  private static func play(_ path: String, _ number: Int, _ audio: [UInt8], _ call: ScriptedCall) {
    let title =
      switch path {
      case "/one": "Artist \(number) - Song \(number)"
      case "/two": "Only a title \(number)"
      default: "Bj\u{F6}rk & the \"Quotes\" \\ \(number) - \u{65E5}\u{672C} <b>"
      }
    let body = ICYBody.interleave(audio, interval: interval, titles: [.init(title, at: 0)])
    call.answer(
      headers: [
        "Content-Type: audio/mpeg", "icy-metaint: \(interval)", "icy-name: \(path.dropFirst()) of the server",
        "icy-br: 128", "icy-genre: Test", "icy-url: http://station.example/",
      ])
    call.broadcast(body, bytesPerSecond: bytesPerSecond, burst: body.count)
  }

  /// Twelve seconds of sound that can be repeated without a seam: whole frames, and whole intervals.
  private static var audio: [UInt8] {
    get throws {
      let bytes = try SignalSource.shared.bytes(
        .init(.music, seconds: 12.5, rate: 48000), as: .mp3(kilobits: 128))
      return Array(bytes.prefix(bytes.count / interval * interval))
    }
  }

  /// A PNG of one pixel.
  private static let logo = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC") ?? Data())
}
