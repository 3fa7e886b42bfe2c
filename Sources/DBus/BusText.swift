import Bytes

/// Makes text that the bus accepts.
package enum BusText {
  /// Returns one line of at most ``CleanText/maximumLength`` characters, without control characters and without
  /// Unicode's noncharacters, which sd-bus treats as invalid UTF-8.
  package static func line(_ text: String) -> String {
    var scalars = CleanText.singleLine(text).unicodeScalars
    scalars.removeAll { $0.properties.isNoncharacterCodePoint }
    return String(scalars)
  }
}
