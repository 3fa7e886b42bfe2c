/// Bytes that are part of the executable.
///
/// Sendable without a lock: the bytes never change, and they exist as long as the process.
public struct EmbeddedBytes: @unchecked Sendable {
  private let start: UnsafePointer<UInt8>
  /// The number of bytes.
  public let count: Int

  /// The `count` bytes at `start`, which must be constant and stay valid for the whole run.
  public init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// Returns a copy of the bytes in `range`, as far as they exist.
  public func read(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    return Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }
}
