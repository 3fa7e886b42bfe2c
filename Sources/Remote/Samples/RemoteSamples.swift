public import AudioCore
import Synchronization
import SystemSupport

/// The sound that a daemon on this machine plays, for views that measure and draw it. It is received while a view reads
/// it, and kept in a tap, so that a view reads it exactly as that of a player in this process.
///
/// No member blocks except ``run()``, which does all communication and must run while a view is shown.
public final class RemoteSamples: Sendable {
  /// The sound is received for this time after each reading.
  private static let lookLife = Duration.seconds(2)
  /// The bounds of the pause after a connection that failed.
  private static let pauses: ClosedRange<Duration> = .milliseconds(100) ... .seconds(2)

  private struct State {
    var lastLook: ContinuousClock.Instant?
    /// True while ``run()`` receives the sound, or is about to.
    var isActive = false
    var fault: String?
  }

  private let client: RadioClient
  /// Written by ``run()`` only.
  private let tap = PCMTap()
  private let state = Mutex(State())
  private let wake = WakeSignal()

  /// Creates the sound of the player of `client`'s daemon.
  public init(client: RadioClient) { self.client = client }

  /// Fills `window` with the `frames` frames that end with the audible one; see `PCMTap`. It is silent until ``run()``
  /// has received the first sound.
  public func readTap(frames: Int, into window: inout TapWindow) -> TapReading {
    let wasActive = state.withLock { state in
      state.lastLook = .now
      return exchange(&state.isActive, with: true)
    }
    if !wasActive { wake.signal() }
    return tap.read(frames: frames, into: &window)
  }

  /// Why the sound cannot be received, as one sentence; nil while it can. A daemon that is not running is not a reason:
  /// the status shows that.
  public var fault: String? { state.withLock { $0.fault } }

  // MARK: - Communication

  /// Receives the sound while it is read, until the task is cancelled.
  public func run() async {
    for await _ in wake {
      var pause = Self.pauses.lowerBound
      while !Task.isCancelled, isLookedAt() {
        do {
          try await follow()
          pause = Self.pauses.lowerBound
        } catch is CancellationError {
          break
        } catch {
          record(error)
          try? await Task.sleep(for: pause)
          pause = min(pause * 2, Self.pauses.upperBound)
        }
        tap.stall()
      }
      tap.stall()
      if Task.isCancelled { return }
    }
  }

  /// True when a view has read the sound lately. Otherwise the next reading wakes ``run()``.
  private func isLookedAt() -> Bool {
    state.withLock { state in
      state.isActive = state.lastLook.map { ContinuousClock.now - $0 < Self.lookLife } ?? false
      return state.isActive
    }
  }

  private func record(_ error: any Error) {
    tap.stall()
    let reason: String? = if case DaemonError.refused(let reason, _) = error { reason } else { nil }
    state.withLock { $0.fault = reason }
  }

  /// Receives the sound over one connection, until no view has read it for a while. Throws `DaemonError`, and
  /// `CancellationError`.
  private func follow() async throws {
    let connection = try await client.openSamples()
    defer { connection.close() }
    state.withLock { $0.fault = nil }
    var reader = SampleBlockReader()
    var samples: [Float] = []
    var format: AudioFormat?
    do {
      while let bytes = try await connection.next() {
        reader.feed(bytes)
        while let block = try reader.next(into: &samples) { receive(block, samples, format: &format) }
        guard isLookedAt() else { return }
      }
    } catch {
      try Task.checkCancellation()
      throw client.translate(error)
    }
    throw DaemonError.failed(reason: "radiod serve closed the stream")
  }

  private func receive(_ block: SampleBlock, _ samples: [Float], format: inout AudioFormat?) {
    guard let new = block.format else {
      format = nil
      return tap.stall()
    }
    if new != format || !block.continues { tap.begin(new) }
    format = new
    if !samples.isEmpty { tap.write(PCMBlock(format: new, samples: samples)) }
    tap.publish(delayFrames: block.framesAhead)
  }
}
