public import AudioCore
import Bytes
public import RadioModel

/// The format of a line about the radio: text with fields, such as `{artist}`, for status bars and scripts.
///
/// `{title|station:40:pango}` is the first of the fields that is not empty, at most 40 characters of it, escaped for
/// Pango. `{{ title }}` means `{title}`. Text in brackets appears when one of the fields in it is not empty; brackets
/// without a field are text. A backslash before a bracket or a brace makes it text. Braces that enclose no field are
/// text, so that JSON needs no escapes.
public struct StatusTemplate: Sendable, Equatable {
  /// The maximum length, in bytes.
  static let maximumBytes = 4096
  /// The maximum number of brackets inside one another.
  static let maximumDepth = 8

  /// A piece of the format.
  indirect enum Part: Sendable, Equatable {
    case text(String)
    case field(StatusField)
    case group([Part])
  }

  private let parts: [Part]

  /// Reads `format`. Throws ``OptionError`` that says what is wrong with it.
  public init(_ format: String) throws(OptionError) {
    guard format.utf8.count <= Self.maximumBytes else {
      throw OptionError("\(option: .statusFormat) takes at most \(Self.maximumBytes) bytes, not \(format.utf8.count)")
    }
    guard !format.unicodeScalars.contains(where: \.isUnprintable) else {
      throw OptionError("\(option: .statusFormat) is one line without control characters")
    }
    var reader = Reader(text: format[...])
    parts = try reader.parts(depth: 0)
  }

  /// Returns the line for `status`.
  public func line(for status: RadioStatus) -> String {
    let status = status.cleaned
    return Self.line(parts, for: status).text
  }

  /// Returns the text of `parts`, and whether one of their fields is not empty; nil when there is no field.
  private static func line(_ parts: [Part], for status: RadioStatus) -> (text: String, isFilled: Bool?) {
    var text = ""
    var isFilled: Bool?
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .field(let field):
        let value = field.value(of: status)
        isFilled = isFilled == true || !value.isEmpty
        text += field.filtered(value)
      case .group(let inner):
        let group = line(inner, for: status)
        switch group.isFilled {
        case nil: text += "[\(group.text)]"
        case true?:
          text += group.text
          isFilled = true
        case false?: isFilled = isFilled ?? false
        }
      }
    }
    return (text, isFilled)
  }
}

extension StatusTemplate {
  /// Splits a format into its parts.
  private struct Reader {
    /// What was not read yet.
    var text: Substring

    /// Reads up to the end, or with a `depth` above 0 up to a closing bracket, which is left.
    mutating func parts(depth: Int) throws(OptionError) -> [Part] {
      var parts: [Part] = []
      var literal = ""
      func flush() {
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
      }
      while let character = text.first {
        if character == "]", depth > 0 { break }
        if character == "\\", let next = text.dropFirst().first, "[]{}".contains(next) {
          literal.append(next)
          text.removeFirst(2)
        } else if character == "[" {
          flush()
          parts.append(try group(depth: depth))
        } else if let field = try field() {
          flush()
          parts.append(.field(field))
        } else {
          literal.append(character)
          text.removeFirst()
        }
      }
      flush()
      return parts
    }

    private mutating func group(depth: Int) throws(OptionError) -> Part {
      guard depth < StatusTemplate.maximumDepth else {
        throw OptionError(
          "\(option: .statusFormat) takes at most \(StatusTemplate.maximumDepth) brackets inside one another")
      }
      text.removeFirst()
      let parts = try parts(depth: depth + 1)
      guard text.first == "]" else {
        throw OptionError("\(option: .statusFormat) has a [ without its ]; \\[ is a bracket as text")
      }
      text.removeFirst()
      return .group(parts)
    }

    /// Reads a field in braces, single or double ones; nil when there is none here.
    private mutating func field() throws(OptionError) -> StatusField? {
      for (opening, closing) in [("{{", "}}"), ("{", "}")] where text.hasPrefix(opening) {
        let rest = text.dropFirst(opening.count)
        guard let end = rest.firstRange(of: closing) else { continue }
        let content = opening.count == 2 ? rest[..<end.lowerBound].trimmedBlanks : rest[..<end.lowerBound]
        guard let field = try StatusField(content) else { continue }
        text = rest[end.upperBound...]
        return field
      }
      return nil
    }
  }
}

extension OptionName {
  /// The format of a line about the radio.
  public static let statusFormat = OptionName("statusFormat")
}
