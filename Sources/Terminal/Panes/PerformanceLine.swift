import RadioModel

/// What the player needs of the machine, as a line of text.
package enum PerformanceLine {
  /// Returns the line from the figures of the radio, the seconds of sound in its buffer, and the pictures that this view
  /// drew and skipped. What is not known is left out.
  package static func text(_ figures: RadioFigures?, buffered: Double, drawn: Int, skipped: Int) -> String {
    var parts: [String] = []
    if let figures, let share = figures.processorShare {
      parts.append("CPU \(tenths(share * 100)) %")
      parts.append("memory \(max(figures.residentBytes, 0) / 1_000_000) MB")
    }
    parts.append("buffer \(tenths(buffered)) s")
    if let figures, figures.processorShare != nil {
      parts.append(CountText.text(figures.deviceFaults, "underrun"))
      parts.append(CountText.text(figures.reconnects, "reconnect"))
      if let share = figures.decodingShare { parts.append("decoding \(tenths(share * 1000)) ms/s") }
    }
    parts.append("pictures \(drawn) drawn, \(skipped) skipped")
    return parts.joined(separator: "   ")
  }

  /// Returns a number with one decimal; it is clamped to 0…999,999.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int((min(max(value.isFinite ? value : 0, 0), 999_999) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
