import AudioCore
import Bytes

/// A pattern for names of files, such as `{station}/{artist} - {title}`: text with fields in braces. A slash separates
/// folders. Round or square brackets with fields in them are left out with them: `{title} ({date})`.
struct NamePattern: Sendable, Equatable {
  /// A field of a pattern.
  enum Field: String, CaseIterable, Sendable {
    case station, artist, title, date, time, number
  }

  /// A piece of a pattern.
  indirect enum Part: Sendable, Equatable {
    case text(String)
    case field(Field)
    /// The text of both brackets, and the parts between them, with at least one field.
    case group(open: String, [Part], close: String)
  }

  /// The maximum length of a pattern, in bytes.
  static let maximumBytes = 512
  /// The maximum number of folders in a name.
  static let maximumFolders = 8

  /// The parts of each folder, and of the file.
  let components: [[Part]]

  /// Reads `pattern`. Throws a sentence that says what is wrong with it.
  init(_ pattern: String) throws(OptionError) {
    guard !pattern.isEmpty else { throw OptionError("a pattern for names has at least one field, such as {title}") }
    guard pattern.utf8.count <= Self.maximumBytes else {
      throw OptionError("a pattern for names has at most \(Self.maximumBytes) bytes, not \(pattern.utf8.count)")
    }
    guard !pattern.unicodeScalars.contains(where: \.isUnprintable) else {
      throw OptionError("a pattern for names is one line without control characters")
    }
    let names = pattern.split(separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw OptionError("'\(pattern)' has a / without a name before and behind it; all names are below one folder")
    }
    guard names.count <= Self.maximumFolders + 1 else {
      throw OptionError("a pattern for names has at most \(Self.maximumFolders) folders, not \(names.count - 1)")
    }
    components = try names.map { name throws(OptionError) in
      guard name.contains(where: { !". ".contains($0) }) else {
        throw OptionError("'\(name)' in '\(pattern)' is not the name of a file or folder")
      }
      return try Self.parts(of: name)
    }
  }

  /// Creates a pattern of parts.
  init(components: [[Part]]) { self.components = components }

  /// Returns the text of each component with the values that `value` returns, before it is cleaned; empty where all of
  /// its fields are.
  func texts(_ value: (Field) -> String) -> [String] {
    components.map { Self.text(of: $0, value) ?? "" }
  }

  /// Returns the text of `parts`; nil when they have fields and all of these are empty. An empty field is left out with
  /// the text behind it, the last one with the text before it.
  private static func text(of parts: [Part], _ value: (Field) -> String) -> String? {
    var result = ""
    // What stands between the last field with a value, or the beginning, and this part.
    var texts = [""]
    var (hasFields, isFilled, isLastFilled) = (false, false, true)
    for part in parts {
      let found: String
      switch part {
      case .text(let text):
        texts[texts.count - 1] += text
        continue
      case .field(let field): found = value(field)
      case .group(let open, let inner, let close):
        found = text(of: inner, value).map { open + $0 + close } ?? ""
      }
      isLastFilled = !found.isEmpty
      if isLastFilled {
        // Before the first field there is text only for that field.
        result += isFilled ? texts.first { !$0.isEmpty } ?? "" : hasFields ? "" : texts[0]
        result += found
        texts = []
        isFilled = true
      }
      texts.append("")
      hasFields = true
    }
    guard hasFields else { return texts[0] }
    if isLastFilled, isFilled { result += texts[texts.count - 1] }
    return isFilled ? result : nil
  }
}

// MARK: - Reading

extension NamePattern {
  private static let brackets: [Character: Character] = ["(": ")", "[": "]"]
  /// All fields, for messages.
  private static let fields = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")

  /// Parts of a component, and the bracket before them; none outside of all brackets.
  private struct Level {
    var open: Character?
    var parts: [Part] = []

    mutating func add(_ text: String) {
      if case .text(let before)? = parts.last {
        parts[parts.count - 1] = .text(before + text)
      } else {
        parts.append(.text(text))
      }
    }

    /// Adds the parts of `inner` as they are, with the bracket before them as text.
    mutating func add(_ inner: Level) {
      if let open = inner.open { add(String(open)) }
      for part in inner.parts {
        if case .text(let text) = part { add(text) } else { parts.append(part) }
      }
    }
  }

  /// Splits a component into its parts.
  private static func parts(of component: Substring) throws(OptionError) -> [Part] {
    var rest = component
    var levels = [Level()]
    while let character = rest.first {
      let last = levels.count - 1
      if character == "{" {
        levels[last].parts.append(.field(try field(&rest)))
        continue
      }
      rest.removeFirst()
      guard character != "}" else { throw OptionError("a } has no { before it; fields are \(fields)") }
      if let scalar = character.unicodeScalars.first(where: CleanName.forbidden.contains) {
        throw OptionError("names cannot have the character \(String(scalar))")
      }
      if brackets[character] != nil {
        levels.append(Level(open: character))
      } else if let open = levels[last].open, brackets[open] == character {
        let inner = levels.removeLast()
        if inner.parts.contains(where: { if case .text = $0 { false } else { true } }) {
          levels[last - 1].parts.append(.group(open: String(open), inner.parts, close: String(character)))
        } else {
          levels[last - 1].add(inner)
          levels[last - 1].add(String(character))
        }
      } else {
        levels[last].add(String(character))
      }
    }
    // A bracket that is not closed is text.
    while levels.count > 1 {
      let inner = levels.removeLast()
      levels[levels.count - 1].add(inner)
    }
    return levels[0].parts
  }

  /// Takes a field in braces from the beginning of `rest`.
  private static func field(_ rest: inout Substring) throws(OptionError) -> Field {
    guard let end = rest.firstIndex(of: "}") else { throw OptionError("a { has no } behind it; fields are \(fields)") }
    let name = String(rest[..<end].dropFirst())
    guard let field = Field(rawValue: name) else {
      let shown = CleanText.singleLine(name, limit: 64)
      let near = NearestWord.find(shown, among: Field.allCases.map(\.rawValue))
      throw OptionError(
        "there is no field {\(shown)}; \(near.map { "did you mean {\($0)}?" } ?? "fields are \(fields)")")
    }
    rest = rest[end...].dropFirst()
    return field
  }
}
