public import Glibc

/// The abilities of a terminal according to the environment.
public struct TerminalTraits: Sendable, Equatable {
  /// The colours that it shows.
  public var colors: ColorDepth
  /// The characters that it shows.
  public var glyphs: GlyphSet
  /// False for a dumb terminal, which gets no escape sequences, only lines.
  public var hasCursorControl: Bool
  /// True when the title of its window may be set and can be restored.
  public var hasTitle: Bool
  /// True when it takes texts for the clipboard (OSC 52), or ignores them.
  public var hasClipboard: Bool

  /// Creates a terminal with these abilities.
  public init(
    colors: ColorDepth, glyphs: GlyphSet, hasCursorControl: Bool, hasTitle: Bool = false, hasClipboard: Bool = false
  ) {
    self.colors = colors
    self.glyphs = glyphs
    self.hasCursorControl = hasCursorControl
    self.hasTitle = hasTitle
    self.hasClipboard = hasClipboard
  }

  /// Terminal types, by the beginning of their names, that keep a stack of titles (xterm's CSI 22 t and 23 t).
  private static let titledNames = [
    "xterm", "tmux", "alacritty", "foot", "kitty", "ghostty", "wezterm", "contour", "konsole", "vte", "gnome", "st-",
  ]

  /// Returns the abilities according to `environment`. The window's title is left unchanged when `SPRINGRADIO_NO_TITLE`
  /// is not empty, and on terminals that are not known to restore it.
  ///
  /// The first non-empty variable of `LC_ALL`, `LC_CTYPE` and `LANG` decides about UTF-8. When none is set, as in most
  /// containers, `inputIsUTF8` decides: the flag IUTF8 that terminal emulators set on their device.
  public static func detect(environment: (String) -> String?, inputIsUTF8: Bool) -> TerminalTraits {
    let term = environment("TERM") ?? ""
    let isDumb = term.isEmpty || term == "dumb"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let isUTF8 = locale.map(namesUTF8) ?? inputIsUTF8
    let glyphs: GlyphSet = isDumb || !isUTF8 ? .ascii : term == "linux" || term.hasPrefix("linux-") ? .halves : .eighths
    // tmux calls itself "screen" when its configuration says so; GNU screen has no stack of titles.
    let isTitled = titledNames.contains { term.hasPrefix($0) } || term.hasPrefix("screen") && environment("TMUX") != nil
    let isTitleWanted = (environment("SPRINGRADIO_NO_TITLE") ?? "").isEmpty
    return TerminalTraits(
      colors: ColorDepth.detect(environment: environment), glyphs: glyphs, hasCursorControl: !isDumb,
      hasTitle: isTitled && isTitleWanted, hasClipboard: isTitled)
  }

  /// Returns the abilities of the terminal at `descriptor` according to the environment of this process.
  public static func detect(descriptor: Int32 = STDOUT_FILENO) -> TerminalTraits {
    var attributes = termios()
    let inputIsUTF8 = tcgetattr(descriptor, &attributes) == 0 && attributes.c_iflag & tcflag_t(IUTF8) != 0
    return detect(environment: { name in getenv(name).map { String(cString: $0) } }, inputIsUTF8: inputIsUTF8)
  }

  /// True for `de_DE.UTF-8`, `C.utf8`, `en_US.utf8@euro` and the bare `UTF-8`.
  private static func namesUTF8(_ locale: String) -> Bool {
    let codeset = locale.split(separator: ".").last ?? ""
    let letters = codeset.prefix { $0 != "@" }.lowercased().filter { $0 != "-" && $0 != "_" }
    return letters == "utf8"
  }
}
