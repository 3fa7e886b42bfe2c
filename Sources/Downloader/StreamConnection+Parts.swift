import AudioCore

extension StreamConnection {
  /// A request for `range` of this body, sent to the address that answered, as what it is now by `validator`: see
  /// ``StreamRequest/rangeValidator``. Whom it may name is bounded as for what this connection names.
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
