import Stations

/// A command as it was declared: its names, texts and arguments, out of what ArgumentParser tells of it.
struct CommandDeclaration {
  /// The words that call it, without the program's name: `stations`, `list`.
  let words: [String]
  /// Further names of its last word: `prev` of `previous`.
  let aliases: [String]
  let abstract: String
  let discussion: String
  /// The subcommand that is meant when none is named.
  let defaultSubcommand: String?
  /// Arguments that help shows, in the order of their declaration.
  let arguments: [ArgumentDeclaration]
  /// Subcommands that help shows; ArgumentParser's own `help` is not among them.
  let subcommands: [CommandDeclaration]

  /// The program's root command, out of a dump of its help (`--experimental-dump-help`).
  init(dump: JSONValue) {
    self.init(dump["command"], words: [])
  }

  private init(_ value: JSONValue?, words: [String]) {
    self.words = words
    aliases = (value?["aliases"]?.elements ?? []).compactMap(\.text)
    abstract = value?["abstract"]?.text ?? ""
    discussion = value?["discussion"]?.text ?? ""
    defaultSubcommand = value?["defaultSubcommand"]?.text
    arguments = (value?["arguments"]?.elements ?? []).filter(\.isShown).map(ArgumentDeclaration.init)
    subcommands = (value?["subcommands"]?.elements ?? []).filter(\.isShown).compactMap { subcommand in
      guard let name = subcommand["commandName"]?.text, name != "help" else { return nil }
      return CommandDeclaration(subcommand, words: words + [name])
    }
  }

  /// The program's root command. Throws when the program cannot describe itself, which tests would show.
  static func ofProgram() throws(JSONFault) -> CommandDeclaration {
    CommandDeclaration(dump: try JSONReader.read(Array(Radiod._dumpHelp().utf8)))
  }

  /// The word that calls it, the last of `words`; empty for the program itself.
  var name: String { words.last ?? "" }

  /// The subcommand that `word` names.
  func subcommand(_ word: String) -> CommandDeclaration? {
    subcommands.first { $0.name == word || $0.aliases.contains(word) }
  }

  /// The subcommand that is meant when none is named.
  var usual: CommandDeclaration? { defaultSubcommand.flatMap(subcommand) }

  /// What is not an option, in the order of the command line.
  var positionals: [ArgumentDeclaration] { arguments.filter { $0.kind == "positional" } }

  /// Options and flags that may stand behind the command, those of all commands below it among them.
  var options: [ArgumentDeclaration] {
    arguments.filter { $0.kind != "positional" } + subcommands.flatMap(\.options)
  }

  /// The commands below this one that do something themselves, in the order of their declaration.
  var leaves: [CommandDeclaration] {
    subcommands.flatMap { $0.subcommands.isEmpty ? [$0] : $0.leaves }
  }
}
