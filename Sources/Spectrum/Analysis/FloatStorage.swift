/// A fixed number of floats on the heap, initially zero and aligned for SIMD. The analyser's loops access this memory
/// without bounds, uniqueness or exclusivity checks.
final class FloatStorage {
  /// The floats, valid as long as this object exists.
  let buffer: UnsafeMutableBufferPointer<Float>

  private static let alignment = 64

  init(count: Int) {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Float>.stride, alignment: Self.alignment)
    let floats = bytes.bindMemory(to: Float.self, capacity: max(count, 1))
    floats.initialize(repeating: 0, count: max(count, 1))
    buffer = UnsafeMutableBufferPointer(start: floats, count: count)
  }

  deinit { UnsafeMutableRawPointer(buffer.baseAddress)?.deallocate() }
}
