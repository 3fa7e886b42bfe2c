/// A request that has not the form that it must have.
package struct RequestError: Error, Equatable {
  /// The reason, as one sentence for the sender.
  package let reason: String

  /// A request that is refused for `reason`.
  package init(_ reason: String) { self.reason = reason }
}
