/// Loads, stores and reductions of SIMD vectors in plain float memory, aligned or not.
enum Vector {
  /// Loads eight floats from `floats` on.
  @inline(__always)
  static func load8(_ floats: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(floats).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Loads four floats from `floats` on.
  @inline(__always)
  static func load4(_ floats: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(floats).loadUnaligned(as: SIMD4<Float>.self)
  }

  /// Stores four floats from `floats` on.
  @inline(__always)
  static func store4(_ vector: SIMD4<Float>, _ floats: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(floats).storeBytes(of: vector, as: SIMD4<Float>.self)
  }

  /// Returns the lanes in reverse order.
  @inline(__always)
  static func reversed(_ v: SIMD4<Float>) -> SIMD4<Float> { SIMD4(v.w, v.z, v.y, v.x) }

  /// Returns the sum of the lanes, in double precision.
  @inline(__always)
  static func sum(_ v: SIMD4<Float>) -> Double { (Double(v.x) + Double(v.y)) + (Double(v.z) + Double(v.w)) }

  /// Returns the greatest lane.
  @inline(__always)
  static func greatest(_ v: SIMD4<Float>) -> Float { max(max(v.x, v.y), max(v.z, v.w)) }
}
