extension Station {
  /// The maximum length of an id made from a name, in characters: it leaves space for a number at the end.
  private static let maximumMadeIDLength = 56
  /// The id for a name of which nothing can be spelled in Latin letters.
  private static let namelessID = "station"

  /// Returns the id that `name` suggests: its words in a-z and 0-9, joined by `-`. Removes diacritics, transliterates
  /// Cyrillic and Greek, and omits other scripts: `Česká Jazz & Soul` is `ceska-jazz-soul`, `Маяк` is `mayak`. The id
  /// has a valid form, but a list may have it already, and it may be the reserved ``demoID``.
  public static func id(forName name: String) -> String {
    var id = ""
    for word in StationSearchText(String(name.prefix(maximumTextBytes))).folded.split(separator: " ") {
      let letters = word.reduce(into: "") { $0 += $1.isASCII ? String($1) : LatinLetters.spelling(of: $1) ?? "" }
      guard !letters.isEmpty else { continue }
      let longer = id.isEmpty ? letters : id + "-" + letters
      guard longer.utf8.count <= maximumMadeIDLength else {
        if id.isEmpty { id = String(longer.prefix(maximumMadeIDLength)) }
        break
      }
      id = longer
    }
    return id.isEmpty ? namelessID : id
  }
}
