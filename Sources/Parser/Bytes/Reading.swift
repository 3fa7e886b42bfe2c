/// The result of reading something at a place in a ``ByteQueue`` whose bytes arrive in pieces.
enum Reading<Value> {
  /// It is there, whole.
  case found(Value)
  /// It is not there, or it is broken; more bytes do not change that.
  case none
  /// The number of bytes that the queue must hold for a verdict.
  case needMore(Int)
}

extension Reading: Sendable where Value: Sendable {}

extension Optional {
  /// The reading of bytes that are all there: ``Reading/none`` for nil.
  var reading: Reading<Wrapped> { map { Reading.found($0) } ?? Reading.none }
}
