/// The ways in which terminals show pictures.
public enum PictureProtocol: Sendable, Equatable {
  /// The graphics protocol of kitty and Ghostty.
  case kitty
  /// Inline images of iTerm2 and WezTerm.
  case iterm2
  /// Sixel graphics (DEC VT340; xterm, foot, mlterm, Konsole, Windows Terminal).
  case sixel
  /// Two pixels in each cell: the half block ▀ with two colours.
  case halfBlocks
  /// No pictures.
  case none

  /// Terminals that multiplex others, by the beginning of their types.
  private static let multiplexers = ["screen", "tmux"]
  /// Terminals with sixel graphics, by the beginning of their types.
  private static let sixelNames = ["foot", "mlterm", "contour", "yaft"]
  /// Terminals without graphics that have no answers either, by the beginning of their types.
  private static let silentNames = ["linux", "vt", "cons"]

  /// Returns the way that `environment` names, and whether the terminal should be asked for sixel graphics, since it
  /// may have them without naming them.
  ///
  /// In tmux and GNU screen it is half blocks: they pass graphics on only when their configuration allows it, and show
  /// other text instead when it does not.
  public static func detect(
    environment: (String) -> String?, traits: TerminalTraits
  ) -> (method: PictureProtocol, mayBeSixel: Bool) {
    func has(_ name: String) -> Bool { !(environment(name) ?? "").isEmpty }
    guard traits.hasCursorControl, traits.colors >= .ansi256 else { return (.none, false) }
    let term = environment("TERM") ?? ""
    let plain: PictureProtocol = traits.glyphs.isUTF8 ? .halfBlocks : .none
    if has("TMUX") || has("STY") || multiplexers.contains(where: { term.hasPrefix($0) }) { return (plain, false) }
    let program = environment("TERM_PROGRAM") ?? ""
    if has("KITTY_WINDOW_ID") || term.hasPrefix("xterm-kitty") || term.hasPrefix("xterm-ghostty")
      || program == "ghostty"
    {
      return (.kitty, false)
    }
    if program == "iTerm.app" || program == "WezTerm" || term.hasPrefix("wezterm")
      || environment("LC_TERMINAL") == "iTerm2"
    {
      return (.iterm2, false)
    }
    if sixelNames.contains(where: { term.hasPrefix($0) }) { return (.sixel, true) }
    return (plain, plain == .halfBlocks && !silentNames.contains { term.hasPrefix($0) })
  }
}
