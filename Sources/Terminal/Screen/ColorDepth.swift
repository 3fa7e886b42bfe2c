/// How many colours a terminal shows.
public enum ColorDepth: Int, Sendable, Comparable, CaseIterable {
  /// No colours: bold and faint at most.
  case none
  /// The eight ANSI colours and their bright forms.
  case ansi16
  /// xterm's palette of 256.
  case ansi256
  /// 24-bit colours.
  case trueColor

  /// Fewer colours come first.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }

  /// Terminal types, by how their names begin, that have 24-bit colours without saying so in `COLORTERM`, which ssh
  /// does not carry along.
  private static let trueColorNames = [
    "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "konsole",
  ]
  /// Terminal types, by how their names begin, without colours.
  private static let monochromeNames = ["vt52", "vt100", "vt102", "vt220", "vt320", "xterm-mono", "linux-m"]

  /// The colours that the environment promises. `NO_COLOR` (no-color.org) wins when it is not empty, then a terminal type
  /// without colours, then `COLORTERM`, then what the name in `TERM` tells.
  public static func detect(environment: (String) -> String?) -> ColorDepth {
    if let refusal = environment("NO_COLOR"), !refusal.isEmpty { return .none }
    let term = environment("TERM") ?? ""
    if term.isEmpty || term == "dumb" || monochromeNames.contains(where: { term.hasPrefix($0) }) { return .none }
    let colorTerm = environment("COLORTERM") ?? ""
    // GNU screen hands COLORTERM on but does not know 24-bit colours; tmux may also call itself "screen", and does.
    let isScreen = term.hasPrefix("screen") && environment("TMUX") == nil
    if (colorTerm == "truecolor" || colorTerm == "24bit") && !isScreen { return .trueColor }
    if term.hasSuffix("-direct") || trueColorNames.contains(where: { term.hasPrefix($0) }) { return .trueColor }
    if term.contains("256color") { return .ansi256 }
    return .ansi16
  }
}
