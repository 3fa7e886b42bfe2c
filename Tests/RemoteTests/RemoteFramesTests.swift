import AudioCore
import Dispatch
import RadioModel
import Remote
import Spectrum
import TestSupport
import Testing

@Suite("The bars of a daemon in a view")
struct RemoteFramesTests {
  /// Runs `body` with the frames of a daemon.
  private static func withFrames(_ body: (RemoteFrames, FakeDaemon) async throws -> Void) async throws {
    let daemons = try Daemons()
    let daemon = try FakeDaemon(socketPath: daemons.socketPath)
    defer { daemon.stop() }
    try await daemons.withClient { client in
      let frames = RemoteFrames(client: client)
      let run = Task { await frames.run() }
      do {
        try await body(frames, daemon)
      } catch {
        run.cancel()
        throw error
      }
      run.cancel()
      await run.value
    }
  }

  @Test("frames have the shape of the last request, and there is no frame when none come")
  func frames() async throws {
    try await Self.withFrames { frames, daemon in
      let options = SpectrumOptions(defaultsOf: .rta)
      #expect(frames.latestFrame == nil)
      for bands in 10...30 { frames.measure(options.with(bands: bands)) }
      #expect(await Daemons.eventually { frames.latestFrame?.frame.bands == 30 })
      #expect(daemon.asked.count { $0.hasPrefix("GET /api/spectrum") } < 20)
      #expect(
        daemon.asked.last { $0.hasPrefix("GET /api/spectrum") }
          == "GET \(SpectrumQuery(options.with(bands: 30), framesPerSecond: 30).path)")
      let index = frames.latestFrame?.frame.index ?? 0
      #expect(await Daemons.eventually { frames.latestFrame?.frame.index ?? 0 > index })
      daemon.setLevel(nil)
      #expect(await Daemons.eventually { frames.latestFrame == nil })
      daemon.setLevel(0.25)
      #expect(await Daemons.eventually { frames.latestFrame?.frame.bars.first == 0.25 })
    }
  }

  @Test("a daemon that sends its sound is measured here, and another one measures")
  func meters() async throws {
    try await Daemons.withRadio { _ in
    } _: { radio, daemon, _ in
      var meter = radio.makeMeter()
      #expect(meter.isSlow)
      _ = meter.prepare(SpectrumOptions(defaultsOf: .rta))
      #expect(await Daemons.eventually { meter.refresh() == .sound(isNewFormat: false) })
      #expect(daemon.asked.count { $0 == "GET /api/samples" } == 1)
    }
    try await Daemons.withRadio { daemon in
      daemon.answerSamples { call in
        let format = AudioFormat(sampleRate: 22_050, channels: 1)
        let block = SampleBlock(format: format, frames: 441, startFrame: 0, framesAhead: 0, continues: true)
        call.answer(headers: ["Content-Type: application/x-springradio-samples"])
        while call.send(block.header + [UInt8](repeating: 0, count: 4 * 441)) { call.pause(.milliseconds(10)) }
      }
    } _: { radio, daemon, _ in
      var meter = radio.makeMeter()
      #expect(!meter.isSlow)
      _ = meter.prepare(SpectrumOptions(defaultsOf: .rta))
      #expect(await Daemons.eventually { meter.refresh() != .silence && meter.format.sampleRate == 22_050 })
      #expect(!daemon.asked.contains { $0.hasPrefix("GET /api/spectrum") })
    }
  }

  @Test("the status says why the sound or its bars cannot be shown, unless it has another notice")
  func notice() async throws {
    let refusal = #"{"error":"4 programs follow the sound already"}"#
    for path in ["/api/samples", "/api/spectrum"] {
      try await Daemons.withRadio { daemon in
        let status = path == "/api/samples" ? "503 Service Unavailable" : "403 Forbidden"
        daemon.answer(path, with: refusal, status: status)
      } _: { radio, daemon, _ in
        var meter = radio.makeMeter()
        #expect(meter.isSlow == (path == "/api/spectrum"))
        _ = meter.prepare(SpectrumOptions(defaultsOf: .rta))
        #expect(
          await Daemons.eventually {
            meter.refresh() == .silence && radio.status.notice == "4 programs follow the sound already"
          })
        daemon.set(["notice": #""no sound device""#])
        daemon.emitStatus()
        #expect(await Daemons.eventually { radio.status.notice == "no sound device" })
      }
    }
  }
}
