import Bytes
@_spi(_Unicode) import Swift  // the composed form of a text: outside of Foundation it has no public name

/// Makes names of files and folders that every file system takes and that no program misreads.
enum CleanName {
  /// The maximum length of a name, in bytes of UTF-8. File systems take 255, and `.part` comes behind it.
  static let maximumBytes = 200
  /// What Windows takes in no name, and what separates folders here or there.
  static let forbidden: Set<Unicode.Scalar> = ["/", "\\", "<", ">", ":", "\"", "|", "?", "*"]

  /// What takes the place of a forbidden character; the others are left out.
  private static let replacements: [Unicode.Scalar: Unicode.Scalar] = [
    "/": "-", "\\": "-", "|": "-", ":": "-", "\"": "'",
  ]
  /// The names of devices on Windows, in capital letters. With a dot and anything behind it they are the same devices.
  private static let devices = Set(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
      + ["COM", "LPT"].flatMap { port in "0123456789¹²³".map { "\(port)\($0)" } })

  /// Returns `text`, the value of a field, as a part of a name: one line without forbidden characters. It is empty when
  /// nothing in it is visible, and when it has only dots.
  static func value(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in CleanText.singleLine(text).replacing(": ", with: " - ").unicodeScalars {
      if scalar.properties.isNoncharacterCodePoint { continue }
      if !forbidden.contains(scalar) {
        scalars.append(scalar)
      } else if let replacement = replacements[scalar] {
        scalars.append(replacement)
      }
    }
    let value = CleanText.singleLine(String(scalars))
    return trimmed(value[...]).isEmpty ? "" : value
  }

  /// Returns `text`, which has no forbidden characters, as a name: in Unicode's composed form, without dots and blanks
  /// at its ends, not the name of a device, and at most `bytes` long. It is empty when nothing is left.
  static func name(_ text: String, bytes: Int = maximumBytes) -> String {
    var composed = String.UnicodeScalarView()
    for scalar in text._nfc { composed.append(scalar) }
    return shortened(String(trimmed(String(composed)[...])), to: bytes)
  }

  /// Returns `name`, a result of ``name(_:bytes:)``, with at most `bytes` bytes, cut between characters.
  static func shortened(_ name: String, to bytes: Int) -> String {
    let short = trimmedEnd(name[..<end(of: name, within: bytes)])
    let scalars = short.unicodeScalars
    let base = scalars.prefix { $0 != "." }
    return isDevice(base) ? String(base) + "_" + String(scalars[base.endIndex...]) : String(short)
  }

  /// Returns the place up to which `name` has at most `bytes` bytes: between characters, or inside the first one when
  /// that alone is longer.
  private static func end(of name: String, within bytes: Int) -> String.Index {
    guard name.utf8.count > bytes else { return name.endIndex }
    var (end, count) = (name.startIndex, 0)
    for (index, character) in zip(name.indices, name) {
      count += character.utf8.count
      if count > bytes { break }
      end = name.index(after: index)
    }
    guard end == name.startIndex else { return end }
    count = 0
    for (index, scalar) in zip(name.unicodeScalars.indices, name.unicodeScalars) {
      count += UTF8.width(scalar)
      if count > bytes { break }
      end = name.unicodeScalars.index(after: index)
    }
    return end
  }

  private static func isDevice(_ base: Substring.UnicodeScalarView) -> Bool {
    let end = base.lastIndex { $0 != " " }.map(base.index(after:)) ?? base.startIndex
    return devices.contains(String(base[..<end]).uppercased())
  }

  private static func trimmed(_ text: Substring) -> Substring {
    trimmedEnd(text.drop { isInvisible($0) || $0.unicodeScalars.first.map(isEdge) == true })
  }

  /// Windows ignores dots and blanks at an end, so that two names would be one.
  private static func trimmedEnd(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, isInvisible(last) || last.unicodeScalars.last.map(isEdge) == true { text.removeLast() }
    return text
  }

  private static func isEdge(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar.properties.isWhitespace }

  private static func isInvisible(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }
}
