/// The reply to a method call.
package enum BusReply: Sendable, Equatable {
  /// The call succeeded with these results.
  case results([BusValue])
  /// The call failed with this error and text.
  case failure(BusFailure, String)
}
