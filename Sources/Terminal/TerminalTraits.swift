import Glibc

/// What a terminal can do, as far as the environment tells.
public struct TerminalTraits: Sendable, Equatable {
  /// The colours it shows.
  public var colors: ColorDepth
  /// The characters it shows.
  public var glyphs: GlyphSet
  /// False for a dumb terminal: it gets no escape sequence at all, only lines.
  public var hasCursorControl: Bool

  /// A terminal with these abilities.
  public init(colors: ColorDepth, glyphs: GlyphSet, hasCursorControl: Bool) {
    self.colors = colors
    self.glyphs = glyphs
    self.hasCursorControl = hasCursorControl
  }

  /// What `environment` promises.
  ///
  /// UTF-8 is what the first non-empty one of `LC_ALL`, `LC_CTYPE` and `LANG` names. When none is set, as in most
  /// containers, `inputIsUTF8` decides: the flag IUTF8 that terminal emulators set on their device.
  public static func detect(environment: (String) -> String?, inputIsUTF8: Bool) -> TerminalTraits {
    let term = environment("TERM") ?? ""
    let isDumb = term.isEmpty || term == "dumb"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let isUTF8 = locale.map(namesUTF8) ?? inputIsUTF8
    let glyphs: GlyphSet = isDumb || !isUTF8 ? .ascii : term == "linux" || term.hasPrefix("linux-") ? .halves : .eighths
    return TerminalTraits(
      colors: ColorDepth.detect(environment: environment), glyphs: glyphs, hasCursorControl: !isDumb)
  }

  /// What this process's environment promises for the terminal at `descriptor`.
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
