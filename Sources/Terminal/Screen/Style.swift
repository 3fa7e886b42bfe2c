/// The appearance of a cell: a role, whose colours the theme decides, or colours of its own.
package struct Style: Equatable, Hashable, Sendable {
  /// Bit 0: has colours of its own. Bits 1…19: the role, or the glyph's colour. Bit 20: has a background. Bits 21…39:
  /// the background. Bit 40: reversed. Colours have 6 bits of red, 7 of green and 6 of blue.
  let bits: UInt64

  private static let reversedBit: UInt64 = 1 << 40
  private static let hasColors: UInt64 = 1
  private static let hasBackgroundBit: UInt64 = 1 << 20

  init(bits: UInt64) { self.bits = bits }

  /// A style with this role number, which must be less than `roleCount`.
  package init(role: Int) { bits = UInt64(role) << 1 | (Self.filledRoles.contains(role) ? Self.hasBackgroundBit : 0) }

  /// Returns a glyph in `foreground` on `background`; nil is the background of the theme.
  package static func colors(_ foreground: Color, on background: Color?) -> Style {
    let own = hasColors | quantized(foreground) << 1
    return Style(bits: background.map { own | hasBackgroundBit | quantized($0) << 21 } ?? own)
  }

  /// The number of the role; nil for a style with colours of its own.
  package var role: Int? { bits & Self.hasColors == 0 ? Int(bits >> 1 & 0x7_FFFF) : nil }
  /// The colour of the glyph; nil for a role.
  package var foreground: Color? { bits & Self.hasColors == 0 ? nil : Self.color(bits >> 1) }
  /// The background; nil for a role, and for the background of the theme.
  package var background: Color? {
    bits & Self.hasColors == 0 || !hasBackground ? nil : Self.color(bits >> 21)
  }
  /// True when a blank in this style is visible.
  package var hasBackground: Bool { bits & (Self.hasBackgroundBit | Self.reversedBit) != 0 }
  /// True when glyph and background have each other's colours.
  package var isReversed: Bool { bits & Self.reversedBit != 0 }
  /// The role with the colours of glyph and background exchanged; a style with colours of its own stays as it is.
  package var reversed: Style { role == nil ? self : Style(bits: bits | Self.reversedBit) }

  private static func quantized(_ color: Color) -> UInt64 {
    func part(_ value: Int, _ maximum: Int) -> UInt64 { UInt64((min(max(value, 0), 255) * maximum + 127) / 255) }
    return part(color.red, 63) << 13 | part(color.green, 127) << 6 | part(color.blue, 63)
  }

  private static func color(_ bits: UInt64) -> Color {
    func value(_ part: UInt64, _ maximum: UInt64) -> Int { Int((part & maximum) * 255 + maximum / 2) / Int(maximum) }
    return Color(value(bits >> 13, 63), value(bits >> 6, 127), value(bits, 63))
  }

  // MARK: Roles

  /// Text in the theme's colour.
  package static let plain = Style(role: 0)
  /// Secondary text: labels and hints.
  package static let faint = Style(role: 1)
  /// The station's name.
  package static let strong = Style(role: 2)
  /// A good state: playing; the filled part of a gauge.
  package static let accent = Style(role: 3)
  /// A state that deserves attention: muted, buffering, a retry.
  package static let notice = Style(role: 4)
  /// A failure.
  package static let alarm = Style(role: 5)
  /// The peak caps.
  package static let cap = Style(role: 6)
  /// The scales beside and below the bars, and the line at the bottom of the bars.
  package static let scale = Style(role: 7)
  /// The heading of a pane.
  package static let title = Style(role: 8)
  /// Letters that match what is looked for.
  package static let match = Style(role: 9)
  /// The frame of a pane.
  package static let border = Style(role: 10)
  /// The frame of the pane that has the keys.
  package static let focusedBorder = Style(role: 11)
  /// The chosen row of the list that has the keys.
  package static let selected = Style(role: 12)
  /// The chosen row of another list.
  package static let inactiveSelected = Style(role: 13)

  /// The roles with a background.
  private static let filledRoles = 12...13
  /// The number of steps in the gradient of the bars.
  package static let gradientSteps = 64
  /// The role of the gradient's first step.
  private static let gradientBase = 14
  /// The number of roles.
  package static let roleCount = gradientBase + gradientSteps

  /// Returns the colour of the bars at `step`, from 0 at the bottom to `gradientSteps` − 1 at the top.
  package static func gradient(_ step: Int) -> Style {
    Style(role: gradientBase + min(max(step, 0), gradientSteps - 1))
  }
}
