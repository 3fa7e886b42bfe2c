import AudioCore
import Parser
import Player
import Reader

/// The sound side of one tuned-in source: pulls packets, decodes, and writes PCM to an output, in one blocking loop on a
/// thread of its own. Everything it touches is its own, or is made for several threads.
///
/// The newest sound is always held back, so that when the buffer runs dry or a stop is asked for, its end can be faded out
/// instead of being cut. What is held beyond that grows to ``writeUnit`` before it is written: waking up, and talking to a sound server,
/// cost more than decoding.
///
/// When the program stood still (stopped, or suspended with the machine), what is queued of a live stream is of the past: the
/// loop drops it, says so and ends. It looks at the clock around all calls of the output; the time in these is judged by the output,
/// which may be waiting for a device.
package final class SoundLoop {
  /// How long the loop waits for packets before it looks at its titles and stop flag again.
  package static let patience: Duration = .milliseconds(100)

  /// How long the end of a sound that stops takes to fade out.
  package static let fadeOut: Duration = .milliseconds(50)
  /// What is softer (−120 dB) need not fade.
  private static let leastGain: Float = 1e-6

  /// Sound that is left in the device when the network is not waited for any longer: time enough for what is held to be written.
  private static let reserve: Duration = .milliseconds(150)

  /// The network is waited for no longer than that, whatever the device holds: the clock must be looked at.
  private static let longestWait: Duration = .seconds(1)

  /// The longest that any call of an output waits, awake.
  private static let longestCall: Duration = .seconds(10)

  /// A device that has had nothing to play for so long is closed until there is sound again.
  package static let longestIdle: Duration = .seconds(10)

  /// Sound that is written at a time: four calls a second to the device instead of 38.
  package static let writeUnit: Duration = .milliseconds(250)

  /// Sound that is decoded at a time while a device plays, ahead of what is written: between two wake-ups the decoder's code and
  /// tables leave the processor's caches, and to fetch them costs more than to decode a quarter of a second.
  package static let decodeUnit: Duration = .seconds(1)
  /// Most samples that are decoded ahead, 512 KiB: 1 s of stereo at 64 kHz.
  private static let mostSamplesAhead = 1 << 17

  private let buffer: PacketBuffer
  private let outputs: OutputChain
  private let tap: PCMTap
  private let status: SoundStatus
  private let durationLimit: Duration?
  private let report: @Sendable (SoundEvent) -> Void

  private let reader = PacketReader()
  private let volume: VolumeControl
  private var gain = GainRamp()
  private var titles = TitleTimeline()
  private var lastTitle: String?
  private var bitRates = BitRateAverage()
  private var held = HeldSound()
  private var format: AudioFormat?
  /// What ``writeUnit``, ``decodeUnit`` and ``fadeOut`` are in the format.
  private var unitFrames = 1, aheadFrames = 1, fadeOutFrames = 0
  private var codec: Codec?
  /// Why links were passed over, nothing having been heard.
  private var brokenLink: TuneError?
  /// Sound decoded so far, held block included.
  private var decoded: Duration = .zero
  /// Frames that were written and not audible, when that was asked last.
  private var delayFrames = 0
  /// When that was.
  private var delayNotedAt: ContinuousClock.Instant
  /// True from the first sound until it runs dry.
  private var isSounding = false
  /// Since when nothing was played; nil while there is sound, and once the device was closed for that.
  private var idleSince: ContinuousClock.Instant?
  /// True once the sound of the present kind was reported.
  private var isReported = false
  private var drift = DriftControl()
  private var resampler: DriftResampler?
  /// When it was seen last that the program runs.
  private var lastLook: ContinuousClock.Instant
  /// How long the program stood still in calls of the output that took longer than any does.
  private var sleptInCall: Duration = .zero

  /// Ends the loop: the program stood still for so long.
  private struct Overslept: Error {
    let duration: Duration
  }

  /// A loop from `buffer` to `outputs`, at the pace of the latter; `durationLimit` is the sound after which it ends. `report` is
  /// called on the thread of ``run()``.
  package init(
    buffer: PacketBuffer, outputs: OutputChain, tap: PCMTap, volume: VolumeControl, status: SoundStatus,
    durationLimit: Duration?, report: @escaping @Sendable (SoundEvent) -> Void
  ) {
    self.buffer = buffer
    self.outputs = outputs
    self.tap = tap
    self.status = status
    self.durationLimit = durationLimit
    self.report = report
    self.volume = volume
    lastLook = outputs.clock.now
    delayNotedAt = lastLook
    idleSince = lastLook
  }

  /// Plays until the source ends, a limit is reached, a stop is asked for or the output fails; then reports how it ended.
  package func run() {
    do {
      outputs.prepare()
      try pump()
      report(.ended)
    } catch let sleep as Overslept {
      outputs.drop()
      report(.overslept(sleep.duration))
    } catch let error as TuneError {
      report(.failed(error))
    } catch {
      report(.outputClosed)
    }
    tap.stall()
    outputs.close()
  }

  private func pump() throws {
    try look()
    while !status.isStopRequested {
      if buffer.fill.packets == 0, try writeUnits(most: 1) { continue }
      awaitNetwork()
      switch buffer.pull() {
      case .element(.metadata(let metadata)): titles.append(metadata, at: decoded)
      case .element(.packet(let packet)):
        status.setBitRate(bitRates.average(adding: packet))
        if let block = try sound(of: packet), try !accept(block, of: packet.codec) { return try finish() }
      case .notEnoughYet:
        try goDry()
        _ = buffer.waitUntilReady(timeout: Self.patience)
        try look()
        try tend()
        try restDevice()
        try noteWhatIsHeard()
      case .end:
        if status.isStopRequested { continue }  // it was closed for that
        if let block = reader.finish() { _ = try accept(block) }
        try finish()
        if let failure = reader.soundless { throw failure }
        if let brokenLink, decoded == .zero { throw brokenLink }
        return
      }
    }
    // Nobody waits for more than a fade.
    if outputs.isPaced { held.cut(to: fadeOutFrames) }
    try writeHeld(fadingOut: true)
    try output { try $0.drain() }
  }

  // MARK: - The clock, and the device

  /// Throws when the program stood still since the last look, and the source went on without us. A recording keeps what it has.
  private func look() throws(Overslept) {
    status.beat()
    let now = outputs.clock.now
    let gap = lastLook.duration(to: now)
    lastLook = now
    let slept = max(outputs.takeOverslept(), sleptInCall, gap > OversleepMeter.tolerance ? gap : .zero)
    sleptInCall = .zero
    if slept > .zero, status.isLive, outputs.isPaced { throw Overslept(duration: slept) }
  }

  /// Has the output do something that takes its time, however long.
  private func output<Result>(_ call: (OutputChain) throws -> Result) throws -> Result {
    try look()
    defer {
      let now = outputs.clock.now
      let time = lastLook.duration(to: now)
      // The output judges its own waits; what a library stands still in is seen by the length of the call.
      if time > Self.longestCall + OversleepMeter.tolerance { sleptInCall += time - Self.longestCall }
      lastLook = now
    }
    return try call(outputs)
  }

  /// Looks after a lost device, and tells what there is to tell about it.
  private func tend() throws {
    try output { outputs in
      if try outputs.tend() { beginFadeIn() }
    }
    if let news = outputs.takeNews() { report(news) }
  }

  /// Closes a device for which there is nothing to play for long, and opens it when sound gathers again.
  private func restDevice() throws {
    guard !isSounding, outputs.isPaced else { return }
    if let idleSince, idleSince.duration(to: lastLook) >= Self.longestIdle {
      self.idleSince = nil
      try output { $0.rest() }
    } else if idleSince == nil, buffer.fill.packets > 0, outputs.isClosed {
      outputs.prepare()
    }
  }

  // MARK: - The sound

  /// What the reader makes of `packet`.
  ///
  /// When packets give no sound for a second, or the first link's headers are broken, a live station is left as if its
  /// connection had been lost. In what has an end there may be sound further on, if there was some before; and a link
  /// whose headers are broken is passed over there: another may follow.
  private func sound(of packet: Packet) throws(TuneError) -> PCMBlock? {
    do throws(TuneError) { return try reader.read(packet) } catch {
      var reason = error
      if reader.brokenLink != nil {
        guard status.isLive else {
          brokenLink = error
          return nil
        }
        // The station may have another one by the next try.
        if case .decoder(let codec, let what) = error { reason = .noSound(codec: codec, reason: what) }
      }
      guard case .noSound = reason else { throw error }
      let refusal = PacketBuffer.Refusal(error: reason, hasSounded: reader.hasSoundedSinceRestart)
      if status.isLive, buffer.refuse(refusal) {
        reader.restart()
      } else if !reader.hasSounded {
        throw error
      }
      return nil
    }
  }

  /// Takes a decoded block, of `codec` unless that is the last one's; false when the duration limit is reached with it.
  private func accept(_ block: PCMBlock, of codec: Codec? = nil) throws -> Bool {
    var block = block
    let isLast = durationLimit.map { block.cut(to: $0 - decoded) } ?? false
    if block.format != format {
      try writeHeld(fadingOut: true)
      try change(to: block.format)
    }
    if let codec, codec != self.codec {
      self.codec = codec
      isReported = false
    }
    decoded += block.duration
    held.append(block)
    let isAhead = isSounding && outputs.isPaced
    if held.frameCount >= (isAhead ? aheadFrames : unitFrames) + fadeOutFrames { try writeUnits() }
    noteAhead()
    return !isLast
  }

  /// Writes what is held in pieces of ``writeUnit``, `most` at most, and keeps what a fade needs. False when that is all there is.
  @discardableResult
  private func writeUnits(most: Int = .max) throws -> Bool {
    var count = 0
    while count < most, held.frameCount >= unitFrames + fadeOutFrames, !status.isStopRequested {
      try write(held.take(unitFrames), fadingOut: false)
      count += 1
    }
    return count > 0
  }

  /// Publishes how much more is held than the next write takes.
  private func noteAhead() {
    status.setDecodedAhead(frames: max(0, held.frameCount - unitFrames - fadeOutFrames), rate: held.format.sampleRate)
  }

  /// Opens the output anew for another rate or channel count, after the old sound was played.
  private func change(to newFormat: AudioFormat) throws {
    if format != nil { try output { try $0.drain() } }
    try output { try $0.open(newFormat) }
    format = newFormat
    unitFrames = max(1, Self.frames(in: Self.writeUnit, of: newFormat))
    let mostAhead = Self.mostSamplesAhead / max(1, newFormat.channels)
    aheadFrames = max(unitFrames, min(Self.frames(in: Self.decodeUnit, of: newFormat), mostAhead))
    fadeOutFrames = Self.frames(in: Self.fadeOut, of: newFormat)
    delayFrames = 0
    isReported = false
    tap.begin(newFormat)
    beginFadeIn()
    resampler = DriftResampler(format: newFormat)
  }

  private func writeHeld(fadingOut: Bool) throws {
    try writeUnits()
    if !held.isEmpty { try write(held.take(held.frameCount), fadingOut: fadingOut) }
  }

  private func write(_ block: consuming PCMBlock, fadingOut: Bool) throws {
    noteAhead()
    try tend()
    tap.write(block)
    let format = block.format
    let gainBefore = gain.gain
    setVolume(of: &block, fadingOut: fadingOut && outputs.isPaced)
    let isScaled = gainBefore != 1 || gain.gain != 1
    // Each is the only holder of its samples, which are changed in place and used again.
    var sound = inStep(consume block)
    if fadingOut, let rest = resampler?.finish() { sound.samples += rest.samples }
    try play(sound, isScaled: isScaled)
    held.giveBack(consume sound)
    isSounding = true
    idleSince = nil
    if !isReported, reader.hasSounded, let codec {
      isReported = true
      report(.playing(codec: codec, format: format))
    }
    try noteWhatIsHeard()
    tap.publish(delayFrames: delayFrames, at: .now)
  }

  private func play(_ sound: PCMBlock, isScaled: Bool) throws {
    try output { try $0.write(sound, dithering: isScaled) }
  }

  /// Brings `block` to the volume of the moment; its end fades out if so asked.
  private func setVolume(of block: inout PCMBlock, fadingOut: Bool) {
    guard fadingOut else { return gain.apply(to: &block, target: volume.gain) }
    let fadeFrames = min(block.frameCount, fadeOutFrames)
    let cut = block.samples.count - fadeFrames * block.format.channels
    var tail = PCMBlock(format: block.format, samples: Array(block.samples[cut...]))
    block.samples.removeLast(tail.samples.count)
    gain.apply(to: &block, target: volume.gain)
    // At a low volume the way to 0 is shorter, and takes as long.
    gain.apply(to: &tail, target: 0, sweep: tail.duration / Double(max(gain.gain, Self.leastGain)))
    block.samples += tail.samples
  }

  private static func frames(in duration: Duration, of format: AudioFormat) -> Int {
    Int(duration / .seconds(1) * Double(format.sampleRate))
  }

  /// `sound` a little faster or slower when the sender's clock and the device's differ.
  private func inStep(_ sound: PCMBlock) -> PCMBlock {
    guard outputs.isPaced else { return sound }
    var correction = 0.0
    if status.isLive {
      let waiting = sound.duration + held.duration + sound.format.duration(ofFrames: delayFrames)
      correction = drift.correction(buffered: buffer.fill.seconds + waiting / .seconds(1), at: outputs.clock.now)
    }
    guard let corrected = resampler?.process(sound, correction: correction) else { return sound }
    return corrected
  }

  /// Waits for packets where none are left, as long as the device has sound: a network that is late by less than that is not heard.
  private func awaitNetwork() {
    guard isSounding, outputs.isPaced, buffer.fill.packets == 0, let format else { return }
    let left = format.duration(ofFrames: delayFrames) - delayNotedAt.duration(to: outputs.clock.now) - Self.reserve
    if left > .zero { _ = buffer.waitUntilReady(timeout: min(left, Self.longestWait)) }
  }

  /// Nothing to write: what is held fades out, and the next block will fade in.
  private func goDry() throws {
    guard isSounding, outputs.isPaced else { return }
    try writeHeld(fadingOut: true)
    isSounding = false
    idleSince = outputs.clock.now
    isReported = false
    beginFadeIn()
    drift.restart()
    report(.ranDry)
  }

  /// The next block fades in where somebody listens; a file gets its samples as they are.
  private func beginFadeIn() { gain = GainRamp(gain: outputs.isPaced ? 0 : volume.gain) }

  /// Updates the clock and lets the titles out whose sound is audible now.
  private func noteWhatIsHeard() throws {
    delayFrames = try output { $0.delayFrames }
    delayNotedAt = lastLook
    var waiting = format?.duration(ofFrames: delayFrames) ?? .zero
    waiting += held.duration
    let heard = max(.zero, decoded - waiting)
    tell(heard: heard)
  }

  /// Tells what is `heard` by now: how much of the sound, and its title when it is another one.
  private func tell(heard: Duration) {
    status.elapsed = heard
    for metadata in titles.due(heard: heard) where metadata.title != lastTitle {
      lastTitle = metadata.title
      report(.title(metadata))
    }
  }

  private func finish() throws {
    try writeHeld(fadingOut: true)
    try output { try $0.drain() }
    tell(heard: decoded)
  }
}
