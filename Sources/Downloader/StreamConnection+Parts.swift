import AudioCore

extension StreamConnection {
  /// Returns a request for `range` of this body, to the address that answered. With `validator` the server sends the
  /// range only of the unchanged body: see ``StreamRequest/rangeValidator``. The request may reach only the addresses
  /// that this connection may name.
  package func request(for range: Range<Int>, validator: String?) -> StreamRequest {
    var next = request
    next.follow(self)
    next.trail = []
    next.redirectCount = 0
    next.timeLimit = nil
    next.wantsTitles = false
    next.byteRange = range
    next.rangeValidator = validator
    return next
  }
}
