/// Why a connection to a daemon gives no answer, before it becomes a sentence for the user.
package enum RemoteFault: Error, Equatable {
  /// The listener has as many connections waiting as the system lets wait.
  case busy
  /// Nothing came within this time.
  case silence(Duration)
  /// The connection ended before the answer did.
  case closed
  /// What came is not HTTP, or its head is longer than is taken.
  case notHTTP
  /// The body is longer than is taken.
  case endlessAnswer
}
