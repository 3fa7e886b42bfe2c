/// What single scalars become when they are folded: names of one list have few different ones.
package struct FoldingCache {
  private var known: [Unicode.Scalar: [UInt8]] = [:]

  /// The maximum number of scalars that are kept.
  private static let maximumScalars = 8192

  /// Creates an empty cache.
  package init() {}

  /// Returns what `character` becomes, in UTF-8; a blank for one that is neither a letter nor a number.
  mutating func bytes(of character: Character) -> [UInt8] {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalars.dropFirst().isEmpty else { return Self.folded(character) }
    if let bytes = known[scalar] { return bytes }
    let bytes = Self.folded(character)
    if known.count < Self.maximumScalars { known[scalar] = bytes }
    return bytes
  }

  private static func folded(_ character: Character) -> [UInt8] {
    character.lowercased().flatMap { lower -> [UInt8] in
      guard lower.isLetter || lower.isNumber else { return [FoldedText.blank] }
      return Array((LetterFolding.plain(lower) ?? String(lower)).utf8)
    }
  }
}
