/// Profile `springradio`: each frame a bar goes half of its way, from 0.
public struct SpringRadioBallistics: Sendable {
  private var shown: [Float]

  /// Bars at 0, `count` of them.
  public init(count: Int) {
    shown = [Float](repeating: 0, count: count)
  }

  /// The next frame's bars, out of the heights of that instant.
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
