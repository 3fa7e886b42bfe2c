/// The number of colours that a terminal shows; fewer colours come first.
public enum ColorDepth: Sendable, Comparable, CaseIterable {
  /// No colours, only bold and faint.
  case none
  /// The eight ANSI colours and their bright forms.
  case ansi16
  /// xterm's palette of 256.
  case ansi256
  /// 24-bit colours.
  case trueColor

  /// Terminal types, by the beginning of their names, that have 24-bit colours even without `COLORTERM`, which ssh does
  /// not forward.
  private static let trueColorNames = [
    "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "konsole",
  ]
  /// Terminal types, by the beginning of their names, without colours.
  private static let monochromeNames = ["vt52", "vt100", "vt102", "vt220", "vt320", "xterm-mono", "linux-m"]

  /// Returns the colour depth according to the environment. A non-empty `NO_COLOR` (no-color.org) has priority, then a
  /// terminal type without colours, then `COLORTERM`, then the name in `TERM`.
  public static func detect(environment: (String) -> String?) -> ColorDepth {
    if let refusal = environment("NO_COLOR"), !refusal.isEmpty { return .none }
    let term = environment("TERM") ?? ""
    if term.isEmpty || term == "dumb" || monochromeNames.contains(where: { term.hasPrefix($0) }) { return .none }
    let colorTerm = environment("COLORTERM") ?? ""
    // GNU screen passes COLORTERM on but does not support 24-bit colours. tmux, which may also call itself "screen",
    // does.
    let isScreen = term.hasPrefix("screen") && environment("TMUX") == nil
    if (colorTerm == "truecolor" || colorTerm == "24bit") && !isScreen { return .trueColor }
    if term.hasSuffix("-direct") || trueColorNames.contains(where: { term.hasPrefix($0) }) { return .trueColor }
    if term.contains("256color") { return .ansi256 }
    return .ansi16
  }
}
