/// Profile `rta`: bars rise at once and fall 20 dB in 250 ms, by the frames' own time.
public struct RTABallistics: Sendable {
  private var shown: [Float]
  private var lastTime: Double?

  /// Bars at the floor, `count` of them.
  public init(count: Int) {
    shown = [Float](repeating: 0, count: count)
  }

  /// The bars at `time` seconds, out of the heights of that instant. Times must not go back.
  public mutating func advance(_ heights: [Float], at time: Double, into bars: inout [Float]) {
    let passed = lastTime.map { max(time - $0, 0) } ?? 0
    lastTime = time
    let fall = Float(passed * SpectrumConstants.rtaFallPerSecond)
    let count = min(shown.count, heights.count, bars.count)
    shown.withUnsafeMutableBufferPointer { shown in
      heights.withUnsafeBufferPointer { heights in
        bars.withUnsafeMutableBufferPointer { bars in
          for i in 0..<count {
            let fallen = shown[i] - fall
            let height = heights[i] > fallen ? heights[i] : fallen
            shown[i] = height
            bars[i] = height
          }
        }
      }
    }
  }

  /// The height of each level, 0…1: −70 dBFS is the floor, −10 dBFS the top.
  package static func heights(of levels: [Float], into heights: inout [Float]) {
    let count = min(levels.count, heights.count)
    let bottom = SpectrumConstants.rtaBottomDecibels
    let span = SpectrumConstants.rtaSpanDecibels
    levels.withUnsafeBufferPointer { levels in
      heights.withUnsafeMutableBufferPointer { heights in
        for i in 0..<count {
          let height = (levels[i] - bottom) / span
          let raised = height > 0 ? height : 0
          heights[i] = raised < 1 ? raised : 1
        }
      }
    }
  }
}
