/// How a cell looks: a number that a `Palette` turns into the terminal's escape sequence.
package struct Style: Equatable, Sendable {
  /// Index into the palette.
  package let rawValue: UInt8

  /// The style of this number, which must be below `count`.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The terminal's own colours.
  package static let plain = Style(rawValue: 0)
  /// Lesser text: labels, hints.
  package static let faint = Style(rawValue: 1)
  /// The station's name.
  package static let strong = Style(rawValue: 2)
  /// A good state: playing; the filled part of a gauge.
  package static let accent = Style(rawValue: 3)
  /// Something to notice: muted, buffering, a retry.
  package static let notice = Style(rawValue: 4)
  /// Something failed.
  package static let alarm = Style(rawValue: 5)
  /// The peak caps.
  package static let cap = Style(rawValue: 6)
  /// The scales beside and below the bars, and the ground they stand on.
  package static let scale = Style(rawValue: 7)

  /// How many steps the gradient of the bars has.
  package static let gradientSteps = 64
  /// Palette index of the gradient's first step.
  private static let gradientBase: UInt8 = 8
  /// How many styles there are.
  package static let count = Int(gradientBase) + gradientSteps

  /// The bars' colour at `step`, 0 at the ground … `gradientSteps` − 1 at the top.
  package static func gradient(_ step: Int) -> Style {
    Style(rawValue: gradientBase + UInt8(clamping: min(max(step, 0), gradientSteps - 1)))
  }
}
