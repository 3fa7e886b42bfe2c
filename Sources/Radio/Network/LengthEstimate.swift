package import AudioCore

/// An estimate of the length of a file of MPEG audio whose head does not state it, from its size and its bit rate.
///
/// Only of a constant bit rate: of any other, the beginning says nothing about the rest. A file of variable bit rate may
/// begin like one of constant bit rate, with silence; so every frame counts that is read later.
package struct LengthEstimate: Sendable {
  /// The duration of sound after which the bit rate is believed.
  package static let enough = Duration.milliseconds(500)
  /// The largest difference between frames of the same bit rate, in bytes: the padding of Layer I (ISO 11172-3, 2.4.3.1).
  private static let padding = 4

  private var sizes: ClosedRange<Int>?
  private var byteCount = 0
  private var duration = Duration.zero
  private var isConstant = true

  /// Creates an estimate that has seen no packet.
  package init() {}

  /// True while the bit rate of enough sound is constant.
  package var isUsable: Bool { isConstant && duration >= Self.enough && byteCount > 0 }

  /// Adds a packet of the file.
  package mutating func add(_ packet: Packet) {
    guard isConstant else { return }
    let size = packet.bytes.count
    let range = min(sizes?.lowerBound ?? size, size)...max(sizes?.upperBound ?? size, size)
    isConstant = [.mp1, .mp2, .mp3].contains(packet.codec) && range.upperBound - range.lowerBound <= Self.padding
    sizes = range
    guard duration < Self.enough else { return }
    byteCount += size
    duration += packet.duration
  }

  /// Returns the length of a file with `soundBytes` bytes of frames; nil when the bit rate is not constant, or of too
  /// little sound.
  package func length(soundBytes: Int) -> Duration? {
    guard isUsable, soundBytes > 0 else { return nil }
    return .seconds(duration / .seconds(1) * Double(soundBytes) / Double(byteCount))
  }
}
