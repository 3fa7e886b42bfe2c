import Player
import Testing

@Suite struct PCM16Tests {
  /// Samples in 16-bit steps, and what they become.
  private static let steps: [(Float, Int16)] = [
    (0, 0), (32768, 32767), (-32768, -32768), (65536, 32767), (-65536, -32768), (.infinity, 32767),
    (-.infinity, -32768), (.nan, 0), (0.4, 0), (0.6, 1), (-0.4, 0), (-0.6, -1), (1.5, 2), (2.5, 2), (-1.5, -2),
    (32766.4, 32766), (32766.6, 32767), (-32767.6, -32768),
  ]

  @Test("samples are rounded to the nearest step and clamped", arguments: steps)
  func rounding(value: Float, expected: Int16) { #expect(PCM16.sample(value / 32768) == expected) }

  @Test("every 16-bit sample survives the conversion to float and back")
  func identity() {
    let lost = (Int16.min...Int16.max).filter { PCM16.sample(Float($0) / 32768) != $0 }
    #expect(lost.isEmpty)
  }
}
