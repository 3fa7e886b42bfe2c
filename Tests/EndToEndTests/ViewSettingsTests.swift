import Foundation
import TestSupport
import Testing

/// The member `view` of config.json, and the options of the view.
@Suite("Settings of the view", .ownThreads, .enabled(if: TmuxScreen.isAvailable))
struct ViewSettingsTests {
  private let home: Scratch
  private let environment: [String: String]

  init() throws {
    home = try Scratch()
    try FileManager.default.createDirectory(atPath: home.path("springradio"), withIntermediateDirectories: true)
    environment = Radiod.environment.merging(["XDG_CONFIG_HOME": home.path, "COLORTERM": "truecolor"]) { $1 }
  }

  private func set(_ json: String) throws { try home.write(json, as: "springradio/config.json") }

  @Test("an own theme and a visualizer are those of the first picture; options override them")
  func begins() throws {
    try set(
      ##"{"view": {"visualizer": "mirrored", "theme": "sea", "themes": {"sea": {"background": "#123456"}}}}"##)
    for (options, mode, background) in [
      ("", "mirrored", "48;2;18;52;86"), ("--theme light --visualizer waterfall", "waterfall", "48;2;250;250;247"),
    ] {
      let screen = try TmuxScreen(
        columns: 140, rows: 24, command: "'\(Radiod.path)' play demo --output silent \(options)",
        environment: environment)
      #expect(screen.waits { $0.contains("playing") && $0.contains("\(mode) ") }, "\(screen.text)")
      #expect(screen.colored.contains(background), "\(options)")
      try screen.type("q")
      #expect(screen.exitCode() == 0)
    }
  }

  /// Runs `radiod play demo` with `options`, and types `keys` when the screen has `text`; waits for each answer.
  private func play(_ options: String, shows text: String, then keys: [(key: String, text: String)] = []) throws {
    let screen = try TmuxScreen(
      columns: 140, rows: 24, command: "'\(Radiod.path)' play demo --output silent \(options)",
      environment: environment.merging(["XDG_STATE_HOME": home.path]) { $1 })
    let title = "SpringRadio - "
    #expect(
      screen.waits { $0.contains("playing") && $0.contains(text) && $0.contains(title) }, "\(screen.text)")
    for (key, text) in keys {
      try screen.type(key)
      #expect(screen.waits { $0.contains(text) }, "\(screen.text)")
    }
    try screen.type("q")
    #expect(screen.exitCode() == 0)
  }

  @Test("what keys change is there in the next run, titles too, and options and settings win over it")
  func remembers() throws {
    try play("", shows: "bars stereo", then: [("v", "mirrored stereo"), ("s", "mirrored mono")])
    let memory = String(decoding: home.read("springradio/view.json"), as: UTF8.self).filter { !$0.isWhitespace }
    #expect(memory.contains(#""visualizer":"mirrored","channels":"mono""#) && !memory.contains("theme"), "\(memory)")
    let titles = home.read("springradio/history.jsonl")
    #expect(String(decoding: titles, as: UTF8.self).contains(#""name":"SpringRadio demo""#))
    try play("", shows: "mirrored mono")
    try play("--visualizer bars --channels stereo", shows: "bars stereo")
    try set(#"{"view": {"visualizer": "float"}, "history": 0}"#)
    try FileManager.default.removeItem(atPath: home.path("springradio/history.jsonl"))
    try play("", shows: "float")
    #expect(home.read("springradio/history.jsonl").isEmpty, "no titles are remembered")
  }

  @Test("what keys change after Ctrl-Z and fg is there in the next run")
  func suspended() throws {
    let screen = try TmuxScreen(
      columns: 140, rows: 24,
      command: "bash -mc \"'\(Radiod.path)' play demo --output silent; echo SUSPENDED; read x; fg\"",
      environment: environment.merging(["XDG_STATE_HOME": home.path]) { $1 })
    #expect(screen.waits { $0.contains("playing") && $0.contains("bars stereo") }, "\(screen.text)")
    try screen.press("C-z")
    #expect(screen.waits { $0.contains("SUSPENDED") && !$0.contains("playing") }, "\(screen.text)")
    try screen.press("Enter")
    #expect(screen.waits { $0.contains("playing") && $0.contains("bars stereo") }, "\(screen.text)")
    try screen.type("v")
    #expect(screen.waits { $0.contains("mirrored stereo") }, "\(screen.text)")
    try screen.type("q")
    #expect(screen.exitCode() == 0)
    let memory = String(decoding: home.read("springradio/view.json"), as: UTF8.self).filter { !$0.isWhitespace }
    #expect(memory.contains(#""visualizer":"mirrored""#), "\(memory)")
  }

  @Test("own keys work, are in the help, and the others stay")
  func ownKeys() throws {
    try set(#"{"view": {"keys": {"x": "stop", "m": null}}}"#)
    try play(
      "", shows: "bars",
      then: [("m", "no key m; ? lists them"), ("?", "x          stop"), ("?", "playing"), ("x", "stopped")])
  }

  @Test("colours are left out where NO_COLOR says so, whatever the theme")
  func noColor() throws {
    try set(#"{"view": {"theme": "light"}}"#)
    let screen = try TmuxScreen(
      columns: 100, rows: 24, command: "'\(Radiod.path)' play demo --output silent",
      environment: environment.merging(["NO_COLOR": "1"]) { $1 })
    #expect(screen.waits { $0.contains("playing") && $0.contains("█") })
    #expect(!screen.colored.contains("38;2") && !screen.colored.contains("48;2"))
    try screen.type("q")
    #expect(screen.exitCode() == 0)
  }

  @Test(
    "an invalid setting gets one line with its place, and exit code 78",
    arguments: [
      (#"{"view": 3}"#, #"line 1: "view" is a number, not an object"#),
      (
        #"{"view": {"colour": 1}}"#,
        #"line 1: "view" has no member "colour"; there are delay, keys, pictures, theme, themes and visualizer"#
      ),
      (#"{"view": {"keys": 3}}"#, #"line 1: "keys" must be an object with at most 256 members"#),
      ("{\"view\": {\"keys\": {\n\"x\": 3}}}", #"line 2: "keys": 'x' must be the name of an action, or null for none"#),
      (
        "{\"view\": {\"keys\": {\n\"x\": \"stopp\"}}}",
        #"line 2: "keys": there is no action 'stopp'; did you mean 'stop'?"#
      ),
      (
        "{\"view\": {\"keys\": {\"space\": null,\n\" \": \"stop\"}}}",
        #"line 2: "keys": the key space has two actions"#
      ),
      (
        #"{"view": {"keys": {"\u0004": "stop"}}}"#,
        #"line 1: "keys": a key is written as a name such as ctrl-d, not as a control byte"#
      ),
      (#"{"view": {"pictures": "no"}}"#, #"line 1: "pictures" must be true or false"#),
      ("{\n\"view\": {\n\"theme\": \"nope\"}}", #"line 3: "theme" must be dark, light, 16, none, station"#),
      (
        #"{"view": {"visualizer": "fog"}}"#,
        #"line 1: "visualizer" must be bars, mirrored, waterfall, oscilloscope, springradio, float"#
      ),
      (
        #"{"view": {"themes": {"a": {"text": "red"}}}}"#,
        ##"line 1: the theme "a" has no colour such as "#1c9c86" in "text""##
      ),
      (#"{"view": {"delay": 2001}}"#, #"line 1: "delay" must be a number of milliseconds from 0 to 2000"#),
      (#"{"veiw": {}}"#, #"line 1: there is no setting "veiw"; did you mean "view"?"#),
    ])
  func faults(json: String, message: String) throws {
    try set(json)
    let result = try Radiod.run("play", "demo", "--theme", "dark", "--output", "silent", environment: environment)
    #expect(result.exitCode == 78 && result.isOneLineError, "\(result.errorText)")
    #expect(result.errorText.contains("config.json \(message)"), "\(result.errorText)")
  }

  @Test("the service accepts the settings of the view, which it does not use, and refuses wrong ones")
  func service() throws {
    try set(#"{"view": {"theme": "light"}, "volume": 40}"#)
    let result = try Radiod.run("config", environment: environment)
    #expect(result.exitCode == 0 && result.text.contains("40"), "\(result.errorText)")
    try set(#"{"view": {"theme": "nosuch"}}"#)
    for words in [["config"], ["serve", "--output", "silent"], ["--plain"]] {
      let refused = try Radiod.run(words, environment: environment)
      #expect(refused.exitCode == 78 && refused.isOneLineError, "\(words): \(refused.errorText)")
      #expect(refused.errorText.contains("config.json line 1: \"theme\" must be dark, light"), "\(refused.errorText)")
    }
  }

  @Test("a directory that is no server is refused at the start, by the service and by the radio in the terminal")
  func directory() throws {
    try set(#"{"directory": "foo"}"#)
    for words in [["serve", "--output", "silent"], ["--plain"]] {
      let result = try Radiod.run(words, environment: environment)
      #expect(result.exitCode == 78 && result.isOneLineError, "\(words): \(result.errorText)")
      let fault = "config.json line 1: directory: cannot use the address foo"
      #expect(result.errorText.contains(fault), "\(result.errorText)")
    }
  }

  @Test("an unknown theme or visualizer on the command line is a usage error")
  func options() throws {
    let theme = try Radiod.run("play", "demo", "--theme", "nope", "--output", "silent", environment: environment)
    #expect(
      theme.exitCode == 64 && theme.errorText.contains("--theme takes dark, light, 16, none, station, not 'nope'"))
    let mode = try Radiod.run("play", "demo", "--visualizer", "fog", environment: environment)
    #expect(mode.exitCode == 64 && mode.errorText.contains("waterfall"), "\(mode.errorText)")
  }
}
