import Synchronization

/// Gives views access to the currently audible sound.
///
/// The playback thread writes every block before volume and fades, and then publishes how much of the written sound has
/// not been heard yet. Views read the window that ends at the audible frame. Between two publications, the position
/// advances with the monotonic clock, but never past the written sound. Neither side waits for the other or takes a
/// lock.
///
/// Order of the writer's calls: `begin` with each new format; then for every block `write`, play, `publish`; `stall`
/// when the sound ends.
public final class PCMTap: Sendable {
  /// Capacity in samples: the sound queued for a device (1 s) plus the longest window, for stereo at 192 kHz.
  package static let samplesHeld = 1 << 19
  /// The sound counts as stalled when its position is further than this past the end of the written sound.
  private static let stallGrace: Duration = .milliseconds(250)
  private static let snapshotTries = 4

  private static let numbers = Atomic<Int>(0)
  /// Identifies the tap among all taps, including released ones.
  private let number = PCMTap.numbers.wrappingAdd(1, ordering: .relaxed).newValue
  private let ring = SampleRing(holding: samplesHeld)
  private let origin = ContinuousClock.now

  /// Odd while the fields below are being changed.
  private let version = Atomic<UInt>(0)
  private let sampleRate = Atomic<Int>(0)
  private let channels = Atomic<Int>(0)
  /// The ring's position at the start of the format.
  private let formatStart = Atomic<Int>(0)
  /// Number of frames of the format that had been heard …
  private let anchorFrame = Atomic<Int>(0)
  /// … at this time, in nanoseconds since `origin`.
  private let anchorNanoseconds = Atomic<Int>(0)
  private let isAudible = Atomic<Bool>(false)

  /// Creates an empty tap.
  public init() {}

  /// Starts a new format, or restarts the same one: frames count from 0, and nothing is audible until `publish`. Writer
  /// only.
  public func begin(_ format: AudioFormat) {
    change {
      sampleRate.store(format.sampleRate, ordering: .relaxed)
      channels.store(max(1, format.channels), ordering: .relaxed)
      formatStart.store(ring.end, ordering: .relaxed)
      anchorFrame.store(0, ordering: .relaxed)
      isAudible.store(false, ordering: .relaxed)
    }
  }

  /// Adds a block of the current format. Writer only.
  public func write(_ block: PCMBlock) { ring.append(block.samples) }

  /// Publishes that the last `delayFrames` written frames were not heard yet at `now`. Writer only.
  public func publish(delayFrames: Int, at now: ContinuousClock.Instant = .now) {
    let written = (ring.end - formatStart.load(ordering: .relaxed)) / max(1, channels.load(ordering: .relaxed))
    change {
      anchorFrame.store(written - delayFrames, ordering: .relaxed)
      anchorNanoseconds.store(nanoseconds(now), ordering: .relaxed)
      isAudible.store(true, ordering: .relaxed)
    }
  }

  /// Returns the last `frames` frames of the format as they were written; nil when the tap no longer holds them. Writer
  /// only.
  package func last(_ frames: Int) -> PCMBlock? {
    let format = AudioFormat(
      sampleRate: sampleRate.load(ordering: .relaxed), channels: channels.load(ordering: .relaxed))
    let count = max(0, frames) * format.channels
    guard ring.end - count >= formatStart.load(ordering: .relaxed) else { return nil }
    var samples = [Float](repeating: 0, count: count)
    let isWhole = samples.withUnsafeMutableBufferPointer { ring.copy(from: ring.end - count, into: $0) }
    return isWhole ? PCMBlock(format: format, samples: samples) : nil
  }

  /// Ends the audible sound until the next `publish`. Writer only.
  public func stall() { change { isAudible.store(false, ordering: .relaxed) } }

  /// Fills `window` with the `frames` frames that end at the audible frame at `now`. If the format began later than the
  /// window, zeros precede its frames. Any thread.
  public func read(
    frames: Int, into window: inout TapWindow, now: ContinuousClock.Instant = .now
  ) -> TapReading {
    guard let snapshot = snapshot() else { return .missed }
    let frames = max(0, frames)
    let channels = max(1, snapshot.format.channels)
    window.resize(to: frames * channels)
    guard let endFrame = audibleFrame(snapshot, at: now) else {
      window.clear()
      return .silence
    }
    let end = snapshot.formatStart + endFrame * channels
    let missing = max(0, frames - endFrame) * channels
    let kept = missing == 0 ? window.keepSamples(of: number, endingAt: end) : 0
    window.source = nil
    let isWhole = window.samples.withUnsafeMutableBufferPointer { samples in
      samples[..<missing].update(repeating: 0)
      let new = UnsafeMutableBufferPointer(rebasing: samples[(missing + kept)...])
      return ring.copy(from: end - new.count, into: new)
    }
    guard isWhole else { return .missed }
    if missing == 0 { window.source = .init(tap: number, end: end) }
    return .sound(format: snapshot.format, endFrame: endFrame)
  }

  /// Copies the sound that follows `cursor` into `samples`, whether or not it is audible yet: whole frames of at most
  /// `maximumSamples` samples, and the cursor moves behind them. Any thread.
  ///
  /// A cursor that is new, or of another tap or format, begins ``TapCursor/history`` before the audible frame. So does
  /// one that is more than ``TapCursor/maximumLag`` behind it: its reader has lost the sound between.
  public func follow(
    _ cursor: inout TapCursor, maximumSamples: Int, into samples: inout [Float], now: ContinuousClock.Instant = .now
  ) -> TapPiece {
    guard let snapshot = snapshot() else { return .missed }
    guard let audible = audibleFrame(snapshot, at: now) else {
      cursor.place = nil
      return .silence
    }
    let (format, channels) = (snapshot.format, max(1, snapshot.format.channels))
    func frames(in duration: Duration) -> Int { Int(duration / .seconds(1) * Double(format.sampleRate)) }
    var (frame, continues) = (0, false)
    if let place = cursor.place, place.tap == number, place.formatStart == snapshot.formatStart,
      audible - place.frame <= frames(in: TapCursor.maximumLag)
    {
      (frame, continues) = (place.frame, true)
    } else {
      frame = max(0, audible - frames(in: TapCursor.history))
    }
    let written = (ring.end - snapshot.formatStart) / channels
    let count = min(max(0, written - frame), max(0, maximumSamples) / channels)
    if samples.count != count * channels { samples = [Float](repeating: 0, count: count * channels) }
    let isWhole = samples.withUnsafeMutableBufferPointer {
      ring.copy(from: snapshot.formatStart + frame * channels, into: $0)
    }
    guard isWhole else {
      cursor.place = nil
      return .missed
    }
    cursor.place = .init(tap: number, formatStart: snapshot.formatStart, frame: frame + count)
    return .sound(format: format, startFrame: frame, framesAhead: frame + count - audible, continues: continues)
  }

  /// Returns the number of frames of the format heard at `now`; nil when nothing is audible.
  private func audibleFrame(_ snapshot: Snapshot, at now: ContinuousClock.Instant) -> Int? {
    let rate = snapshot.format.sampleRate
    guard snapshot.isAudible, rate > 0 else { return nil }
    let written = (ring.end - snapshot.formatStart) / max(1, snapshot.format.channels)
    let elapsed = max(0, nanoseconds(now) - snapshot.anchorNanoseconds)
    let frame = snapshot.anchorFrame + Int(Double(elapsed) * Double(rate) / 1e9)
    let grace = Int(Self.stallGrace / .seconds(1) * Double(rate))
    guard frame > 0, frame <= written + grace else { return nil }
    return min(frame, written)
  }

  /// A consistent copy of the fields.
  private struct Snapshot {
    var format: AudioFormat
    var formatStart: Int
    var anchorFrame: Int
    var anchorNanoseconds: Int
    var isAudible: Bool
  }

  /// Returns a consistent copy of the fields; nil when they were being changed at each of ``snapshotTries``.
  private func snapshot() -> Snapshot? {
    for _ in 0..<Self.snapshotTries {
      let before = version.load(ordering: .acquiring)
      guard before % 2 == 0 else { continue }
      let snapshot = Snapshot(
        format: AudioFormat(
          sampleRate: sampleRate.load(ordering: .relaxed), channels: channels.load(ordering: .relaxed)),
        formatStart: formatStart.load(ordering: .relaxed), anchorFrame: anchorFrame.load(ordering: .relaxed),
        anchorNanoseconds: anchorNanoseconds.load(ordering: .relaxed), isAudible: isAudible.load(ordering: .relaxed))
      atomicMemoryFence(ordering: .acquiring)
      if version.load(ordering: .relaxed) == before { return snapshot }
    }
    return nil
  }

  /// Changes fields so that a reader sees all of the changes or none.
  private func change(_ body: () -> Void) {
    let before = version.load(ordering: .relaxed)
    version.store(before &+ 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    body()
    version.store(before &+ 2, ordering: .releasing)
  }

  private func nanoseconds(_ instant: ContinuousClock.Instant) -> Int {
    let (seconds, attoseconds) = origin.duration(to: instant).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
