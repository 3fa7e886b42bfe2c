package import AudioCore
package import Parser
package import Player
import Reader
import SystemSupport

/// The sound side of one source: it pulls packets, decodes them and writes PCM to an output, in one blocking loop on
/// its own thread. Everything that it uses is either its own or safe for several threads.
///
/// The newest sound is always held back, so that its end can be faded out instead of cut when the buffer runs empty.
/// The sound held beyond that grows to the write unit of the output before it is written: waking up, and a request to a
/// sound server, cost more than decoding.
///
/// Controls are heard at once, however much was written: the output gives back the sound that is not heard yet, and
/// gets it again with the new volume or a fade to silence. An output that cannot give sound back holds little.
///
/// When the program was suspended (stopped, or together with the machine), the queued sound of a live stream is out of
/// date. The loop drops it, reports the suspension and ends. It checks the clock before and after all calls of the
/// output. A device itself judges the time within a call, since the call may wait for it.
package final class SoundLoop {
  /// How long the loop waits for packets before it checks its titles and the stop flag again.
  package static let pollInterval: Duration = .milliseconds(100)

  /// Duration of the fade-out when the sound ends because no more is available.
  package static let fadeOut: Duration = .milliseconds(50)
  /// Duration of the fade-out when a listener stops the sound.
  package static let stopFade: Duration = GainRamp.fullSweep
  /// Sound that is left in the device when the loop stops waiting for the network. It is enough time to write the held
  /// sound.
  static let reserve: Duration = .milliseconds(150)

  /// The longest wait for the network, however much the device holds: the loop must check the clock.
  static let maximumWait: Duration = .milliseconds(250)

  /// The longest wait at the end of a source for the written sound to be heard.
  static let maximumEnd: Duration = .seconds(10)

  /// A device with nothing to play for this long is closed until there is sound again.
  package static let maximumIdleTime: Duration = .seconds(10)

  /// Sound that is decoded at a time while a device plays, ahead of the writes. Between two wake-ups the decoder's code
  /// and tables leave the processor's caches. To fetch them again costs more than to decode a quarter of a second.
  package static let decodeUnit: Duration = .seconds(1)
  /// The maximum of ``decodeUnit`` in write units of the output: a device that holds little must have much more sound
  /// than decoding takes time.
  static let maximumUnitsAhead = 4
  /// The maximum number of samples that are decoded ahead, 512 KiB: 1 s of stereo at 64 kHz.
  static let maximumSamplesAhead = 1 << 17

  let buffer: TimeShiftBuffer
  let outputs: OutputChain
  let tap: PCMTap
  let status: SoundStatus
  let moves: ListenerMoves
  let durationLimit: Duration?
  let report: @Sendable (SoundEvent) -> Void

  let reader = PacketReader()
  var stage: VolumeStage
  var bitRates = BitRateAverage()
  var held = PCMQueue()
  var format: AudioFormat?
  /// ``fadeOut`` in frames of the format.
  var fadeOutFrames = 0
  var codec: Codec?
  /// Why links were skipped before any sound was heard.
  var brokenLink: TuneError?
  /// One packet in this many has its time of decoding measured: each measurement takes two system calls.
  private static let packetsPerMeasurement = 16
  private var packetsUntilMeasured = 1
  /// The place at which the decoded sound ends, held sound included.
  var decoded: Duration = .zero
  /// The place at which the written sound ends.
  var written: Duration = .zero
  /// Duration of the sound that was decoded to be heard, held sound included.
  var given: Duration = .zero
  /// The place at which the sound began after the last move. What is decoded before it is not heard.
  var begun: Duration = .zero
  /// True once an element was pulled: before that, no title is heard.
  var hasPulled = false
  /// True while the place is held.
  var isHeld = false
  /// True while a move is carried out, which no other one may interrupt.
  var isMoving = false
  /// The number of frames that were written but not audible, at the last query.
  var delayFrames = 0
  /// The time of that query.
  var delayNotedAt: ContinuousClock.Instant
  var leadingSilence = LeadingSilence()
  /// True from the first sound until an underrun.
  var isSounding = false
  /// When the last sound was played; nil while there is sound, and after the device was closed for being idle.
  var idleSince: ContinuousClock.Instant?
  /// True once sound of the current codec and format was reported.
  var isReported = false
  var drift = DriftControl()
  var resampler: DriftResampler?
  /// The last time at which the program was known to run.
  var lastLook: ContinuousClock.Instant
  /// How long the program was suspended in calls of the output that took longer than any call does.
  var suspendedInCall: Duration = .zero

  /// Ends a wait: the listener wants to be at another place, or to stay at this one.
  struct MoveError: Error {}

  /// Ends the loop: the program was suspended for `duration`.
  struct SuspendedError: Error {
    let duration: Duration
  }

  /// Makes a loop from `buffer` to `outputs`, which set its pace, for a listener who makes `moves`. The loop ends after
  /// `durationLimit` of sound.
  /// `report` is called on the thread of ``run()``.
  package init(
    buffer: TimeShiftBuffer, outputs: OutputChain, tap: PCMTap, volume: VolumeControl, status: SoundStatus,
    moves: ListenerMoves = ListenerMoves(), durationLimit: Duration?, report: @escaping @Sendable (SoundEvent) -> Void
  ) {
    self.buffer = buffer
    self.outputs = outputs
    self.tap = tap
    self.status = status
    self.moves = moves
    self.durationLimit = durationLimit
    self.report = report
    stage = VolumeStage(volume: volume)
    begun = .nanoseconds(buffer.place)
    (decoded, written) = (begun, begun)
    lastLook = outputs.clock.now
    delayNotedAt = lastLook
    idleSince = lastLook
  }

  /// Plays until the source ends, a limit is reached, a stop is requested or the output fails. Then reports how
  /// playback ended.
  package func run() {
    do {
      outputs.prepare()
      try play()
      report(.ended)
    } catch let suspension as SuspendedError {
      outputs.drop()
      report(.suspended(suspension.duration))
    } catch let error as TuneError {
      report(.failed(error))
    } catch {
      report(.outputClosed)
    }
    tap.stall()
    outputs.close()
  }

  /// Plays to the end, and moves as the listener wants.
  private func play() throws {
    while true {
      do { return try pump() } catch is MoveError { try move() }
    }
  }

  func pump() throws {
    try checkClock()
    while !status.isStopRequested {
      try followControls()
      if buffer.fill.packets == 0 {
        if try writeUnits(maximum: 1) { continue }
        if try awaitNetwork() { continue }
      }
      switch buffer.pull() {
      case .element(.metadata): hasPulled = true  // the buffer knows the titles at all places
      case .element(.packet(let packet)):
        hasPulled = true
        status.setBitRate(bitRates.average(adding: packet))
        let end = Duration.nanoseconds(buffer.place)
        if let block = try sound(of: packet), try !accept(block, of: packet.codec, endingAt: end) {
          return try finish()
        }
      case .notEnoughYet:
        try beginRebuffering()
        _ = buffer.waitUntilReady(timeout: Self.pollInterval)
        try checkClock()
        try tend()
        try restDevice()
        try noteWhatIsHeard()
      case .end:
        if status.isStopRequested { continue }  // the buffer was closed for the stop
        if let block = reader.finish() { _ = try accept(block, endingAt: decoded + block.duration) }
        try finish()
        if let brokenLink, given == .zero { throw brokenLink }
        if let failure = reader.soundless { throw failure }
        return
      }
    }
    try stop()
  }

  // MARK: - Controls

  /// Waits until the output has space for `sound`. Returns false when a stop is requested meanwhile.
  func awaitSpace(for sound: borrowing PCMBlock) throws -> Bool {
    let (frames, duration) = (sound.frameCount, sound.duration)
    while outputs.isPaced, !status.isStopRequested {
      try followControls()
      if try output({ try $0.awaitSpace(forFrames: frames) }) { return true }
      try noteWhatIsHeard(before: duration)
    }
    return !outputs.isPaced
  }

  // MARK: - Sound

  /// Returns the sound of `packet`; nil when it gives none.
  ///
  /// A live station is left, as if its connection had been lost, when its packets give no sound for a second or the
  /// headers of its first link are broken. A source that has an end may have sound further on if there was some before.
  /// There, a link whose headers are broken is skipped, since another link may follow.
  func sound(of packet: Packet) throws(TuneError) -> PCMBlock? {
    do throws(TuneError) { return try decode(packet) } catch {
      var reason = error
      if reader.brokenLink != nil {
        guard status.isLive else {
          brokenLink = error
          return nil
        }
        // The station may have correct headers at the next attempt.
        if case .format(.decoder(let codec, let what)) = error { reason = .noSound(codec: codec, reason: what) }
      }
      guard case .format(.noSound) = reason else { throw error }
      let refusal = TimeShiftBuffer.RefusalError(error: reason, hasSounded: reader.hasSoundedSinceRestart)
      if status.isLive, buffer.refuse(refusal) {
        reader.restart()
      } else if !reader.hasSounded {
        throw error
      }
      return nil
    }
  }

  private func decode(_ packet: Packet) throws(TuneError) -> PCMBlock? {
    guard packetsUntilMeasured == 0 else {
      packetsUntilMeasured -= 1
      return try reader.read(packet)
    }
    packetsUntilMeasured = Self.packetsPerMeasurement - 1
    let before = SystemTime.threadNanoseconds
    let block = try reader.read(packet)
    status.noteDecoding(nanoseconds: SystemTime.threadNanoseconds - before, of: block?.duration ?? .zero)
    return block
  }

  /// Takes a decoded block of `codec`, which ends at the place `end`; nil means the codec of the last block. What comes
  /// before ``begun`` is dropped. Returns false when the duration limit is reached with this block.
  func accept(_ block: PCMBlock, of codec: Codec? = nil, endingAt end: Duration) throws -> Bool {
    var block = block
    decoded = end
    block.drop(until: begun, endingAt: end)
    if block.samples.isEmpty { return true }
    let isLast = durationLimit.map { block.cut(to: $0 - given) } ?? false
    if block.format != format {
      try writeHeld()
      try change(to: block.format)
    }
    if let codec, codec != self.codec {
      self.codec = codec
      isReported = false
    }
    given += block.duration
    if outputs.isPaced { leadingSilence.drop(from: &block, decoded: given) }
    held.append(block)
    if held.frameCount >= minimumFrames + fadeOutFrames { try writeUnits() }
    noteAhead()
    return !isLast
  }

  /// The number of frames that are written at a time.
  var unitFrames: Int { max(1, frames(in: outputs.writeUnit)) }

  /// The number of frames that are decoded before any are written: more while the device holds enough.
  var minimumFrames: Int {
    let unit = unitFrames
    guard isSounding, outputs.isPaced, delayFrames >= unit, let format else { return unit }
    let ahead = min(Self.decodeUnit, outputs.writeUnit * Self.maximumUnitsAhead)
    return max(unit, min(frames(in: ahead), Self.maximumSamplesAhead / max(1, format.channels)))
  }

  /// Writes the held sound in write units of the output, at most `most` units, and keeps what a fade needs. Returns
  /// false when nothing was written.
  @discardableResult
  func writeUnits(maximum: Int = .max) throws -> Bool {
    var count = 0
    while count < maximum, held.frameCount >= unitFrames + fadeOutFrames, !status.isStopRequested {
      try write(held.removeFirst(unitFrames), fadingOut: false)
      count += 1
    }
    return count > 0
  }

  /// Publishes how much more sound is held than the next write takes.
  func noteAhead() {
    status.setDecodedAhead(frames: max(0, held.frameCount - unitFrames - fadeOutFrames), rate: held.format.sampleRate)
  }

  /// Opens the output again for another sample rate or channel count, after the old sound was played.
  func change(to newFormat: AudioFormat) throws {
    if format != nil {
      guard try awaitEnd() else { return }
      try output { try $0.drain() }
    }
    try output { try $0.open(newFormat) }
    format = newFormat
    fadeOutFrames = frames(in: Self.fadeOut)
    delayFrames = 0
    stage.beginFormat()
    isReported = false
    tap.begin(newFormat)
    beginFadeIn()
    resampler = DriftResampler(format: newFormat)
  }

  /// Writes all sound that is held, and fades it out.
  func writeHeld() throws {
    try writeUnits()
    if !held.isEmpty { try write(held.removeFirst(held.frameCount), fadingOut: true) }
  }

  func write(_ block: consuming PCMBlock, fadingOut: Bool) throws {
    noteAhead()
    try tend()
    let format = block.format
    // Each variable is the only owner of its samples, which are changed in place and whose memory is used again.
    var sound = inStep(consume block)
    if fadingOut, let rest = resampler?.finish() { sound.samples += rest.samples }
    let isLast = try !awaitSpace(for: sound)
    if isLast {
      // A stop is requested: the written sound fades out or, where it cannot be taken back, the beginning of this
      // block.
      if outputs.takesBack { return }
      _ = sound.cut(to: Self.stopFade)
      held = PCMQueue()
    }
    tap.write(sound)
    let isScaled = stage.apply(to: &sound, fadeFrames: (fadingOut || isLast) && outputs.isPaced ? fadeOutFrames : 0)
    try output { try $0.write(sound, dithering: isScaled) }
    held.giveBack(consume sound)
    isSounding = true
    idleSince = nil
    written = decoded - held.duration
    if !isReported, reader.hasSounded, let codec {
      isReported = true
      report(.playing(codec: codec, format: format))
    }
    try noteWhatIsHeard()
    tap.publish(delayFrames: delayFrames, at: .now)
  }

  /// Returns `duration` in frames of the format.
  func frames(in duration: Duration) -> Int {
    Int(duration / .seconds(1) * Double(format?.sampleRate ?? 0))
  }

  /// Returns `sound` slightly faster or slower when the clocks of sender and device differ.
  func inStep(_ sound: PCMBlock) -> PCMBlock {
    guard outputs.isPaced else { return sound }
    var correction = 0.0
    if status.isLive, !buffer.isShifted {
      let waiting = sound.duration + held.duration + sound.format.duration(ofFrames: delayFrames)
      correction = drift.correction(buffered: (buffer.left + waiting) / .seconds(1), at: outputs.clock.now)
    }
    guard let corrected = resampler?.process(sound, correction: correction) else { return sound }
    return corrected
  }

  func finish() throws {
    try writeHeld()
    guard try awaitEnd() else { return try stop() }
    try output { try $0.drain() }
    report(heard: decoded, of: given)
  }
}

extension PCMBlock {
  /// Drops the frames of the block, which ends at the place `end`, that come before `place`; the first frame that is kept
  /// is the nearest one.
  fileprivate mutating func drop(until place: Duration, endingAt end: Duration) {
    guard end - duration < place else { return }
    let kept = max(0, Int(((end - place) / .seconds(1) * Double(format.sampleRate)).rounded()))
    samples.removeFirst(max(0, frameCount - kept) * format.channels)
  }
}
