import JSON

/// A listen that the server does not take, and why.
package struct RefusedListen: Sendable, Equatable {
  /// The listen.
  package var listen: Listen
  /// The server's reason, as one sentence.
  package var reason: String

  /// A listen that the server does not take because of `reason`.
  package init(listen: Listen, reason: String) {
    self.listen = listen
    self.reason = reason
  }
}

extension RefusedListen {
  /// The listen and the member `reason`.
  var json: JSONValue { listen.json.adding(.object(["reason": reason])) }
}
