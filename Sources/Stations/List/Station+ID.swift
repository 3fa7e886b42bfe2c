extension Station {
  /// What an id made from a name has at most, in characters, so that a number fits behind it.
  private static let maximumMadeIDLength = 56
  /// The id for a name of which nothing can be spelt in Latin letters.
  private static let namelessID = "station"

  /// The id that `name` suggests: its words in a-z and 0-9, joined by `-`. Diacritics go, Cyrillic and Greek are spelt in Latin letters,
  /// other scripts are left out: `Česká Jazz & Soul` is `ceska-jazz-soul`, `Маяк` is `mayak`. Always a good id, though one that a list
  /// may have already.
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
