package import AudioCore
package import Spectrum
import Synchronization

/// The spectrum frames that a daemon measures, for views that do not receive its sound.
///
/// No member blocks except ``run()``, which does all communication and must run while the view is shown.
package final class RemoteFrames: FrameSource {
  /// A frame expires when no other frame arrives within this time.
  private static let frameLife = Duration.milliseconds(300)
  /// The pause after a request that failed.
  private static let pause = Duration.seconds(1)

  private struct State {
    var format: AudioFormat?
    var frame: SpectrumFrame?
    var frameTime = ContinuousClock.now
    var frames = 0
    var fault: String?
  }

  private let client: RadioClient
  private let state = Mutex(State())
  private let requests = AsyncStream.makeStream(of: SpectrumOptions.self, bufferingPolicy: .bufferingNewest(1))

  /// Creates the frames of `client`'s daemon. It measures none before the first options.
  package init(client: RadioClient) { self.client = client }

  /// The last frame and the audio format in which it was measured; nil when none arrived within the last 300 ms. The
  /// frames are numbered in the order of their arrival.
  package var latestFrame: (format: AudioFormat, frame: SpectrumFrame)? {
    state.withLock { state in
      guard let format = state.format, let frame = state.frame, ContinuousClock.now - state.frameTime < Self.frameLife
      else { return nil }
      return (format, frame)
    }
  }

  /// Why the daemon sends no frames, as one sentence; nil while it does.
  package var fault: String? { state.withLock { $0.fault } }

  /// Requests that the daemon measure `options` from now on.
  package func measure(_ options: SpectrumOptions) {
    state.withLock { $0.frame = nil }
    requests.continuation.yield(options)
  }

  // MARK: - Communication

  /// Receives the frames of the last options until the task is cancelled.
  package func run() async {
    var receiver: Task<Void, Never>?
    for await options in requests.stream {
      receiver?.cancel()
      await receiver?.value
      let query = SpectrumQuery(options, framesPerSecond: RemoteRadio.framesPerSecond)
      receiver = Task { await self.receive(query) }
    }
    receiver?.cancel()
    await receiver?.value
  }

  private func receive(_ query: SpectrumQuery) async {
    while !Task.isCancelled {
      do {
        for try await element in client.events(query.path, reconnectMode: .forever) {
          switch element {
          case .connected: state.withLock { $0.fault = nil }
          case .lost: break
          case .event(let event): if !Task.isCancelled { store(SpectrumReading(event)) }
          }
        }
      } catch {
        if let error = error as? DaemonError { state.withLock { $0.fault = error.description } }
        try? await Task.sleep(for: Self.pause)
      }
    }
  }

  private func store(_ reading: SpectrumReading?) {
    state.withLock { state in
      switch reading {
      case .header(let format)?: state.format = format
      case .frame(var frame)?:
        state.frames += 1
        frame.index = state.frames
        state.frame = frame
        state.frameTime = .now
      case nil: break
      }
    }
  }
}
