/// The appearance of a cell: a number that a `Palette` converts to the terminal's escape sequence.
package struct Style: Equatable, Sendable {
  /// The index in the palette.
  package let rawValue: UInt8

  /// Creates the style with this number, which must be less than `count`.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The default colours of the terminal.
  package static let plain = Style(rawValue: 0)
  /// Secondary text: labels and hints.
  package static let faint = Style(rawValue: 1)
  /// The station's name.
  package static let strong = Style(rawValue: 2)
  /// A good state: playing; the filled part of a gauge.
  package static let accent = Style(rawValue: 3)
  /// A state that deserves attention: muted, buffering, a retry.
  package static let notice = Style(rawValue: 4)
  /// A failure.
  package static let alarm = Style(rawValue: 5)
  /// The peak caps.
  package static let cap = Style(rawValue: 6)
  /// The scales beside and below the bars, and the line at the bottom of the bars.
  package static let scale = Style(rawValue: 7)

  /// The number of steps in the gradient of the bars.
  package static let gradientSteps = 64
  /// The palette index of the gradient's first step.
  private static let gradientBase: UInt8 = 8
  /// The number of styles.
  package static let count = Int(gradientBase) + gradientSteps

  /// Returns the colour of the bars at `step`, from 0 at the bottom to `gradientSteps` − 1 at the top.
  package static func gradient(_ step: Int) -> Style {
    Style(rawValue: gradientBase + UInt8(clamping: min(max(step, 0), gradientSteps - 1)))
  }
}
