/// The texts about lines of text.
enum PlainText {
  /// The help of `--plain`.
  static let help = "Print events as lines and read commands from standard input, for screen readers and scripts."
}
