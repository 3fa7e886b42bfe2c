import Glibc

/// The places in a recording of one steady tone where it does not continue from sample to sample: the gain jumps, or
/// frames are missing or doubled. A listener hears each as a click.
///
/// Any sine of angular frequency w fulfils x[n] = 2 cos(w) x[n−1] − x[n−2], whatever its gain and phase. What a frame
/// deviates from that is its step; a gain that jumps by g makes one of up to g times the tone's amplitude. A ramp of
/// 20 ms over the whole range makes steps of 0.0003 times the amplitude at 1 kHz and 44.1 kHz.
public struct SampleSteps: Sendable, CustomStringConvertible {
  /// One step.
  public struct Step: Sendable {
    /// The frame that does not continue those before it.
    public let frame: Int
    /// By how much, at full scale 1.
    public let size: Double
  }

  /// The smallest step that is found by default: several times what coding and 16 bits leave of a tone, and
  /// the step of a gain that jumps by a few percent.
  public static let least = 0.005
  /// Steps this close together are one, as large as the largest of them.
  private static let widthSeconds = 0.005

  /// The steps, in order.
  public let all: [Step]
  private let rate: Int

  /// Searches `recording`, 16-bit samples, little-endian and interleaved, for steps of at least `least` on any channel.
  /// The tone has `frequency` hertz. Silence has no steps, but a tone that begins or ends without a ramp has.
  public init(
    _ recording: some Collection<UInt8>, frequency: Double, rate: Int = 44100, channels: Int = 2,
    least: Double = Self.least
  ) {
    self.rate = rate
    let bytes = Array(recording)
    let factor: Double = 2 * cos(2 * Double.pi * frequency / Double(rate))
    let width = Int(Self.widthSeconds * Double(rate))
    func sample(_ frame: Int, _ channel: Int) -> Double {
      let place = (frame * channels + channel) * 2
      return Double(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)) / 32768
    }
    var steps: [Step] = []
    var lastFound = -width
    for frame in 0..<max(2, bytes.count / (2 * channels)) where frame >= 2 {
      var size = 0.0
      for channel in 0..<channels {
        let expected: Double = factor * sample(frame - 1, channel) - sample(frame - 2, channel)
        size = max(size, abs(sample(frame, channel) - expected))
      }
      guard size >= least else { continue }
      if let last = steps.last, frame - lastFound < width {
        if size > last.size { steps[steps.count - 1] = Step(frame: last.frame, size: size) }
      } else {
        steps.append(Step(frame: frame, size: size))
      }
      lastFound = frame
    }
    all = steps
  }

  /// The size of the largest step; 0 without any.
  public var largest: Double { all.reduce(0) { max($0, $1.size) } }

  /// Number and places of the steps.
  public var description: String {
    let places = all.prefix(10).map { step in
      "\(step.size) at \(Double(step.frame) / Double(rate)) s"
    }
    return (["\(all.count) steps"] + places).joined(separator: ", ")
  }
}
