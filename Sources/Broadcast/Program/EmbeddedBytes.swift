/// Bytes that are part of the program itself.
///
/// Sendable without a lock: nobody writes to them, and they are there as long as the program is.
public struct EmbeddedBytes: @unchecked Sendable {
  private let start: UnsafePointer<UInt8>
  /// How many there are.
  public let count: Int

  /// The `count` bytes at `start`, which must be constant and never go away.
  public init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// A copy of the bytes at `range`, as far as there are such.
  public func read(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }
}
