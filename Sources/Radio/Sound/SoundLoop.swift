import AudioCore
import Parser
import Player
import Reader

/// The sound side of one tuned-in source: pulls packets, decodes, and writes PCM to an output, in one blocking loop on a
/// thread of its own. Everything it touches is its own, or is made for several threads.
///
/// The newest sound is always held back, so that when the buffer runs dry its end can be faded out instead of being cut. What is held
/// beyond that grows to the output's unit before it is written: waking up, and talking to a sound server, cost more than decoding.
///
/// Controls are heard at once, however much was written: the output gives back what is not heard yet, and gets it again with the new
/// volume, or a fade to silence. Where it cannot, it holds little.
///
/// When the program stood still (stopped, or suspended with the machine), what is queued of a live stream is of the past: the
/// loop drops it, says so and ends. It looks at the clock around all calls of the output; the time in these is judged by the output,
/// which may be waiting for a device.
package final class SoundLoop {
  /// How long the loop waits for packets before it looks at its titles and stop flag again.
  package static let pollInterval: Duration = .milliseconds(100)

  /// How long the end of a sound takes to fade out for want of more.
  package static let fadeOut: Duration = .milliseconds(50)
  /// The same when a listener wants silence.
  package static let stopFade: Duration = GainRamp.fullSweep
  /// Zeros of a block that are dropped: fewer may be the beginning of a tone.
  private static let leastSilenceDropped: Duration = .milliseconds(1)
  /// Silence that is dropped from the beginning, at most: three packets of MP3.
  private static let longestSilenceDropped: Duration = .milliseconds(80)

  /// Sound that is left in the device when the network is not waited for any longer: time enough for what is held to be written.
  private static let reserve: Duration = .milliseconds(150)

  /// The network is waited for no longer than that, whatever the device holds: the clock must be looked at.
  private static let longestWait: Duration = .milliseconds(250)

  /// The longest that any call of an output waits, awake.
  private static let longestCall: Duration = .seconds(10)

  /// A device that has had nothing to play for so long is closed until there is sound again.
  package static let longestIdle: Duration = .seconds(10)

  /// Sound that is decoded at a time while a device plays, ahead of what is written: between two wake-ups the decoder's code and
  /// tables leave the processor's caches, and to fetch them costs more than to decode a quarter of a second.
  package static let decodeUnit: Duration = .seconds(1)
  /// The same in units of the output, at most: decoding must take far less time than a device holds that holds little.
  private static let mostUnitsAhead = 4
  /// Most samples that are decoded ahead, 512 KiB: 1 s of stereo at 64 kHz.
  private static let mostSamplesAhead = 1 << 17

  private let buffer: PacketBuffer
  private let outputs: OutputChain
  private let tap: PCMTap
  private let status: SoundStatus
  private let durationLimit: Duration?
  private let report: @Sendable (SoundEvent) -> Void

  private let reader = PacketReader()
  private var stage: VolumeStage
  private var titles = TitleTimeline()
  private var lastTitle: String?
  private var bitRates = BitRateAverage()
  private var held = PCMQueue()
  private var format: AudioFormat?
  /// What ``fadeOut`` is in the format.
  private var fadeOutFrames = 0
  private var codec: Codec?
  /// Why links were passed over, nothing having been heard.
  private var brokenLink: TuneError?
  /// Sound decoded so far, held block included.
  private var decoded: Duration = .zero
  /// Frames that were written and not audible, when that was asked last.
  private var delayFrames = 0
  /// When that was.
  private var delayNotedAt: ContinuousClock.Instant
  /// True until there was something else than zeros.
  private var isBeginning = true
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
  private var suspendedInCall: Duration = .zero

  /// Ends the loop: the program stood still for so long.
  private struct Suspended: Error {
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
    stage = VolumeStage(volume: volume)
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
    } catch let suspension as Suspended {
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

  private func pump() throws {
    try look()
    while !status.isStopRequested {
      try followControls()
      if buffer.fill.packets == 0 {
        if try writeUnits(most: 1) { continue }
        if try awaitNetwork() { continue }
      }
      switch buffer.pull() {
      case .element(.metadata(let metadata)): titles.append(metadata, at: decoded)
      case .element(.packet(let packet)):
        status.setBitRate(bitRates.average(adding: packet))
        if let block = try sound(of: packet), try !accept(block, of: packet.codec) { return try finish() }
      case .notEnoughYet:
        try beginRebuffering()
        _ = buffer.waitUntilReady(timeout: Self.pollInterval)
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
    try stop()
  }

  /// A listener wants silence: what sounds fades out at once. A recording keeps all that was decoded.
  private func stop() throws {
    if !outputs.isPaced {
      try writeHeld(fadingOut: true)
    } else if outputs.takesBack {
      try fadeOutWritten()
      // A server that does not answer keeps what it has: that is not waited for.
      if outputs.delayFrames > frames(in: Self.reserve) { return outputs.drop() }
    } else {
      held.cut(to: frames(in: Self.stopFade))
      if !held.isEmpty { try write(held.take(held.frameCount), fadingOut: true) }
    }
    try output { try $0.drain() }
  }

  // MARK: - Controls

  /// Has the sound follow the volume, if that was changed.
  private func followControls() throws {
    guard outputs.attention.isRequested else { return }
    outputs.attention.reset()
    guard isSounding, stage.isBehind, var block = try takeBack() else { return }
    _ = stage.apply(to: &block)
    try output { try $0.write(block, dithering: true) }
  }

  /// Waits until most of what was written was heard, and lets the volume be changed meanwhile: the rest is drained. False when a stop is
  /// asked for.
  private func awaitEnd() throws -> Bool {
    let deadline = outputs.clock.now.advanced(by: Self.longestCall)
    while outputs.takesBack, !status.isStopRequested, outputs.clock.now < deadline {
      try output { $0.refreshDelay() }
      try noteWhatIsHeard()
      guard let format, delayFrames > frames(in: Self.reserve) else { return true }
      let rest = format.duration(ofFrames: delayFrames - frames(in: Self.reserve))
      outputs.clock.wait(until: outputs.clock.now.advanced(by: min(rest, Self.pollInterval)), or: outputs.attention)
      try look()
      try followControls()
    }
    return !status.isStopRequested
  }

  /// Fades out what the output holds, and forgets the rest.
  private func fadeOutWritten() throws {
    guard isSounding, var block = try takeBack() else { return }
    _ = block.cut(to: Self.stopFade)
    _ = stage.apply(to: &block, fadeFrames: block.frameCount)
    try output { try $0.write(block, dithering: true) }
  }

  /// What the output gives back, before it was brought to its volume; nil when it gives nothing.
  private func takeBack() throws -> PCMBlock? {
    let count = try output { $0.takeBack() }
    guard count > 0 else { return nil }
    guard let block = tap.last(count) else {
      outputs.drop()
      return nil
    }
    stage.takeBack(count, rate: block.format.sampleRate)
    return block
  }

  /// Waits until the output takes `sound`. False when a stop is asked for meanwhile.
  private func awaitSpace(for sound: borrowing PCMBlock) throws -> Bool {
    let (frames, duration) = (sound.frameCount, sound.duration)
    while outputs.isPaced, !status.isStopRequested {
      try followControls()
      if try output({ try $0.awaitSpace(forFrames: frames) }) { return true }
      try noteWhatIsHeard(before: duration)
    }
    return !outputs.isPaced
  }

  // MARK: - The clock, and the device

  /// Throws when the program stood still since the last look, and the source went on without us. A recording keeps what it has.
  private func look() throws(Suspended) {
    status.beat()
    let now = outputs.clock.now
    let gap = lastLook.duration(to: now)
    lastLook = now
    let suspended = max(outputs.takeSuspended(), suspendedInCall, gap > SuspendDetector.tolerance ? gap : .zero)
    suspendedInCall = .zero
    if suspended > .zero, status.isLive, outputs.isPaced { throw Suspended(duration: suspended) }
  }

  /// Has the output do something that takes its time, however long.
  private func output<Result>(_ call: (OutputChain) throws -> Result) throws -> Result {
    try look()
    defer {
      let now = outputs.clock.now
      let time = lastLook.duration(to: now)
      // The output judges its own waits; what a library stands still in is seen by the length of the call.
      if time > Self.longestCall + SuspendDetector.tolerance { suspendedInCall += time - Self.longestCall }
      lastLook = now
    }
    return try call(outputs)
  }

  /// Looks after a lost device, and tells what there is to tell about it.
  private func tend() throws {
    try output { outputs in
      if try outputs.tend() { beginFadeIn() }
    }
    if let notice = outputs.takeNotice() { report(notice) }
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
    if isBeginning { dropSilence(atBeginningOf: &block) }
    held.append(block)
    if held.frameCount >= leastFrames + fadeOutFrames { try writeUnits() }
    noteAhead()
    return !isLast
  }

  /// Drops zeros from the beginning of the sound: decoders of MP3 begin with some, since the first packets lean on packets that
  /// went before. What a listener waits for comes that much earlier.
  private func dropSilence(atBeginningOf block: inout PCMBlock) {
    guard outputs.isPaced, decoded <= Self.longestSilenceDropped else {
      isBeginning = false
      return
    }
    let silent = block.samples.firstIndex { $0 != 0 } ?? block.samples.count
    isBeginning = silent == block.samples.count
    let frames = silent / max(1, block.format.channels)
    guard block.format.duration(ofFrames: frames) >= Self.leastSilenceDropped else { return }
    block.samples.removeFirst(frames * block.format.channels)
  }

  /// Frames that are written at a time.
  private var unitFrames: Int { max(1, frames(in: outputs.writeUnit)) }

  /// Frames that are decoded before any are written: more while the device has enough.
  private var leastFrames: Int {
    let unit = unitFrames
    guard isSounding, outputs.isPaced, delayFrames >= unit, let format else { return unit }
    let ahead = min(Self.decodeUnit, outputs.writeUnit * Self.mostUnitsAhead)
    return max(unit, min(frames(in: ahead), Self.mostSamplesAhead / max(1, format.channels)))
  }

  /// Writes what is held in units of the output, `most` at most, and keeps what a fade needs. False when that is all there is.
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

  private func writeHeld(fadingOut: Bool) throws {
    try writeUnits()
    if !held.isEmpty { try write(held.take(held.frameCount), fadingOut: fadingOut) }
  }

  private func write(_ block: consuming PCMBlock, fadingOut: Bool) throws {
    noteAhead()
    try tend()
    let format = block.format
    // Each is the only holder of its samples, which are changed in place and used again.
    var sound = inStep(consume block)
    if fadingOut, let rest = resampler?.finish() { sound.samples += rest.samples }
    let isLast = try !awaitSpace(for: sound)
    if isLast {
      // A stop is asked for: what was written fades out, or else the beginning of this.
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
    if !isReported, reader.hasSounded, let codec {
      isReported = true
      report(.playing(codec: codec, format: format))
    }
    try noteWhatIsHeard()
    tap.publish(delayFrames: delayFrames, at: .now)
  }

  /// What `duration` is in the format.
  private func frames(in duration: Duration) -> Int {
    Int(duration / .seconds(1) * Double(format?.sampleRate ?? 0))
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
  /// What is held is written before the sound runs out, but for what a fade needs. False when the buffer is to be asked.
  private func awaitNetwork() throws -> Bool {
    guard isSounding, outputs.isPaced, let format else { return false }
    let known = format.duration(ofFrames: delayFrames) - delayNotedAt.duration(to: outputs.clock.now)
    let left = known - min(Self.reserve, outputs.writeUnit)
    if left > .zero {
      if buffer.waitUntilReady(timeout: min(left, Self.longestWait)) { return false }
      if left > Self.longestWait || outputs.attention.isRequested {
        try noteWhatIsHeard()
        return true
      }
    }
    guard buffer.fill.packets == 0, held.frameCount > fadeOutFrames else { return false }
    try write(held.take(held.frameCount - fadeOutFrames), fadingOut: false)
    return true
  }

  /// Nothing to write: what is held fades out, and the next block will fade in.
  private func beginRebuffering() throws {
    guard isSounding, outputs.isPaced else { return }
    try writeHeld(fadingOut: true)
    outputs.expectSilence()
    isSounding = false
    idleSince = outputs.clock.now
    isReported = false
    beginFadeIn()
    drift.restart()
    report(.rebuffering)
  }

  /// The next block fades in where somebody listens; a file gets its samples as they are.
  private func beginFadeIn() { stage.begin(fadingIn: outputs.isPaced) }

  /// Updates the clock and lets the titles out whose sound is audible now; `pending` is of sound that is neither held nor written.
  private func noteWhatIsHeard(before pending: Duration = .zero) throws {
    delayFrames = try output { $0.delayFrames }
    delayNotedAt = lastLook
    var waiting = format?.duration(ofFrames: delayFrames) ?? .zero
    waiting += held.duration + pending
    let heard = max(.zero, decoded - waiting)
    report(heard: heard)
  }

  /// Tells what is `heard` by now: how much of the sound, and its title when it is another one.
  private func report(heard: Duration) {
    status.elapsed = heard
    for metadata in titles.due(heard: heard) where metadata.title != lastTitle {
      lastTitle = metadata.title
      report(.title(metadata))
    }
  }

  private func finish() throws {
    try writeHeld(fadingOut: true)
    guard try awaitEnd() else { return try stop() }
    try output { try $0.drain() }
    report(heard: decoded)
  }
}
