package import RadioModel

/// The player's state as text.
package struct StateText: Equatable, Sendable {
  /// One or a few words after a symbol: `► playing`.
  package var short: String
  /// A line to show in place of the bars; nil while there is sound.
  package var message: String?
  /// When the next attempt begins: `next try in 2 s`; nil while none will.
  package var outlook: String?
  /// The style of the text.
  package var style: Style

  /// The message, and when the next attempt begins: for places without ``short``.
  package var wholeMessage: String? { message.map { [$0, outlook].compactMap(\.self).joined(separator: "; ") } }

  /// Creates the text for the state of `status`. It names the key that resumes, if `keys` has one.
  package init(_ status: RadioStatus, isUTF8: Bool, keys: KeyMap = .standard) {
    let dots = isUTF8 ? "\u{2026}" : "..."
    func sign(_ sign: String, _ ascii: String) -> String { (isUTF8 ? sign : ascii) + " " }
    switch status.state {
    case .paused where status.isHeld:
      message = "paused" + (keys.label(of: .command(.toggle)).map { ": \($0) goes on" } ?? "")
      (short, style) = (sign("\u{2551}", "|") + "paused", .faint)
    case .stopped, .paused:
      let key = keys.label(of: .command(.toggle))
      message = "stopped" + (key.map { ": \($0) rejoins the station" } ?? "")
      (short, style) = (sign("\u{25A0}", "#") + "stopped", .faint)
    case .connecting:
      (short, message, style) = (sign("\u{25CB}", "o") + "connecting", "connecting" + dots, .notice)
    case .buffering:
      (short, message, style) = (sign("\u{25CB}", "o") + "buffering", "buffering" + dots, .notice)
    case .playing where status.isSilent:
      (short, message, style) = (sign("\u{25BA}", ">") + "playing, no sound", nil, .notice)
    case .playing:
      (short, message, style) = (sign("\u{25BA}", ">") + "playing", nil, .accent)
    case .retrying:
      let seconds = status.retryIn ?? 0
      short = sign("\u{25CB}", "o") + "retry in \(seconds) s"
      (message, outlook) = (status.reason ?? "", "next try in \(seconds) s")
      style = .notice
    case .ended:
      (short, message, style) = (sign("\u{25A0}", "#") + "ended", "the end", .faint)
    case .failed:
      (short, message, style) = (sign("\u{00D7}", "x") + "failed", status.reason ?? "", .alarm)
    }
  }
}
