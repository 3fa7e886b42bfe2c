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

/// The ballistics of profile `springradio`: with each frame a bar moves half of the distance to its height, starting at
/// 0.
public struct SpringRadioBallistics: Sendable {
  private var shown: [Float]

  /// Creates `count` bars at 0.
  public init(count: Int) {
    shown = [Float](repeating: 0, count: count)
  }

  /// Computes the next frame's bars from its heights.
  public mutating func advance(_ heights: [Float], into bars: inout [Float]) {
    let memory = SpectrumConstants.springRadioMemory
    let count = min(shown.count, heights.count, bars.count)
    shown.withUnsafeMutableBufferPointer { shown in
      heights.withUnsafeBufferPointer { heights in
        bars.withUnsafeMutableBufferPointer { bars in
          for i in 0..<count {
            let height = memory * shown[i] + (1 - memory) * heights[i]
            shown[i] = height
            bars[i] = height
          }
        }
      }
    }
  }
}
