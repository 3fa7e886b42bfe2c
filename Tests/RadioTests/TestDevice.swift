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
    /// The number of frames that it reports as not heard yet; counted by a device with a queue.
    var delayFrames = 0
    /// The number of these that it has not taken for good; nil for all.
    var untakenFrames: Int?
    /// The size of its queue in frames. It gives back what it has not played, except for the first
    /// ``TestDevice/keptFrames`` of it. Nil for a device without a queue, which takes a write at once.
    var queueFrames: Int?
    /// The number of frames that it has played of those in its queue. A test lets it play.
    var playedFrames = 0
    /// How often it gave sound back.
    var takeBacks = 0
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
    /// The channels of the format for which it is open.
    var channels = 2
    /// The indexes in `samples` at which the sound of each handle begins.
    var handleStarts: [Int] = []
    var drops = 0

    /// The number of frames in its queue; nil for a device without one.
    var queued: Int? { queueFrames == nil ? nil : frames - playedFrames }

    /// Forgets the last `count` frames that were written.
    mutating func removeLast(_ count: Int) {
      samples.removeLast(channels * count)
      frames -= count
    }
  }

  static let name = "test"
  /// The frames that it keeps of a queue that is taken back, 20 ms like a sound server.
  static let keptFrames = 882
  let clock: TestClock
  private let state = Mutex(State())

  init(clock: TestClock) { self.clock = clock }

  var now: State { state.withLock { $0 } }

  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  private func change(_ change: (inout State) -> Int) -> Int { state.withLock { change(&$0) } }

  /// Makes a handle of the device for an output chain.
  func makeOutput() -> any AudioOutput { Output(self) }

  /// One handle of the device.
  private final class Output: AudioOutput {
    let name = TestDevice.name
    let interruption = OutputInterruption()
    var delayFrames: Int { device.now.queued ?? device.now.delayFrames }
    var queuedFrames: Int { device.now.untakenFrames ?? delayFrames }
    var takesBack: Bool { device.now.queueFrames != nil }
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
      device.set {
        $0.opened += 1
        $0.channels = format.channels
      }
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

    func awaitSpace(forFrames frames: Int) throws -> Bool {
      guard let queued = device.now.queued, let size = device.now.queueFrames, queued + frames > size else {
        return true
      }
      return interruption.wait(for: .milliseconds(1))
    }

    func takeBack() throws -> Int {
      device.change { state in
        guard let queued = state.queued, queued > TestDevice.keptFrames else { return 0 }
        state.removeLast(queued - TestDevice.keptFrames)
        state.takeBacks += 1
        return queued - TestDevice.keptFrames
      }
    }

    func drain() { device.set { state in state.playedFrames += state.queued ?? 0 } }

    func drop() {
      device.set { state in
        state.drops += 1
        state.removeLast(state.queued ?? 0)
      }
    }

    func close() { device.set { $0.closed += 1 } }
  }
}
