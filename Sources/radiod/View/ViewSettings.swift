import Bytes
import Daemon
import JSON
import SystemSupport
import Terminal

/// The member `view` of config.json: `{"visualizer": "waterfall", "delay": 150, "theme": "mine",
/// "themes": {"mine": {"from": "dark", "accent": "#1c9c86"}}}`.
struct ViewSettings {
  /// The themes, with the one that is set.
  private(set) var themes = ThemeChoice()
  /// True when a theme is set.
  private(set) var isThemeSet = false
  /// The visualizer that is set; nil when none is.
  private(set) var visualizer: VisualizerMode?
  /// The time by which the sound is drawn later, in milliseconds.
  private(set) var delay = 0

  /// The keys, with those that the user changed.
  private(set) var keys = KeyMap.standard
  /// True when pictures of stations are fetched and shown.
  private(set) var pictures = true

  private static let maximumThemes = 64
  private static let maximumKeys = 256

  /// Reads the settings of the file at `path`; a missing file or member sets nothing.
  ///
  /// Throws ``DaemonStartError`` that names the line and the fault.
  init(path: String, environment: [String: String]) throws(DaemonStartError) {
    let reader = SettingsReader(flags: [:], environment: environment, path: path)
    guard let json = try reader.readView() else { return }
    do throws(JSONError) {
      try read(json)
    } catch {
      throw DaemonStartError("\(path) \(error.description)", .configuration)
    }
  }

  /// Checks the user's settings of the view where none is shown: config.json is one file, and a fault in it is reported
  /// by whatever reads it first. Throws ``DaemonStartError`` that names the line and the fault.
  static func check() throws(DaemonStartError) {
    _ = try ViewSettings(path: CommandContext.folders.settings, environment: CommandContext.environment)
  }

  private mutating func read(_ json: JSONValue) throws(JSONError) {
    guard let members = json.members else {
      throw JSONError(line: json.line, reason: "\"view\" is \(json.kindName), not an object")
    }
    if let value = json["themes"] { themes = ThemeChoice(own: try Self.themes(value)) }
    for (key, value) in members.map({ ($0.key, $0.value) }) {
      func fault(_ demand: String) -> JSONError { JSONError(line: value.line, reason: "\"\(key)\" must be \(demand)") }
      switch key {
      case "themes": break
      case "theme":
        guard let name = value.text, themes.choose(name) else { throw fault(themes.names.joined(separator: ", ")) }
        isThemeSet = true
      case "visualizer":
        guard let mode = value.text.flatMap(VisualizerMode.init) else {
          throw fault(VisualizerMode.allCases.map(\.rawValue).joined(separator: ", "))
        }
        visualizer = mode
      case "delay":
        let range = ViewOptions.delays
        guard let number = value.integer(Int.self), range.contains(number) else {
          throw fault("a number of milliseconds from \(range.lowerBound) to \(range.upperBound)")
        }
        delay = number
      case "pictures":
        guard let flag = value.flag else { throw fault("true or false") }
        pictures = flag
      case "keys": keys = try Self.keys(value)
      default:
        let shown = CleanText.singleLine(key, limit: 64)
        throw JSONError(
          line: value.line,
          reason: "\"view\" has no member \"\(shown)\"; there are delay, keys, pictures, theme, themes and visualizer")
      }
    }
  }

  private static func keys(_ json: JSONValue) throws(JSONError) -> KeyMap {
    guard let members = json.members, members.count <= maximumKeys else {
      throw JSONError(line: json.line, reason: "\"keys\" must be an object with at most \(maximumKeys) members")
    }
    var keys = KeyMap.standard
    for member in members {
      let action = member.value.text
      guard action != nil || member.value.content == .null else {
        let key = CleanText.singleLine(member.key, limit: 32)
        throw JSONError(
          line: member.value.line, reason: "\"keys\": '\(key)' must be the name of an action, or null for none")
      }
      do throws(KeyMapError) {
        try keys.change(try Key(name: member.key), to: action)
      } catch {
        throw JSONError(line: member.value.line, reason: "\"keys\": \(error.description)")
      }
    }
    return keys
  }

  private static func themes(_ json: JSONValue) throws(JSONError) -> [Theme] {
    guard let members = json.members, members.count <= maximumThemes else {
      throw JSONError(line: json.line, reason: "\"themes\" must be an object with at most \(maximumThemes) members")
    }
    var themes: [Theme] = []
    for member in members {
      do throws(ThemeError) {
        themes.append(try Theme(name: CleanText.singleLine(member.key, limit: 64), json: member.value))
      } catch {
        throw JSONError(line: member.value.line, reason: error.description)
      }
    }
    return themes
  }
}
