/// The escape sequences of all styles for one colour depth.
package struct Palette: Sendable {
  /// The SGR sequence (ECMA-48, 8.3.117) of each style, by its raw value. Each sequence sets all attributes.
  package let sequences: [[UInt8]]

  /// The gradient from bottom to top: deep teal, green, yellow, orange, red.
  private static let stops: [(height: Double, color: Color)] = [
    (0.00, Color(16, 98, 112)), (0.28, Color(28, 156, 134)), (0.52, Color(122, 196, 86)), (0.72, Color(236, 200, 72)),
    (0.88, Color(242, 136, 58)), (1.00, Color(228, 62, 62)),
  ]
  /// The gradient in the eight ANSI colours: cyan, green, yellow, red.
  private static let ansiStops: [(below: Double, code: String)] = [(0.3, "36"), (0.6, "32"), (0.85, "33"), (2, "31")]

  /// Creates the sequences for terminals with `depth` colours.
  package init(depth: ColorDepth) {
    var looks = [String](repeating: "", count: Style.count)
    looks[Int(Style.strong.rawValue)] = "1"
    switch depth {
    case .none:
      looks[Int(Style.faint.rawValue)] = "2"
      looks[Int(Style.scale.rawValue)] = "2"
      looks[Int(Style.notice.rawValue)] = "1"
      looks[Int(Style.alarm.rawValue)] = "1"
    case .ansi16:
      looks[Int(Style.faint.rawValue)] = "2"
      looks[Int(Style.scale.rawValue)] = "2"
      looks[Int(Style.accent.rawValue)] = "36"
      looks[Int(Style.notice.rawValue)] = "33"
      looks[Int(Style.alarm.rawValue)] = "31"
    case .ansi256, .trueColor:
      // The caps have the terminal's text colour, which is visible on any background.
      let colors: [(Style, Color)] = [
        (.faint, Color(128, 134, 140)), (.accent, Color(28, 156, 134)), (.notice, Color(222, 168, 40)),
        (.alarm, Color(228, 62, 62)), (.scale, Color(104, 112, 118)),
      ]
      for (style, color) in colors { looks[Int(style.rawValue)] = Self.foreground(color, depth) }
    }
    for step in 0..<Style.gradientSteps {
      let height = Double(step) / Double(Style.gradientSteps - 1)
      looks[Int(Style.gradient(step).rawValue)] = Self.gradientLook(height, depth)
    }
    sequences = looks.map { look in Array((look.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(look)m").utf8) }
  }

  /// Returns the SGR parameters of the gradient at `height`, 0…1.
  private static func gradientLook(_ height: Double, _ depth: ColorDepth) -> String {
    switch depth {
    case .none: return ""
    case .ansi16: return ansiStops.first { height < $0.below }?.code ?? ""
    case .ansi256, .trueColor:
      let upper = stops.firstIndex { $0.height >= height } ?? stops.count - 1
      let (above, below) = (stops[upper], stops[max(upper - 1, 0)])
      let span = above.height - below.height
      let share = span > 0 ? (height - below.height) / span : 0
      return foreground(below.color.mixed(with: above.color, share: share), depth)
    }
  }

  /// Returns the SGR parameters that set the foreground.
  private static func foreground(_ color: Color, _ depth: ColorDepth) -> String {
    depth == .trueColor ? "38;2;\(color.red);\(color.green);\(color.blue)" : "38;5;\(color.xterm256Index)"
  }
}

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
