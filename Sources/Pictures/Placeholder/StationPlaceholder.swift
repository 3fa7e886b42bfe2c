/// What stands for the picture of a station that has none: a colour that follows from the station's name, and its
/// initials. The same name always gives the same.
public struct StationPlaceholder: Sendable, Equatable {
  /// The sign for a name without letters.
  private static let note = "♪"
  /// The longest initial, in scalars: a letter may have any number of marks.
  private static let maximumScalars = 4

  /// The colour: white text on it has a contrast of at least 4.5 : 1.
  public let color: PictureColor
  /// The first letters of the first two words of the name, in upper case; a note for a name without letters.
  public let initials: String

  /// Creates the placeholder for the name of a station.
  public init(name: String) {
    color = Self.color(of: name)
    initials = Self.initials(of: name)
  }

  /// Returns the colour of a name.
  public static func color(of name: String) -> PictureColor {
    // FNV-1a, 32 bits.
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return PictureColor(hue: Double(hash % 360), saturation: 0.55, lightness: 0.28)
  }

  private static func initials(of name: String) -> String {
    let words = name.split(maxSplits: 64) { !$0.isLetter && !$0.isNumber }
    let letters = words.lazy.compactMap(\.first).filter { $0.isLetter || $0.isNumber }.prefix(2)
    let initials = letters.map { letter in
      String(String.UnicodeScalarView(letter.uppercased().unicodeScalars.prefix(maximumScalars)))
    }
    return initials.isEmpty ? note : initials.joined()
  }

  /// A square SVG picture: a rectangle that gets darker to its lower edge, with the initials in white. It refers to no
  /// other file and has no style sheet.
  package var svg: String {
    // Initials are letters and digits, or the note: nothing in them has a meaning in SVG.
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">\
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="\(color.hexadecimal)"/>\
    <stop offset="1" stop-color="\(color.darker(by: 0.4).hexadecimal)"/></linearGradient></defs>\
    <rect width="256" height="256" fill="url(#g)"/>\
    <text x="128" y="128" dy="0.35em" fill="#ffffff" font-family="sans-serif" font-size="\(initials.count > 2 ? 72 : 104)" \
    text-anchor="middle">\(initials)</text></svg>

    """
  }
}
