import Downloader
import Logging
import MPRIS
import NIOPosix
import Parser
import Pictures
import Player
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

/// A radio with two stations on this machine and a silent output.
final class PlayingRadio: Sendable {
  /// The tuner of the radio.
  let tuner: Tuner
  /// The addresses of both stations.
  let urls: [String]
  private let server: ScriptedServer
  private let life: Task<TunerOutcome, Never>

  /// 20 s of 128 kbit/s: 16 000 bytes a second.
  private static let recording = SignalSource.Recording(.music, seconds: 20)
  private static let bytesPerSecond = 16000
  private static let metadataInterval = 800

  /// The files of the stations' pictures.
  let pictures: PictureFileStore
  private let scratch: Scratch

  /// The folder of the copy of the picture.
  var copies: String { scratch.path("run time") }

  /// Starts the radio, which keeps `past` of its sound. The first station has the picture that `logo` sends. Each station sends all of its audio at once; `titles` are the titles of the first station, with
  /// the second at which each of them begins.
  init(
    titles: [(title: String, second: Double)] = [("Björk - Jóga", 0)], past: Duration = .zero,
    logo: @escaping @Sendable (ScriptedCall) -> Void = { $0.answer("404 Not Found") }
  ) throws {
    scratch = try Scratch()
    let audio = try SignalSource.shared.bytes(Self.recording, as: .mp3(kilobits: 128))
    let body = ICYBody.interleave(
      audio, interval: Self.metadataInterval,
      titles: titles.map { .init($0.title, at: Int($0.second * Double(Self.bytesPerSecond))) })
    server = try ScriptedServer { call in
      switch call.request.path {
      case "/first": call.station(headers: ["icy-metaint: \(Self.metadataInterval)"], body: body)
      case "/logo": logo(call)
      default: call.station(body: audio)
      }
    }
    urls = [server.url("/first"), server.url("/second")]
    var options = TunerOptions()
    options.output = .silent
    options.endsWithFirstSource = false
    options.bufferLimits.past = past
    options.stations = [
      Station(id: "first", name: "First FM", url: urls[0], image: server.url("/logo")),
      Station(id: "second", name: "Second FM", url: urls[1]),
    ]
    let downloader = Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])
    pictures = PictureFileStore(
      downloader: downloader, cache: PictureCache(folder: scratch.path("pictures")), fetchTime: .seconds(5))
    let tuner = Tuner(options: options, opener: StreamOpener(downloader: downloader))
    self.tuner = tuner
    life = Task { await tuner.run() }
  }

  /// An MPRIS frontend of this radio that has started at `bus`.
  func open(at bus: SessionBusServer) throws -> MPRISPlayer { try open(at: bus.address) }

  /// The same at the address of a bus that need not run; `logger` gets its lines.
  func open(at address: String, logger: Logger = Logger(label: "mpris")) throws -> MPRISPlayer {
    let copy = PictureCopy(tuner: tuner, pictures: pictures, folder: copies) { _ in }
    let player = MPRISPlayer(tuner: tuner, copy: copy, logger: logger, busAddress: { address })
    try #require(player.start())
    return player
  }

  /// Plays the first station, and returns when its first title is shown.
  func play() async throws {
    tuner.send(.resume)
    try await eventually("the station plays") { tuner.snapshot.state == .playing && tuner.snapshot.title != nil }
  }

  /// Stops the radio.
  func end() async {
    tuner.send(.quit)
    _ = await life.value
    await pictures.close()
    server.stop()
  }
}

/// Waits until `condition` holds; fails with `what` after 10 s.
func eventually(_ what: Comment, _ condition: () throws -> Bool) async throws {
  let deadline = ContinuousClock.now + TestTime.seconds(10)
  while try !condition() {
    try #require(ContinuousClock.now < deadline, what)
    try await Task.sleep(for: .milliseconds(10))
  }
}

extension ProcessRunner {
  /// The text that the program has written to standard output so far.
  var text: String { String(decoding: output, as: UTF8.self) }
}
