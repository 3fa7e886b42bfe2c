/// Text inside markup: XML, and what desktops and status bars make of it.
public enum MarkupText {
  /// Returns `text` so that each of its characters stands for itself: `&`, `<` and `>` as references, and with `quotes`,
  /// as an attribute needs them, `"` and `'` too.
  ///
  /// The text is read by scalars: to a parser of markup, a `<` with a combining mark is a `<`.
  public static func escaped(_ text: String, quotes: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where quotes: escaped += "&quot;"
      case "'" where quotes: escaped += "&apos;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
