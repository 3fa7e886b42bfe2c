package import AudioCore

/// Drops zeros from the beginning of the sound: MP3 decoders begin with some, because the first packets depend on packets
/// that came before. The listener hears the first sound that much earlier.
package struct LeadingSilence {
  /// The shortest run of zeros in a block that is dropped: a shorter one may be the beginning of a tone.
  private static let minimum: Duration = .milliseconds(1)
  /// The longest silence that is dropped: three packets of MP3.
  private static let maximum: Duration = .milliseconds(80)

  /// True once a sample was not zero, or the silence was too long.
  private var isOver = false

  /// At the beginning of the sound.
  package init() {}

  /// Removes the zeros at the beginning of `block`, up to which and with which `decoded` of sound was decoded.
  package mutating func drop(from block: inout PCMBlock, decoded: Duration) {
    guard !isOver, decoded <= Self.maximum else {
      isOver = true
      return
    }
    let silent = block.samples.firstIndex { $0 != 0 } ?? block.samples.count
    isOver = silent < block.samples.count
    let frames = silent / max(1, block.format.channels)
    guard block.format.duration(ofFrames: frames) >= Self.minimum else { return }
    block.samples.removeFirst(frames * block.format.channels)
  }
}
