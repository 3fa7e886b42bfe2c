import AudioCore
import Player
import Synchronization

/// A sound device as a test's script has it: it is there or not, fails or hangs, and says what was done with it.
final class TestDevice: Sendable {
  /// What the device does, and what was done with it.
  struct State {
    /// Why it cannot be opened, if so.
    var openFault: String?
    /// Why writes fail, if so.
    var writeFault: String?
    /// Writes that each handle takes before it fails for good, if so.
    var writesPerHandle: Int?
    /// True while `open` does not return.
    var hangs = false
    /// Faults it gets over with every write.
    var faultsPerWrite = 0
    /// Frames that it says wait to be heard.
    var delayFrames = 0
    /// Called with every write, which takes as long as it does; the time that was slept through in it is returned.
    var onWrite: (@Sendable () -> Duration)?
    /// When it was opened, or tried to.
    var openings: [ContinuousClock.Instant] = []
    var opened = 0
    var closed = 0
    /// What was written, if it is kept, and how much.
    var samples: [Float] = []
    var keepsSamples = true
    var frames = 0
    /// Where in `samples` each handle's begin.
    var handleStarts: [Int] = []
    var drops = 0
  }

  static let name = "test"
  let clock: TestClock
  private let state = Mutex(State())

  init(clock: TestClock) { self.clock = clock }

  var now: State { state.withLock { $0 } }

  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  /// What a chain of outputs opens.
  func makeOutput() -> any AudioOutput { Output(self) }

  /// One handle of the device. It takes a write at once, and has no queue.
  private final class Output: AudioOutput {
    let name = TestDevice.name
    let interruption = OutputInterruption()
    var delayFrames: Int { device.now.delayFrames }
    private(set) var recoveries = 0
    private(set) var suspended = Duration.zero
    private let device: TestDevice
    private var writes = 0

    init(_ device: TestDevice) { self.device = device }

    func open(_ format: AudioFormat) throws(TuneError) {
      let instant = device.clock.now
      device.set { $0.openings.append(instant) }
      while device.now.hangs { _ = interruption.wait(for: .milliseconds(1)) }
      if let reason = device.now.openFault { throw .output(device: name, reason: reason) }
      device.set { $0.opened += 1 }
    }

    func write(_ block: PCMBlock) throws {
      var state = device.now
      state.samples = []  // held twice, they would be copied with every write
      if let reason = state.writeFault { throw TuneError.output(device: name, reason: reason) }
      if let limit = state.writesPerHandle, writes >= limit {
        throw TuneError.output(device: name, reason: "loose contact")
      }
      if writes == 0 { device.set { $0.handleStarts.append($0.samples.count) } }
      writes += 1
      recoveries += state.faultsPerWrite
      if let onWrite = state.onWrite { suspended += onWrite() }
      device.set {
        if $0.keepsSamples { $0.samples += block.samples }
        $0.frames += block.frameCount
      }
    }

    func drain() {}
    func drop() { device.set { $0.drops += 1 } }
    func close() { device.set { $0.closed += 1 } }
  }
}
