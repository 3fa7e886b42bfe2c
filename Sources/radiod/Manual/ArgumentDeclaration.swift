import Stations

/// An argument, option or flag as it was declared.
struct ArgumentDeclaration {
  /// `positional`, `option` or `flag`.
  let kind: String
  /// With their dashes, the short ones first.
  let names: [String]
  /// What stands for its value in help.
  let valueName: String
  let defaultValue: String?
  /// All values it takes, when they can be counted.
  let values: [String]
  /// Words that a shell offers for its value.
  let choices: [String]
  /// True when its value is a file's name.
  let isFile: Bool
  let abstract: String
  /// The title of the group of options it belongs to.
  let group: String?
  let isOptional: Bool
  let isRepeating: Bool
  /// True when words that begin with a dash are values of it, too: `volume -5`.
  let takesDashes: Bool

  /// Reads one element of a command's `arguments`.
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
    isOptional = value["isOptional"]?.isTrue ?? false
    isRepeating = value["isRepeating"]?.isTrue ?? false
    takesDashes = value["parsingStrategy"]?.text == "allUnrecognized"
  }
}
