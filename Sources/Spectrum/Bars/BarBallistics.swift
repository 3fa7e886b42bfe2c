/// Computes from frame to frame how the bars follow the heights, by profile. The result is the `bars` of the JSON
/// frames.
public struct BarBallistics: Sendable {
  private var rta: RTABallistics?
  private var springradio: SpringRadioBallistics?

  /// Creates `count` bars at rest.
  public init(profile: SpectrumOptions.Profile, count: Int) {
    switch profile {
    case .rta: rta = RTABallistics(count: count)
    case .springradio: springradio = SpringRadioBallistics(count: count)
    }
  }

  /// Sets the frame's bars from its heights and time.
  public mutating func advance(_ frame: inout SpectrumFrame) {
    rta?.advance(frame.heights, at: frame.time, into: &frame.bars)
    springradio?.advance(frame.heights, into: &frame.bars)
  }
}
