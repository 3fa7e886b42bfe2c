import AudioCore
import CAssets

/// The manual page as mdoc(7) source: the prose of packaging/radiod.1.in, in which commands, options, keys and exit
/// codes, which the program declares, take the place of `@NAME@`.
struct ManualPage {
  let program: CommandDeclaration

  /// The whole page.
  var source: String {
    let file = UnsafeBufferPointer(start: cassets_manual_bytes(), count: cassets_manual_size())
    return parts.reduce(String(decoding: file, as: UTF8.self)) { page, part in
      page.replacing("@\(part.key)@", with: part.value)
    }
  }

  /// What takes the place of each name in the prose.
  private var parts: KeyValuePairs<String, String> {
    var synopsis = Mdoc()
    var commands = Mdoc()
    for command in program.leaves {
      addSynopsis(of: command, to: &synopsis)
      add(command, to: &commands)
    }
    var options = Mdoc()
    for (group, arguments) in groups { add(arguments, as: group, to: &options) }
    return [
      "DATE": ProductVersion.date, "VERSION": ProductVersion.text, "SYNOPSIS": synopsis.source,
      "COMMANDS": commands.source, "OPTIONS": options.source, "KEYS": Self.keys, "EXIT-CODES": Self.exitCodes,
    ]
  }

  private func addSynopsis(of command: CommandDeclaration, to page: inout Mdoc) {
    page.add(".Nm")
    page.add(".Cm \(command.words.joined(separator: " "))")
    page.add(".Op Ar options")
    for argument in command.arguments where argument.kind == "positional" {
      page.add(".\(argument.isOptional ? "Op " : "")\(Self.placeholder(argument))")
    }
  }

  private func add(_ command: CommandDeclaration, to page: inout Mdoc) {
    page.add(".Ss radiod \(command.words.joined(separator: " "))")
    page.addText(command.abstract)
    if let parent = parent(of: command), parent.defaultSubcommand == command.words.last {
      page.addText("This is what '\((["radiod"] + parent.words).joined(separator: " "))' alone does.")
    }
    for paragraph in command.discussion.split(separator: "\n") {
      page.add(".Pp")
      page.addText(String(paragraph))
    }
    let own = command.arguments.filter { $0.group == nil && !isCommon($0) }
    addList(of: own, to: &page)
    let groupsTaken = groups.map(\.name).filter { name in command.arguments.contains { $0.group == name } }
    if !groupsTaken.isEmpty {
      page.add(".Pp")
      page.addText(
        "Takes the \(groupsTaken.map { $0.lowercased() }.joined(separator: " and the ")), too; they are described below."
      )
    }
  }

  private func add(_ arguments: [ArgumentDeclaration], as title: String, to page: inout Mdoc) {
    page.add(".Ss \(title)")
    addList(of: arguments, to: &page)
  }

  private func addList(of arguments: [ArgumentDeclaration], to page: inout Mdoc) {
    guard !arguments.isEmpty else { return }
    page.add(".Bl -tag -width Ds")
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      var tag = Self.tag(argument)
      if let opposite = rest.first, Self.isOpposite(opposite, of: argument) {
        rest.removeFirst()
        tag += " , " + Self.tag(opposite)
      }
      page.add(".It \(tag)")
      page.addText(Self.text(argument))
    }
    page.add(".El")
  }

  // MARK: - Shared by several commands

  /// The titled groups of options, in the order in which they first occur. The last group also contains the program's
  /// own options.
  private var groups: [(name: String, arguments: [ArgumentDeclaration])] {
    var result: [(name: String, arguments: [ArgumentDeclaration])] = []
    for argument in program.leaves.flatMap(\.arguments) {
      guard let name = argument.group else { continue }
      let index = result.firstIndex { $0.name == name } ?? result.endIndex
      if index == result.endIndex { result.append((name, [])) }
      let isKnown = result[index].arguments.contains { $0.names == argument.names }
      if !isKnown { result[index].arguments.append(argument) }
    }
    if !result.isEmpty { result[result.endIndex - 1].arguments += program.arguments }
    return result
  }

  /// True when the program itself takes the argument, such as `--help`.
  private func isCommon(_ argument: ArgumentDeclaration) -> Bool {
    argument.kind != "positional" && program.arguments.contains { $0.names == argument.names }
  }

  private func parent(of command: CommandDeclaration) -> CommandDeclaration? {
    command.words.dropLast().reduce(program) { parent, word in
      parent?.subcommands.first { $0.words.last == word }
    }
  }

  // MARK: - One argument

  private static func tag(_ argument: ArgumentDeclaration) -> String {
    guard argument.kind != "positional" else { return placeholder(argument) }
    let names = argument.names.map { "Fl " + Mdoc.escaped(String($0.dropFirst())) }.joined(separator: " , ")
    return argument.kind == "flag" ? names : names + " " + placeholder(argument)
  }

  /// True for `--no-x` after `--x`: they are declared together, and are described together.
  private static func isOpposite(_ argument: ArgumentDeclaration, of other: ArgumentDeclaration) -> Bool {
    argument.kind == "flag" && argument.names == other.names.map { "--no-" + $0.dropFirst(2) }
      && argument.abstract == other.abstract
  }

  /// Returns the placeholder of the value, with its alternatives separated.
  private static func placeholder(_ argument: ArgumentDeclaration) -> String {
    "Ar " + argument.valueName.split(separator: "|").joined(separator: " | ") + (argument.isRepeating ? " ..." : "")
  }

  private static func text(_ argument: ArgumentDeclaration) -> String {
    var text = argument.abstract
    let unnamed = argument.values.filter { !text.lowercased().contains($0.lowercased()) }
    if !unnamed.isEmpty { text += " One of \(argument.values.joined(separator: ", "))." }
    if let value = argument.defaultValue, argument.kind == "option" { text += " The default is \(value)." }
    return text
  }
}
