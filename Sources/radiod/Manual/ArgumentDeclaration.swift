import JSON

/// The declaration of an argument, option or flag.
struct ArgumentDeclaration {
  /// `positional`, `option` or `flag`.
  let kind: String
  /// The names with their dashes, the short ones first.
  let names: [String]
  /// The placeholder of the value in the help.
  let valueName: String
  let defaultValue: String?
  /// All valid values, when there is a fixed set.
  let values: [String]
  /// The words that a shell offers for the value.
  let choices: [String]
  /// True when the value is a file name.
  let isFile: Bool
  let abstract: String
  /// The title of its group of options.
  let group: String?
  let isOptional: Bool
  let isRepeating: Bool
  /// True when words with a leading dash are also values: `volume -5`.
  let takesDashes: Bool

  /// Decodes one element of a command's `arguments`.
  init(_ value: JSONValue) {
    kind = value["kind"]?.text ?? "option"
    names = (value["names"]?.elements ?? []).compactMap { name in
      name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
    }.sorted { $0.utf8.count < $1.utf8.count }
    valueName = value["valueName"]?.text ?? "value"
    defaultValue = value["defaultValue"]?.text
    values = (value["allValues"]?.elements ?? []).compactMap(\.text)
    choices = values + (value["completionKind"]?["list"]?["values"]?.elements ?? []).compactMap(\.text)
    isFile = value["completionKind"]?["file"] != nil || valueName.split(separator: "|").contains("file")
    abstract = value["abstract"]?.text ?? ""
    group = value["sectionTitle"]?.text
    isOptional = value["isOptional"]?.flag ?? false
    isRepeating = value["isRepeating"]?.flag ?? false
    takesDashes = value["parsingStrategy"]?.text == "allUnrecognized"
  }
}
