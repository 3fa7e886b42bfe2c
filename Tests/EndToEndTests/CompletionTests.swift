import Foundation
import TestSupport
import Testing

/// Completion by Tab, tested in the shells themselves.
@Suite("Completions", .ownThreads)
struct CompletionTests {
  private let folder: Scratch
  private let environment: [String: String]

  init() throws {
    folder = try Scratch()
    for name in ["config/springradio", "work/grove"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write(
      #"{"stations":[{"id":"groovesalad","name":"Groove: Salad","url":"http://h/"},"#
        + #"{"id":"fip","name":"FIP","url":"http://h/f"}]}"#,
      as: "config/springradio/stations.json")
    for name in ["gro song.mp3", "gro$(touch pwned).mp3", "a:b.mp3"] { try folder.write("", as: "work/" + name) }
    try folder.write("pcm.speakers { type null hint { show on description \"Mine\" } }\n", as: "asound.conf")
    let programs = URL(fileURLWithPath: Radiod.path).deletingLastPathComponent().path
    environment = Radiod.environment.merging([
      "XDG_CONFIG_HOME": folder.path("config"), "ALSA_CONFIG_PATH": folder.path("asound.conf"), "HOME": folder.path,
      "PATH": programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""), "TERM": "xterm",
    ]) { $1 }
    for shell in ["bash", "zsh", "fish"] {
      let script = try Radiod.run("--generate-completion-script", shell)
      #expect(script.exitCode == 0 && script.errorText.isEmpty)
      try folder.write(script.output, as: shell == "zsh" ? "_radiod" : "radiod." + shell)
    }
  }

  /// A command line, what completion must offer for its last word, and what it must not offer.
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let offers: Set<String>
    var hides: Set<String> = []
    var testDescription: String { line }
  }

  private static let files: Set = ["gro song.mp3", "gro$(touch pwned).mp3", "grove"]
  static let cases: [Case] = [
    Case(line: "radiod pl", offers: ["play"], hides: ["groovesalad", "stations"]),
    Case(line: "radiod ", offers: ["play", "ctl", "stations", "help"], hides: ["manual", "fip"]),
    Case(line: "radiod play gro", offers: files.union(["groovesalad"]), hides: ["fip"]),
    Case(line: "radiod play --no-view gro", offers: files.union(["groovesalad"])),
    Case(line: "radiod spectrum --json gro", offers: files.union(["groovesalad"])),
    Case(line: "radiod probe gro", offers: files.union(["groovesalad"])),
    Case(line: "radiod play ", offers: ["demo", "fip", "groovesalad", "grove"]),
    Case(line: "radiod stations show ", offers: ["demo", "fip", "groovesalad"], hides: ["grove"]),
    Case(line: "radiod stations edit ", offers: ["fip", "groovesalad"], hides: ["demo", "grove"]),
    Case(line: "radiod stations rename f", offers: ["fip"]),
    Case(line: "radiod stations remove fip ", offers: ["groovesalad"], hides: ["fip"]),
    Case(line: "radiod stations move fip --after ", offers: ["groovesalad"]),
    Case(line: "radiod stations check g", offers: ["groovesalad"]),
    Case(line: "radiod stations ", offers: ["list", "show", "edit"]),
    Case(line: "radiod stations import gro", offers: files, hides: ["groovesalad"]),
    Case(line: "radiod ctl play gro", offers: ["groovesalad"], hides: ["grove"]),
    Case(line: "radiod ctl mute ", offers: ["on", "off"]),
    Case(line: "radiod ctl --socket x vol", offers: ["volume"]),
    Case(line: "radiod --stations shipped play boblbe", offers: [], hides: ["fip"]),
    Case(line: "radiod stations show --stations shipped dronez", offers: ["dronezone"]),
    Case(line: "radiod stations search --country ", offers: ["FR", "DE", "GB"], hides: ["fip"]),
    Case(line: "radiod stations search --country F", offers: ["FR", "FI"], hides: ["DE"]),
    Case(line: "radiod stations edit fip --country f", offers: ["fr", "fi"], hides: ["de"]),
    Case(line: "radiod ctl favourite gro", offers: ["groovesalad"], hides: ["grove"]),
    Case(line: "radiod play --device ", offers: ["default", "speakers"]),
    Case(line: "radiod serve --device sp", offers: ["speakers"]),
    Case(line: "radiod play --output s", offers: ["silent"], hides: ["fip"]),
    Case(line: "radiod play --vol", offers: ["--volume"], hides: ["--verbose"]),
    Case(line: "radiod spectrum --profile ", offers: ["rta", "springradio"]),
    Case(line: "radiod help st", offers: ["stations"]),
    Case(line: "radiod help stations e", offers: ["edit", "export"]),
    Case(line: "radiod devices ", offers: [], hides: ["fip", "grove"]),
    Case(line: "radiod play -- gro", offers: files.union(["groovesalad"])),
    Case(line: "radiod play 'gro s", offers: ["gro song.mp3"]),
    Case(line: #"radiod play gro\ s"#, offers: ["gro song.mp3"], hides: ["groovesalad"]),
  ]

  /// All commands, each with nothing after it and with the beginning of an option.
  private func everyCommand() throws -> [String] {
    let dump = try #require(JSONObjects.whole(try Radiod.run("--experimental-dump-help").output)?["command"])
    var lines: [String] = []
    func add(_ command: Any, before: String) {
      guard let command = command as? [String: Any], let name = command["commandName"] as? String else { return }
      lines += ["\(before)\(name) ", "\(before)\(name) --"]
      for subcommand in command["subcommands"] as? [Any] ?? [] { add(subcommand, before: "\(before)\(name) ") }
    }
    add(dump, before: "")
    #expect(lines.count > 60)
    return lines
  }

  private func check(_ offered: Set<String>, _ test: Case, _ shell: String) {
    #expect(test.offers.isSubset(of: offered), "\(shell), \(test.line): \(offered)")
    #expect(test.hides.isDisjoint(with: offered), "\(shell), \(test.line): \(offered)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("work/pwned")), "\(shell), \(test.line)")
  }

  private func run(_ program: String, _ arguments: [String]) throws -> ProcessRunner.Result {
    try ProcessRunner.run(
      program, arguments, environment: environment, workingDirectory: folder.path("work"), limit: .seconds(240))
  }

  // MARK: - bash

  /// Cuts the line at the cursor as bash does, calls the completion function, and prints what it offers.
  private static let bashAsk = """
    compopt() { :; }
    source ../radiod.bash
    ask() {
      COMP_LINE=$1 COMP_POINT=${#1}
      local cur=${1##*[ :=\\']}
      COMPREPLY=()
      _radiod radiod "$cur" ''
      printf '%s\\n' "> $1" "${COMPREPLY[@]}"
    }

    """

  private func bash(_ lines: [String]) throws -> [[String]] {
    let calls = lines.map { "ask '" + $0.replacing("'", with: "'\\''") + "'\n" }.joined()
    let script = try folder.write(Self.bashAsk + calls, as: "ask.bash")
    let result = try run("bash", ["--norc", script])
    #expect(result.errorText.isEmpty, "\(result.errorText)")
    return Self.answers(result)
  }

  /// The lines of each answer. A line with the question comes before them.
  private static func answers(_ result: ProcessRunner.Result) -> [[String]] {
    var answers: [[String]] = []
    for line in result.text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("> ") {
        answers.append([])
      } else if !answers.isEmpty {
        answers[answers.count - 1].append(line)
      }
    }
    return answers
  }

  @Test("bash offers stations, files, devices and commands")
  func inBash() throws {
    let answers = try bash(Self.cases.map(\.line))
    try #require(answers.count == Self.cases.count)
    for (test, answer) in zip(Self.cases, answers) { check(Set(answer), test, "bash") }
  }

  @Test("each setting is an option of `serve`, in its help and its completion")
  func settings() throws {
    let config = try Radiod.run("config", environment: environment)
    let names = config.text.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.count > 20)
    let help = try Radiod.run("serve", "--help").text.split { $0.isWhitespace || $0 == "/" }
    let offered = Set(try #require(try bash(["radiod serve --"]).first))
    for name in names {
      let option = "--" + name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
      #expect(help.contains { $0 == option }, "serve --help has no \(option)")
      #expect(offered.contains(option), "no completion of \(option)")
    }
  }

  @Test("bash gets only the rest of a word after a colon or an equals sign")
  func breaks() throws {
    let answers = try bash([
      "radiod play --output=s", "radiod play --output wav:gro", "radiod play --output=wav:gr", "radiod play a:b",
      "radiod play --device=spe",
    ])
    #expect(
      answers.map(Set.init) == [
        ["silent"], Self.files, Self.files, ["b.mp3"], ["speakers"],
      ])
  }

  @Test("bash prints no error for any command")
  func everyCommandInBash() throws {
    let lines = try everyCommand()
    #expect(try bash(lines).count == lines.count)
  }

  @Test("Tab in a terminal completes stations and files", .enabled(if: TmuxScreen.isAvailable))
  func key() throws {
    // tmux gives its windows the PATH of its caller.
    try folder.write(
      "PATH='\(environment["PATH"] ?? "")'\nPS1='ready> '\nsource \(folder.path("radiod.bash"))\n", as: "rc")
    let screen = try TmuxScreen(
      columns: 100, rows: 20, command: "bash --noprofile --rcfile \(folder.path("rc")) -i", environment: environment,
      workingDirectory: folder.path("work"))
    #expect(screen.waits { $0.contains("ready>") })
    try screen.type("radiod play groo\t")
    #expect(screen.waits { $0.contains("radiod play groovesalad") }, "\(screen.text)")
    try screen.type("X\u{15}radiod play gro\\ s\t")
    #expect(screen.waits { $0.contains(#"radiod play gro\ song.mp3"#) }, "\(screen.text)")
    try screen.type("\u{15}radiod play --output wav:grov\t")
    #expect(screen.waits { $0.contains("wav:grove/") }, "\(screen.text)")
  }

  // MARK: - fish

  @Test(
    "fish offers the same as bash, and prints no error for any command",
    .enabled(if: ProcessRunner.hasPrograms("fish")))
  func inFish() throws {
    let every = try everyCommand()
    let lines = Self.cases.map(\.line) + every
    let calls = lines.map { line in
      let quoted = line.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "echo '> '; complete -C '\(quoted)'\n"
    }.joined()
    let script = try folder.write("source ../radiod.fish\n" + calls, as: "ask.fish")
    let result = try run("fish", ["--no-config", script])
    #expect(result.errorText.isEmpty, "\(result.errorText)")
    let answers = Self.answers(result)
    try #require(answers.count == lines.count)
    for (test, answer) in zip(Self.cases, answers) {
      let words = answer.map { line in
        var word = String(line.prefix { $0 != "\t" })
        if word.hasSuffix("/") { word.removeLast() }
        return word.filter { $0 != "\\" }
      }
      check(Set(words), test, "fish")
    }
    let descriptions = answers[Self.cases.firstIndex { $0.line == "radiod stations edit " } ?? 0]
    #expect(descriptions.contains("groovesalad\tGroove: Salad"), "\(descriptions)")
  }

  // MARK: - zsh

  /// A zsh in a pseudo-terminal of its own, in which Tab prints what it would offer.
  private static let zshAsk = #"""
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "source ../inner.zsh"
    zpty -r z answer '*ready>*'
    ask() {
      zpty -w -n z "$1"$'\t'
      zpty -r z answer '*end-of-answer*'
      print -r -- "> $1"
      print -r -- "${${answer##*begin-of-answer}%%end-of-answer*}" | tr -d '\r' | grep .
      zpty -w -n z $'\x15'
    }

    """#
  private static let zshInner = #"""
    fpath=(.. $fpath)
    autoload -Uz compinit && compinit -u -D
    unsetopt zle_bracketed_paste prompt_cr prompt_sp auto_list auto_menu
    bindkey -e
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
      local -a hits
      builtin compadd -A hits "$@"
      print -rl -- "${hits[@]}"
      builtin compadd "$@"
    }
    answer-begins() { print; print begin-of-answer }
    answer-ends() { print; print end-of-answer; watch-answers }
    watch-answers() { compprefuncs=(answer-begins) comppostfuncs=(answer-ends) }
    watch-answers
    bindkey '^I' complete-word
    PROMPT='read''y>'

    """#

  @Test(
    "zsh offers the same as bash, and prints no error for any command",
    .enabled(if: ProcessRunner.hasPrograms("zsh")))
  func inZsh() throws {
    try folder.write(Self.zshInner, as: "inner.zsh")
    let lines = Self.cases.map(\.line) + (try everyCommand())
    let calls = lines.map { "ask '" + $0.replacing("'", with: "'\\''") + "'\n" }.joined()
    let script = try folder.write(Self.zshAsk + calls, as: "ask.zsh")
    let result = try run("zsh", ["-f", script])
    #expect(result.errorText.isEmpty, "\(result.errorText)")
    let answers = Self.answers(result)
    try #require(answers.count == lines.count, "\(result.text)")
    for (test, answer) in zip(Self.cases, answers) { check(Set(answer.map { $0.filter { $0 != "\\" } }), test, "zsh") }
    for answer in answers {
      for word in ["(eval)", "bad substitution", "_radiod:", "command not found", "no matches found"] {
        #expect(!answer.contains { $0.contains(word) }, "\(answer)")
      }
    }
  }
}
