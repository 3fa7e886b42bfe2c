import NIOCore

/// What came of one command.
enum MPDReply {
  /// These lines.
  case text(MPDText)
  /// Lines that come later; the future fails with an ``MPDFault`` only.
  case future(EventLoopFuture<MPDText>)
  /// Wait for a change in one of these.
  case idle(MPDSubsystems)
  /// The connection is to be closed.
  case close

  /// No lines: it is done.
  static let done = MPDReply.text(MPDText())
}
