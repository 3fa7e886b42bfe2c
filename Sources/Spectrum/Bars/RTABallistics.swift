/// The ballistics of profile `rta`: bars rise at once and fall 20 dB in 250 ms, by the time of the frames.
public struct RTABallistics: Sendable {
  private var shown: [Float]
  private var lastTime: Double?

  /// Creates `count` bars at the floor.
  public init(count: Int) {
    shown = [Float](repeating: 0, count: count)
  }

  /// Computes the bars at `time` seconds from the heights of that time. Times must not decrease.
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

  /// Converts each level to a height 0…1: −70 dBFS is the bottom, −10 dBFS the top.
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
