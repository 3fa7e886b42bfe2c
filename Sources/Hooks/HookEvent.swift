import AudioCore
import Bytes
package import RadioModel

/// Something that happened, as a program sees it: in variables of its environment.
package struct HookEvent: Sendable, Equatable {
  /// The kinds of events.
  package enum Kind: String, Sendable, CaseIterable {
    /// Another title is audible.
    case title
    /// The radio does something else.
    case state

    /// The name of the setting that names its program.
    var setting: String {
      switch self {
      case .title: "onTitle"
      case .state: "onState"
      }
    }
  }

  /// The maximum length of a value, in characters.
  package static let maximumCharacters = 512
  /// Variables of this process that its children do not get: they may hold secrets of the settings, and those of the
  /// supervisor are for this process alone.
  private static let ownPrefixes = ["SPRINGRADIO_", "RADIO_", "NOTIFY_", "WATCHDOG_", "LISTEN_", "CREDENTIALS_"]

  /// The kind of the event.
  package let kind: Kind
  /// The variables with their values, cleaned: one line without control characters.
  package let variables: [String: String]

  /// The event of `kind` that led to `status`.
  package init(_ kind: Kind, _ status: RadioStatus) {
    self.kind = kind
    let title = status.title.map(SongTitle.init)
    let values: [String: String?] = [
      "EVENT": kind.rawValue, "TITLE": title?.song, "ARTIST": title?.artist, "STATION": status.name,
      "URL": status.url?.text,
      "STATE": status.state.rawValue,
    ]
    variables = Dictionary(
      uniqueKeysWithValues: values.map { name, value in
        ("RADIO_" + name, CleanText.singleLine(value ?? "", limit: Self.maximumCharacters))
      })
  }

  /// Returns the environment of the program, each variable as `NAME=value`; `inherited` are the variables of this
  /// process.
  package func environment(_ inherited: [String: String]) -> [String] {
    let kept = inherited.filter { name, _ in !Self.ownPrefixes.contains { name.hasPrefix($0) } }
    return kept.merging(variables) { $1 }.map { "\($0.key)=\($0.value)" }.sorted()
  }
}
