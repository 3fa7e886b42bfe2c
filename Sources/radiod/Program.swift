import ArgumentParser
import AudioCore
import Bytes
import Glibc
import Player

/// Runs the command, and reports an error as one line and an exit code.
@main
enum Program {
  static func main() async {
    StandardDescriptors.fillClosed()
    ResourceCheck.arrangeHeap()
    signal(SIGPIPE, SIG_IGN)  // a write reports a closed pipe
    SignalWatch.start()
    let words = Array(CommandLine.arguments.dropFirst())
    let usual = PlayRequest(usual: words)
    // In the background while the arguments are parsed, which takes about as long.
    if usual == nil, PlayRequest.playsToDevice(words) { SoundDevice.load() }
    do {
      if let answer = try CompletionCommand.answer(words, environment: CommandContext.environment) {
        return try StandardOutput.writeLine(answer)
      }
      if let usual {
        try ResourceCheck.checkForPlaying()
        return try await usual.start()
      }
      var command = try parse(words)
      try ResourceCheck.check(for: command)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch is CancellationError, is StandardOutput.ClosedError {
      exit(EXIT_SUCCESS)
    } catch let code as ExitCode {
      exit(code.rawValue)  // the command said why
    } catch {
      if let code = ExitCodes.code(of: error) {
        fail((error as? OptionError).map(OptionFlags.sentence) ?? "\(error)", code: code)
      }
      failOrShow(error, words: words)
    }
  }

  /// Parses the words of the command line.
  ///
  /// `play` and `check` are parsed by themselves first: with the declarations and texts of all other commands they begin
  /// 1 ms later. When their words are wrong or ask for help, the whole program's parser says so.
  private static func parse(_ words: [String]) throws -> any ParsableCommand {
    var words = try CommandLineOrder.joined(words, program: CommandDeclaration.ofProgram)
    if words.first == PlayCommand.name, let play = try? PlayCommand.parse(Array(words.dropFirst())) { return play }
    if words.first == CheckCommand.name {
      words = OptionFlags.joined(words)
      if let check = try? CheckCommand.parse(Array(words.dropFirst())) { return check }
    }
    return try Radiod.parseAsRoot(CommandLineOrder.arranged(words, program: CommandDeclaration.ofProgram))
  }

  /// Ends with ArgumentParser's message, which may be the requested help or version.
  private static func failOrShow(_ error: any Error, words: [String]) -> Never {
    let code = Radiod.exitCode(for: error)
    // Decoding the declaration takes 8 ms.
    func program() -> CommandDeclaration? { try? CommandDeclaration.ofProgram() }
    if code == .validationFailure {
      let hint = program().flatMap { CommandLineHint.sentence(for: words, program: $0) }
      fail(hint ?? CommandLineHint.ownSentence(in: Radiod.message(for: error)), code: code.rawValue)
    }
    if words.first == "help", let hint = program().flatMap({ CommandLineHint.sentenceForHelp(words, program: $0) }) {
      fail(hint, code: ExitCode.validationFailure.rawValue)
    }
    Radiod.exit(withError: error)
  }

  /// Writes `message` as one line to standard error and ends the program.
  private static func fail(_ message: String, code: Int32) -> Never {
    Log.writeEnd(CleanText.singleLine(message))
    exit(code)
  }
}
