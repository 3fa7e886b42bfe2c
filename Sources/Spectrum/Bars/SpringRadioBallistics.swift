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
