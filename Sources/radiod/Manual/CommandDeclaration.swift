import ArgumentParser
import JSON

/// The declaration of a command: names, texts and arguments, from ArgumentParser's dump of the help.
struct CommandDeclaration {
  /// The words of the command without the program's name: `stations`, `list`.
  let words: [String]
  /// Further names of the last word: `prev` for `previous`.
  let aliases: [String]
  let abstract: String
  let discussion: String
  /// The subcommand that runs when none is named.
  let defaultSubcommand: String?
  /// The arguments that the help shows, in the order of their declaration.
  let arguments: [ArgumentDeclaration]
  /// The subcommands that the help shows, without ArgumentParser's own `help`.
  let subcommands: [CommandDeclaration]

  /// Creates the program's root command from a dump of its help (`--experimental-dump-help`).
  init(dump: JSONValue) {
    self.init(dump["command"], words: [])
  }

  private init(_ value: JSONValue?, words: [String]) {
    self.words = words
    aliases = (value?["aliases"]?.elements ?? []).compactMap(\.text)
    abstract = value?["abstract"]?.text ?? ""
    discussion = value?["discussion"]?.text ?? ""
    defaultSubcommand = value?["defaultSubcommand"]?.text
    let isShown = { (value: JSONValue) in value["shouldDisplay"]?.flag ?? true }
    arguments = (value?["arguments"]?.elements ?? []).filter(isShown).map(ArgumentDeclaration.init)
    subcommands = (value?["subcommands"]?.elements ?? []).filter(isShown).compactMap { subcommand in
      guard let name = subcommand["commandName"]?.text, name != "help" else { return nil }
      return CommandDeclaration(subcommand, words: words + [name])
    }
  }

  /// Returns the program's root command. Throws when the dump cannot be read, which tests would detect.
  static func ofProgram() throws(JSONError) -> CommandDeclaration {
    CommandDeclaration(dump: try JSONReader.read(Array(Radiod._dumpHelp().utf8)))
  }

  /// The name of the command: the last of `words`, empty for the program itself.
  var name: String { words.last ?? "" }

  /// Returns the subcommand that `word` names.
  func subcommand(_ word: String) -> CommandDeclaration? {
    subcommands.first { $0.name == word || $0.aliases.contains(word) }
  }

  /// The subcommand that runs when none is named.
  var defaultCommand: CommandDeclaration? { defaultSubcommand.flatMap(subcommand) }

  /// The arguments that are not options, in the order of the command line.
  var positionals: [ArgumentDeclaration] { arguments.filter { $0.kind == "positional" } }

  /// The options and flags that may follow the command, including those of all its subcommands.
  var options: [ArgumentDeclaration] {
    arguments.filter { $0.kind != "positional" } + subcommands.flatMap(\.options)
  }

  /// The commands below this one that have no subcommands, in the order of their declaration.
  var leaves: [CommandDeclaration] {
    subcommands.flatMap { $0.subcommands.isEmpty ? [$0] : $0.leaves }
  }
}
