import AudioCore

/// The stream's bit rate as a listener would call it: the mean over its last seconds, so that VBR does not flicker.
package struct BitRateAverage {
  /// Sound that is averaged over, in seconds.
  private static let window = 5.0

  private var mean = 0.0
  /// Sound that the mean is of, at most ``window``, in seconds.
  private var seconds = 0.0
  private var codec: Codec?

  /// An average over nothing yet.
  package init() {}

  /// Counts `packet` in, by how long it sounds: Vorbis and FLAC have short packets of high rates between long ones. Returns the mean in
  /// bit/s, 0 when nothing has sounded.
  package mutating func average(adding packet: Packet) -> Int {
    // A link of an Ogg stream begins with a discontinuity, and goes on with the programme.
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
