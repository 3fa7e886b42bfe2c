/// The reason why a connection to a daemon gives no answer, before it is translated for the user.
package enum RemoteError: Error, Equatable {
  /// The listener's queue of pending connections is full.
  case busy
  /// No data arrived within this time.
  case silence(Duration)
  /// The answer began, and less than ``RemoteLimits/paceBytes`` more arrived within this time.
  case slow(Duration)
  /// The connection ended before the answer did.
  case closed
  /// The data is not HTTP, or its head is longer than the limit.
  case notHTTP
  /// The body is longer than the limit.
  case endlessAnswer
}
