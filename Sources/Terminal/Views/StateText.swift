import RadioModel

/// The player's state as text.
package struct StateText: Equatable, Sendable {
  /// One or a few words after a symbol: `► playing`.
  package var short: String
  /// A line to show in place of the bars; nil while there is sound.
  package var message: String?
  /// The style of the text.
  package var style: Style

  /// Creates the text for `state`.
  package init(_ state: TunerSnapshot.State, isUTF8: Bool) {
    let dots = isUTF8 ? "\u{2026}" : "..."
    func sign(_ sign: String, _ ascii: String) -> String { (isUTF8 ? sign : ascii) + " " }
    switch state {
    case .stopped:
      (short, message, style) = (sign("\u{25A0}", "#") + "stopped", "stopped: space rejoins the station", .faint)
    case .connecting:
      (short, message, style) = (sign("\u{25CB}", "o") + "connecting", "connecting" + dots, .notice)
    case .buffering:
      (short, message, style) = (sign("\u{25CB}", "o") + "buffering", "buffering" + dots, .notice)
    case .playing:
      (short, message, style) = (sign("\u{25BA}", ">") + "playing", nil, .accent)
    case .retrying(let reason, let seconds):
      short = sign("\u{25CB}", "o") + "retry in \(seconds) s"
      message = "\(reason); next try in \(seconds) s"
      style = .notice
    case .ended:
      (short, message, style) = (sign("\u{25A0}", "#") + "ended", "the end", .faint)
    case .failed(let error):
      (short, message, style) = (sign("\u{00D7}", "x") + "failed", error.description, .alarm)
    }
  }
}
