import AudioCore
package import RadioModel

/// What the player needs of the machine, as a line of text.
package enum PerformanceLine {
  /// Returns the line from the figures of the radio, the seconds of sound in its buffer, and the frames that this view
  /// drew and skipped. What is not known is left out.
  package static func text(_ figures: RadioFigures?, buffered: Double, drawn: Int, skipped: Int) -> String {
    var parts: [String] = []
    if let figures, let share = figures.processorShare {
      parts.append("CPU \(NumberText.tenths(share * 100)) %")
      parts.append("memory \(max(figures.residentBytes, 0) / 1_000_000) MB")
    }
    parts.append("buffer \(NumberText.tenths(buffered)) s")
    if let figures, figures.processorShare != nil {
      parts.append(NumberText.count(figures.deviceFaults, "underrun"))
      parts.append(NumberText.count(figures.reconnects, "reconnect"))
      if let share = figures.decodingShare { parts.append("decoding \(NumberText.tenths(share * 1000)) ms/s") }
    }
    parts.append("frames \(drawn) drawn, \(skipped) skipped")
    return parts.joined(separator: "   ")
  }
}
