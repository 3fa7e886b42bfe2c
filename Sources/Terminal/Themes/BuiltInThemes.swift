extension Theme {
  /// The themes that come with the program, in the order in which a key steps through them. A theme is added here.
  public static let builtIn: [Theme] = [dark, light, ansi16, none]

  /// For dark terminals, and readable on others: text and background are the terminal's.
  public static let dark = Theme(
    name: "dark", faint: Color(128, 134, 140), accent: Color(28, 156, 134), notice: Color(222, 168, 40),
    alarm: Color(228, 62, 62), scale: Color(104, 112, 118), selection: Color(34, 74, 88),
    inactiveSelection: Color(48, 54, 60), selectionText: Color(240, 244, 246),
    // Deep teal, green, yellow, orange, red.
    gradient: [
      Stop(0.00, Color(16, 98, 112)), Stop(0.28, Color(28, 156, 134)), Stop(0.52, Color(122, 196, 86)),
      Stop(0.72, Color(236, 200, 72)), Stop(0.88, Color(242, 136, 58)), Stop(1.00, Color(228, 62, 62)),
    ],
    ramp: [23, 30, 36, 42, 78, 114, 150, 186, 220, 214, 208, 203])

  /// Dark text on a light background of its own.
  public static let light = Theme(
    name: "light", background: Color(250, 250, 247), text: Color(28, 32, 36), faint: Color(96, 102, 108),
    accent: Color(0, 110, 96), notice: Color(138, 88, 0), alarm: Color(184, 28, 28), scale: Color(130, 136, 142),
    cap: Color(70, 78, 84), selection: Color(196, 226, 232), inactiveSelection: Color(226, 230, 232),
    selectionText: Color(16, 20, 24),
    gradient: [
      Stop(0.00, Color(8, 120, 138)), Stop(0.28, Color(18, 142, 116)), Stop(0.52, Color(88, 158, 52)),
      Stop(0.72, Color(206, 160, 20)), Stop(0.88, Color(222, 110, 32)), Stop(1.00, Color(206, 40, 40)),
    ],
    ramp: [30, 29, 64, 70, 106, 142, 178, 172, 166, 160])

  /// The terminal's own sixteen colours.
  public static let ansi16 = dark.limited(to: .ansi16, name: "16")

  /// No colours, only bold, faint and reverse.
  public static let none = dark.limited(to: .none, name: "none")

  private func limited(to depth: ColorDepth, name: String) -> Theme {
    var theme = self
    theme.name = name
    theme.depthLimit = depth
    return theme
  }
}
