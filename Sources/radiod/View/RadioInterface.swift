import Terminal

/// The interface of a radio for people: a view that has the terminal's screen, or lines of text.
enum RadioInterface: Sendable {
  /// A view with these options.
  case screen(ViewOptions)
  /// Lines of text and typed commands.
  case lines
}
