import Synchronization

/// A value that is made when something needs it.
final class Lazy<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  /// A value that `make` makes, once.
  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value; the first access makes it.
  var value: Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
