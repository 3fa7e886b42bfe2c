import AudioCore
import Parser
import Player
import Reader

/// The sound side of one tuned-in source: pulls packets, decodes, and writes PCM to an output, in one blocking loop on a
/// thread of its own. Everything it touches is its own, or is made for several threads.
///
/// The newest sound is always held back, so that when the buffer runs dry or a stop is asked for, its end can be faded out
/// instead of being cut. What is held grows to ``writeUnit`` before it is written: talking to a sound server costs more than
/// decoding.
final class SoundLoop {
  /// How long the loop waits for packets before it looks at its titles and stop flag again.
  static let patience: Duration = .milliseconds(100)

  /// Sound that is written at a time: 8 to 10 calls a second to the device instead of 38.
  static let writeUnit: Duration = .milliseconds(110)

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
  private var bitRates = BitRateAverage()
  private var held: PCMBlock?
  private var format: AudioFormat?
  private var codec: Codec?
  /// Sound decoded so far, held block included.
  private var decoded: Duration = .zero
  private var isPlaying = false

  init(
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
  }

  /// Plays until the source ends, a limit is reached, a stop is asked for or the output fails; then reports how it ended.
  func run() {
    do {
      outputs.prepare()
      try pump()
      report(.ended)
    } catch let error as TuneError {
      report(.failed(error))
    } catch {
      report(.outputClosed)
    }
    tap.stall()
    outputs.close()
  }

  private func pump() throws {
    while !status.isStopRequested {
      switch buffer.pull() {
      case .element(.metadata(let metadata)): titles.append(metadata, at: decoded)
      case .element(.packet(let packet)):
        if codec != packet.codec {
          codec = packet.codec
          isPlaying = false  // so that the new codec is reported with its first sound
        }
        status.setBitRate(bitRates.average(adding: packet))
        if let block = try reader.read(packet), try !accept(block) { return try finish() }
      case .notEnoughYet:
        try goDry()
        _ = buffer.waitUntilReady(timeout: Self.patience)
        noteWhatIsHeard()
      case .end:
        if let block = reader.finish() { _ = try accept(block) }
        return try finish()
      }
    }
    try writeHeld(fadingOut: true)
    outputs.drain()
  }

  /// Takes a decoded block; false when the duration limit is reached with it.
  private func accept(_ block: PCMBlock) throws -> Bool {
    var block = block
    let isLast = durationLimit.map { block.cut(to: $0 - decoded) } ?? false
    if block.format != format {
      try writeHeld(fadingOut: true)
      try change(to: block.format)
    }
    decoded += block.duration
    if let sound = held, (sound.duration + block.duration) <= Self.writeUnit {
      held?.samples.append(contentsOf: block.samples)
    } else {
      try writeHeld(fadingOut: false)
      held = block
    }
    return !isLast
  }

  /// Opens the output anew for another rate or channel count, after the old sound was played.
  private func change(to newFormat: AudioFormat) throws {
    if format != nil { outputs.drain() }
    if let notice = try outputs.open(newFormat) { report(.notice(notice)) }
    format = newFormat
    isPlaying = false
    tap.begin(newFormat)
    beginFadeIn()
  }

  private func writeHeld(fadingOut: Bool) throws {
    guard let block = held else { return }
    held = nil
    tap.write(block)
    if let notice = try outputs.write(loud(block, fadingOut: fadingOut && outputs.isPaced)) {
      report(.notice(notice))
    }
    if !isPlaying, let codec {
      isPlaying = true
      report(.playing(codec: codec, format: block.format))
    }
    tap.publish(delayFrames: outputs.delayFrames, at: .now)
    noteWhatIsHeard()
  }

  /// `block` at the volume of the moment; its last 20 ms fade out if so asked.
  private func loud(_ block: PCMBlock, fadingOut: Bool) -> PCMBlock {
    var body = block
    guard fadingOut else {
      gain.apply(to: &body, target: volume.gain)
      return body
    }
    let fadeFrames = min(block.frameCount, Int(GainRamp.fullSweep / .seconds(1) * Double(block.format.sampleRate)))
    let cut = block.samples.count - fadeFrames * block.format.channels
    var tail = PCMBlock(format: block.format, samples: Array(block.samples[cut...]))
    body.samples.removeLast(tail.samples.count)
    gain.apply(to: &body, target: volume.gain)
    gain.apply(to: &tail, target: 0)
    body.samples += tail.samples
    return body
  }

  /// Nothing to write: what is held fades out, and the next block will fade in.
  private func goDry() throws {
    guard isPlaying, outputs.isPaced else { return }
    try writeHeld(fadingOut: true)
    isPlaying = false
    beginFadeIn()
    report(.ranDry)
  }

  /// The next block fades in where somebody listens; a file gets its samples as they are.
  private func beginFadeIn() { gain = GainRamp(gain: outputs.isPaced ? 0 : volume.gain) }

  /// Updates the clock and lets the titles out whose sound is audible now.
  private func noteWhatIsHeard() {
    var waiting = format?.duration(ofFrames: outputs.delayFrames) ?? .zero
    if let held { waiting += held.duration }
    let heard = max(.zero, decoded - waiting)
    status.elapsed = heard
    for metadata in titles.due(heard: heard) { report(.title(metadata)) }
  }

  private func finish() throws {
    try writeHeld(fadingOut: true)
    outputs.drain()
    status.elapsed = decoded
    for metadata in titles.due(heard: decoded) { report(.title(metadata)) }
  }
}
