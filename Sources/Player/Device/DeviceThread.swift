import AudioCore
import Synchronization
import SystemSupport

/// The thread that makes all calls of one open sound device, one after the other. Any of them may hang forever inside a
/// library. The caller then leaves the thread, which closes the device when the call returns at last.
///
/// Only one thread requests calls, each after the one before has ended.
final class DeviceThread: Sendable {
  /// A call of an ``AudioOutput``.
  enum Call: Sendable {
    case open(AudioFormat)
    case awaitSpace(frames: Int)
    case write(PCMBlock, dithering: Bool)
    case takeBack
    case expectSilence
    case delay
    case refreshDelay
    case drain
    case drop
  }

  /// The result of a call, and the state of the output after it.
  struct Outcome: Sendable {
    /// The error that the call threw.
    var error: (any Error)?
    /// The result of `awaitSpace`.
    var hasSpace = false
    /// The result of `takeBack`.
    var framesTakenBack = 0
    /// Set by `write`, `delay`, `refreshDelay`, and by `awaitSpace` when there is no space; otherwise 0.
    var delayFrames = 0
    /// Set by `delay`.
    var queuedFrames = 0
    var recoveries = 0
    var suspended: Duration = .zero
    var writeUnit = ALSAOutput.unit
    var takesBack = false
  }

  private struct State {
    var call: Call?
    var outcome: Outcome?
    var isLeft = false
  }

  private let state = Mutex(State())
  /// Raised when there is a call to make, or when the thread was left.
  private let work = ThreadSignal()
  /// Raised when there is an outcome.
  private let done = ThreadSignal()
  /// Happens when the thread was left and has closed the device.
  private let ended = OneShotEvent()

  /// The longest single wait for work.
  private static let maximumWait: Duration = .seconds(86400)

  /// Starts the thread, which creates the output with `make`. Returns nil when the system cannot start a thread.
  init?(make: @escaping @Sendable () -> any AudioOutput) {
    guard PlainThread.start(body: { self.run(make()) }) else { return nil }
  }

  // MARK: - The caller

  /// Makes the thread run a call. The outcome of the previous call must have been taken.
  func begin(_ call: Call) {
    state.withLock { $0.call = call }
    work.set(true)
  }

  /// Waits for the outcome of the call and takes it; nil when there is none within `limit`.
  func takeOutcome(within limit: Duration) -> Outcome? {
    guard done.wait(timeout: limit) else { return nil }
    done.set(false)
    return state.withLock { state in
      defer { state.outcome = nil }
      return state.outcome
    }
  }

  /// Makes the thread close the device after the current call, and end. No call may follow.
  func leave() {
    state.withLock { $0.isLeft = true }
    work.set(true)
  }

  /// Waits until a thread that was left has closed the device. Returns false when it has not within `limit`.
  @discardableResult
  func awaitEnd(within limit: Duration) -> Bool { ended.block(limit: limit) }

  // MARK: - The thread

  private func run(_ output: any AudioOutput) {
    var isOpen = false
    while true {
      guard work.wait(timeout: Self.maximumWait) else { continue }
      work.set(false)
      let (call, isLeft) = state.withLock { state in
        defer { state.call = nil }
        return (state.call, state.isLeft)
      }
      if isLeft { break }
      guard let call else { continue }
      let isOpening = if case .open = call { true } else { false }
      let outcome = Self.make(consume call, of: output)
      if isOpening { isOpen = outcome.error == nil }
      state.withLock { $0.outcome = outcome }
      done.set(true)
    }
    if isOpen { output.close() }
    ended.set()
  }

  private static func make(_ call: consuming Call, of output: any AudioOutput) -> Outcome {
    var outcome = Outcome()
    do {
      switch consume call {
      case .open(let format): try output.open(format)
      case .awaitSpace(let frames):
        outcome.hasSpace = try output.awaitSpace(forFrames: frames)
        // A write follows and sets the delay.
        if !outcome.hasSpace { outcome.delayFrames = output.delayFrames }
      case .write(let block, let dithering):
        try output.write(block, dithering: dithering)
        outcome.delayFrames = output.delayFrames
      case .takeBack: outcome.framesTakenBack = try output.takeBack()
      case .expectSilence: output.expectSilence()
      case .delay: (outcome.delayFrames, outcome.queuedFrames) = (output.delayFrames, output.queuedFrames)
      case .refreshDelay:
        output.refreshDelay()
        outcome.delayFrames = output.delayFrames
      case .drain: try output.drain()
      case .drop: output.drop()
      }
    } catch {
      outcome.error = error
    }
    outcome.recoveries = output.recoveries
    outcome.suspended = output.suspended
    outcome.writeUnit = output.writeUnit
    outcome.takesBack = output.takesBack
    return outcome
  }
}
