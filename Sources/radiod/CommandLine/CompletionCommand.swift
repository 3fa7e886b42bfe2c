import AudioCore

/// What a shell's completion script asks the program, and those scripts.
///
/// ArgumentParser makes scripts, too. They cannot offer stations and files for one argument, let bash carry out what
/// stands in a name that is offered, and have fish 3.6 print errors; and they know the commands of the version that
/// made them. These know nothing: they ask `radiod ---complete SHELL …` with the words of the line. The answer has,
/// line by line: "files" and "nospace", or neither; what goes before each file; what files begin with; how much of that
/// is not to be written again; and the words that fit.
enum CompletionCommand {
  /// The word that asks what may follow.
  static let question = "---complete"
  /// The option that asks for a script.
  static let scriptOption = "--generate-completion-script"

  /// Answers when `arguments`, without the program's name, ask for a script or for words; nil for all others. Throws
  /// `TuneError.usage` for a shell that is not known.
  static func answer(_ arguments: [String], environment: [String: String]) throws -> String? {
    guard let first = arguments.first else { return nil }
    if first == question { return try words(Array(arguments.dropFirst())) }
    guard first == scriptOption || first.hasPrefix(scriptOption + "=") else { return nil }
    let named =
      first == scriptOption ? arguments.dropFirst().first : String(first.dropFirst(scriptOption.count + 1))
    let usual = environment["SHELL"]?.split(separator: "/").last.map(String.init)
    guard let shell = Shell(rawValue: named ?? usual ?? "") else {
      throw TuneError.usage(message: "\(scriptOption) takes bash, zsh or fish")
    }
    return shell.script
  }

  /// A shell that completions are made for.
  enum Shell: String {
    case bash, zsh, fish
  }

  private static func words(_ arguments: [String]) throws -> String {
    guard let shell = arguments.first.flatMap(Shell.init) else { return "" }
    let program = try CommandDeclaration.ofProgram()
    switch shell {
    case .bash:
      guard arguments.count == 3 else { return "" }
      let line = ShellLine(arguments[2], breaks: arguments[1])
      return bashAnswer(
        CommandLineCompletion(words: Array(line.words.dropFirst()), current: line.current, program: program),
        passed: line.passed)
    case .zsh, .fish:
      let words = Array(arguments.dropFirst())
      let completion = CommandLineCompletion(
        words: words.dropLast(), current: words.last.map(shell.unquoted) ?? "", program: program)
      let lead = shell == .fish ? completion.lead : ""
      return answer(completion, lead: completion.lead, value: completion.value, passed: "") { candidate in
        shell == .zsh
          ? candidate.word.replacing(":", with: "\\:") + ":" + candidate.help
          : lead + candidate.word + "\t" + candidate.help
      }
    }
  }

  /// Readline takes words from its last break character on: what stands before that must not come again.
  private static func bashAnswer(_ completion: CommandLineCompletion, passed: Int) -> String {
    let lead = completion.lead
    let surplus = max(passed - lead.count, 0)
    return answer(
      completion, lead: String(lead.dropFirst(passed)), value: completion.value,
      passed: String(completion.value.prefix(surplus))
    ) { candidate in String((lead + candidate.word).dropFirst(passed)) }
  }

  private static func answer(
    _ completion: CommandLineCompletion, lead: String, value: String, passed: String,
    line: (CommandLineCompletion.Candidate) -> String
  ) -> String {
    let kinds = [completion.takesFiles ? "files" : nil, completion.isOpenEnded ? "nospace" : nil].compactMap(\.self)
    let head = [kinds.joined(separator: " "), lead, value, passed]
    return (head + completion.candidates.map(line)).joined(separator: "\n")
  }
}
