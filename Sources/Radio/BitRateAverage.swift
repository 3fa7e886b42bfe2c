import AudioCore

/// The stream's bit rate as a listener would call it: the mean over its recent packets, so that VBR does not flicker.
package struct BitRateAverage {
  /// Packets that are averaged over: about 5 s of MP3 at 44.1 kHz.
  private static let window = 192

  private var mean = 0.0
  private var count = 0
  private var codec: Codec?

  /// An average over nothing yet.
  package init() {}

  /// Counts `packet` in; returns the mean in bit/s.
  package mutating func average(adding packet: Packet) -> Int {
    if packet.isDiscontinuity || packet.codec != codec {
      codec = packet.codec
      count = 0
    }
    count = min(count + 1, Self.window)
    mean += (Double(packet.bitRate) - mean) / Double(count)
    return Int(mean.rounded())
  }
}
