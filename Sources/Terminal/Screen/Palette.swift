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
