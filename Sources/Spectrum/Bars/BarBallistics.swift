/// How bars follow heights from frame to frame, by profile: what JSON has as `bars`.
public struct BarBallistics: Sendable {
  private var rta: RTABallistics?
  private var springradio: SpringRadioBallistics?

  /// Bars at rest, `count` of them.
  public init(profile: SpectrumOptions.Profile, count: Int) {
    switch profile {
    case .rta: rta = RTABallistics(count: count)
    case .springradio: springradio = SpringRadioBallistics(count: count)
    }
  }

  /// Fills in the frame's bars out of its heights and time.
  public mutating func advance(_ frame: inout SpectrumFrame) {
    rta?.advance(frame.heights, at: frame.time, into: &frame.bars)
    springradio?.advance(frame.heights, into: &frame.bars)
  }
}
