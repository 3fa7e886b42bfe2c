import AudioCore
import Player
import Synchronization

/// A simulated sound device. A test makes it missing, failing or hanging, and checks the calls that it got.
final class TestDevice: Sendable {
  /// The behaviour of the device, and a record of its calls.
  struct State {
    /// Why it cannot be opened; nil when it can.
    var openFault: String?
    /// Why writes fail; nil when they do not.
    var writeFault: String?
    /// The number of writes that each handle takes before it fails for good; nil for no limit.
    var writesPerHandle: Int?
    /// True while `open` does not return.
    var hangs = false
    /// The number of faults that it recovers from in every write.
    var faultsPerWrite = 0
    /// The number of frames that it reports as not heard yet.
    var delayFrames = 0
    /// Called in every write, which takes as long as this call. Returns how long the program was suspended in it.
    var onWrite: (@Sendable () -> Duration)?
    /// The times of all attempts to open it.
    var openings: [ContinuousClock.Instant] = []
    var opened = 0
    var closed = 0
    /// The written samples, if ``keepsSamples`` is true. ``frames`` counts them in any case.
    var samples: [Float] = []
    var keepsSamples = true
    var frames = 0
    /// The indexes in `samples` at which the sound of each handle begins.
    var handleStarts: [Int] = []
    var drops = 0
  }

  static let name = "test"
  let clock: TestClock
  private let state = Mutex(State())

  init(clock: TestClock) { self.clock = clock }

  var now: State { state.withLock { $0 } }

  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Makes a handle of the device for an output chain.
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
      state.samples = []  // with a second reference, every write would copy them
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
