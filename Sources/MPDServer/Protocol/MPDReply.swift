import NIOCore

/// The result of one command.
enum MPDReply {
  /// The lines of the answer.
  case text(MPDText)
  /// Lines that come later. Commands fail the future with an ``MPDError``; ``MPDConnection`` reports any other error as
  /// ``MPDError/Code/system``.
  case future(EventLoopFuture<MPDText>)
  /// The client waits for a change of one of these subsystems.
  case idle(MPDSubsystems)
  /// Close the connection.
  case close

  /// Success without lines.
  static let done = MPDReply.text(MPDText())

  /// Returns an answer with one line for each pair of a key and a value.
  static func lines(_ lines: KeyValuePairs<String, any CustomStringConvertible>) -> MPDReply { .text(MPDText(lines)) }
}
