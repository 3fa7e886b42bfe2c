import AudioCore
import DBus
package import RadioModel

/// A title as a notification of the desktop.
package struct TitleNotification: Sendable, Equatable {
  /// The song, as plain text.
  package var summary: String
  /// The artist and the station, as plain text.
  package var body: String

  /// The notification about the title that is audible in `snapshot`; nil when there is none.
  package init?(_ snapshot: TunerSnapshot) {
    guard snapshot.state.isTunedIn, let text = snapshot.title, !text.isEmpty else { return nil }
    let title = SongTitle(text)
    summary = BusText.line(title.song)
    let parts = [title.artist, snapshot.name].compactMap(\.self).map(BusText.line).filter { !$0.isEmpty }
    body = parts.joined(separator: " – ")
  }

  /// The body as markup in which every character stands for itself.
  package var markup: String { MarkupText.escaped(body) }
}
