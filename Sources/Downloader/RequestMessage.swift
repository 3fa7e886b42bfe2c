/// What a request to a server of a programming interface carries beside its address.
package struct RequestMessage: Sendable {
  /// Header fields: names and values of printable ASCII.
  package var fields: [(name: String, value: String)]
  /// The JSON to post; nil to get.
  package var json: [UInt8]?

  /// Creates a message.
  package init(fields: [(name: String, value: String)], json: [UInt8]? = nil) {
    self.fields = fields
    self.json = json
  }
}
