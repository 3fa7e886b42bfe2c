import AudioCore

/// The completion scripts for shells, and the answers that these scripts request from the program.
///
/// ArgumentParser also generates scripts. Those cannot offer stations and files for one argument, make bash execute
/// code in an offered name, make fish 3.6 print errors, and contain the commands of the version that generated them.
/// The scripts here contain no commands: they run `radiod ---complete SHELL …` with the words of the line. The lines of
/// the answer are: "files" and "nospace", or neither; the text before each file name; the beginning of the file names;
/// the part of that beginning that must not be inserted again; and the words that fit.
enum CompletionCommand {
  /// The word that requests completions.
  static let question = "---complete"
  /// The option that requests a script.
  static let scriptOption = "--generate-completion-script"

  /// Returns the answer when `arguments`, without the program's name, request a script or completions; nil for all
  /// others. Throws `TuneError.invalidRequest` for an unknown shell.
  static func answer(_ arguments: [String], environment: [String: String]) throws -> String? {
    guard let first = arguments.first else { return nil }
    if first == question { return try words(Array(arguments.dropFirst())) }
    guard first == scriptOption || first.hasPrefix(scriptOption + "=") else { return nil }
    let named =
      first == scriptOption ? arguments.dropFirst().first : String(first.dropFirst(scriptOption.count + 1))
    let usual = environment["SHELL"]?.split(separator: "/").last.map(String.init)
    guard let shell = Shell(rawValue: named ?? usual ?? "") else {
      throw TuneError.invalidRequest(message: "\(scriptOption) takes bash, zsh or fish")
    }
    return shell.script
  }

  /// The supported shells.
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

  /// Readline replaces only the text after its last break character: the answer must not repeat the text before that.
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
