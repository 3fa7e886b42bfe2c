import AudioCore
import Player

/// The output of choice and, when the user did not insist on it, what takes its place: without a sound card the radio goes on
/// silently, at the pace of the clock. Used on the sound thread alone.
final class OutputChain {
  /// What most stations send.
  private static let usualFormat = AudioFormat(sampleRate: 44100, channels: 2)

  private var output: any AudioOutput
  private let interruption: OutputInterruption
  private let fallsBackToSilence: Bool
  private var format: AudioFormat?

  /// False for files and pipes, which get the samples as they are, without fades.
  let isPaced: Bool

  /// The output that `spec` names, replaced by a silent one when it cannot be opened and `fallsBackToSilence` allows it.
  init(spec: OutputSpec, fallsBackToSilence: Bool, interruption: OutputInterruption) {
    output = spec.makeOutput(interruption: interruption)
    self.interruption = interruption
    self.fallsBackToSilence = fallsBackToSilence
    isPaced = spec.isPaced
  }

  /// Frames written but not yet audible.
  var delayFrames: Int { output.delayFrames }

  /// Opens a sound device before the format is known, while the network is waited for: connecting to a sound server takes as
  /// long as connecting to a station. Most stations have the format it is opened for; the others open it anew. A fault
  /// shows, with its reason, when sound is to be played.
  func prepare() {
    if isPaced { try? output.open(Self.usualFormat) }
  }

  /// Opens for `format`. Returns a notice for the user when the output had to be replaced.
  func open(_ format: AudioFormat) throws -> String? {
    self.format = format
    do throws(TuneError) {
      try output.open(format)
      return nil
    } catch {
      return try fallBack(after: error)
    }
  }

  /// Writes `block`, blocking until it is accepted. Returns a notice when the output had to be replaced.
  func write(_ block: PCMBlock) throws -> String? {
    do {
      try output.write(block)
      return nil
    } catch let error as TuneError {
      return try fallBack(after: error)
    }
  }

  func drain() { output.drain() }

  func close() { output.close() }

  private func fallBack(after error: TuneError) throws(TuneError) -> String {
    guard fallsBackToSilence, case .output(let device, let reason) = error, let format else { throw error }
    output.close()
    output = OutputSpec.silent.makeOutput(interruption: interruption)
    try output.open(format)
    return "playing silently: no sound device '\(device)' (\(reason))"
  }
}
