package import AudioCore

/// The bit rate of the stream as a listener would state it: the mean over the last seconds, so that a VBR stream does
/// not flicker.
package struct BitRateAverage {
  /// Length of the window, in seconds of sound.
  private static let window = 5.0

  private var mean = 0.0
  /// Seconds of sound that the mean covers, at most ``window``.
  private var seconds = 0.0
  private var codec: Codec?

  /// An average that covers no packet yet.
  package init() {}

  /// Adds `packet`, weighted by its duration: Vorbis and FLAC have short packets with high bit rates between long ones.
  /// Returns the mean in bit/s, or 0 while no packet had a duration.
  package mutating func average(adding packet: Packet) -> Int {
    // A link of an Ogg stream also begins with a discontinuity, but it continues the programme and the mean. Its
    // packets have a setup.
    if packet.codec != codec || packet.isDiscontinuity && packet.setup == nil {
      codec = packet.codec
      seconds = 0
      mean = 0
    }
    guard packet.frameCount > 0, packet.headerFormat.sampleRate > 0 else { return Int(mean.rounded()) }
    let length = Double(packet.frameCount) / Double(packet.headerFormat.sampleRate)
    seconds = min(seconds + length, Self.window)
    mean += (Double(packet.bitRate) - mean) * min(1, length / seconds)
    return Int(mean.rounded())
  }
}
