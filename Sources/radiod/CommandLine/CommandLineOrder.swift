import ArgumentParser

/// Moves options that stand before their command: `radiod ctl --socket PATH volume` becomes `radiod ctl volume --socket
/// PATH`.
///
/// ArgumentParser would pass them to the default subcommand, and then reject the next word.
enum CommandLineOrder {
  /// Returns `words`, without the program's name, with the options before a command moved after it. Words that are in
  /// order, or that cannot be parsed, stay unchanged. `program` is called only when an option stands before another
  /// word.
  static func arranged(_ words: [String], program: () throws -> CommandDeclaration) rethrows -> [String] {
    guard hasEarlyOption(words) else { return words }
    var command = try program()
    var commands: [String] = []
    var options: [String] = []
    var index = words.startIndex
    while !command.subcommands.isEmpty, index < words.endIndex {
      let word = words[index]
      if CommandLineReading.isOption(word) {
        let name = String(word.prefix { $0 != "=" })
        // The program's own options, such as --version, belong to no command.
        let isOwn = command.words.isEmpty && command.arguments.contains { $0.names.contains(name) }
        guard !isOwn, let option = command.options.first(where: { $0.names.contains(name) }) else { return words }
        options.append(word)
        index += 1
        if option.kind == "option", !word.contains("="), index < words.endIndex {
          options.append(words[index])
          index += 1
        }
      } else if let next = command.subcommand(word) {
        command = next
        commands.append(word)
        index += 1
      } else {
        break
      }
    }
    commands += options
    commands += words[index...]
    return commands
  }

  /// Returns `words` with each negative number joined to the option before it, if that takes a value: `--duration -1`
  /// becomes `--duration=-1`. ArgumentParser would take the number for an option, and say that the value is missing.
  /// `program` is called only when a negative number follows an option.
  static func joined(_ words: [String], program: () throws -> CommandDeclaration) rethrows -> [String] {
    func isNegative(_ word: String) -> Bool { word.hasPrefix("-") && Double(word) != nil }
    let places = words.indices.dropFirst().filter { isNegative(words[$0]) && words[$0 - 1].hasPrefix("--") }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    guard places.contains(where: { $0 < end }) else { return words }
    let options = try program().options
    var joined = words
    for place in places.reversed() where place < end {
      guard options.contains(where: { $0.kind == "option" && $0.names.contains(words[place - 1]) }) else { continue }
      joined[place - 1] += "=" + joined.remove(at: place)
    }
    return joined
  }

  /// True when an option with a word after it stands where a command may stand.
  private static func hasEarlyOption(_ words: [String]) -> Bool {
    var command: any ParsableCommand.Type = Radiod.self
    for (index, word) in words.enumerated() {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty { return false }
      if CommandLineReading.isOption(word) { return index + 1 < words.count }
      let next = subcommands.first { type in
        type.configuration.commandName == word || type.configuration.aliases.contains(word)
      }
      guard let next else { return false }
      command = next
    }
    return false
  }
}
