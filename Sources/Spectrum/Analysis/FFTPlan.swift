import CFFTW
import Synchronization

/// FFTW's plan for windows of real samples, with its aligned memory. Only this file uses FFTW.
///
/// A real transform of N samples is computed as a complex transform of N/2 values, z[n] = x[2n] + i·x[2n+1], which is
/// the samples' order in memory anyway; `PowerSpectrum` separates X[0…N/2] from its result. FFTW's r2c gives the same
/// numbers with the same precision, but its `FFTW_ESTIMATE` plan takes about twice as long as both steps together (N =
/// 2048 with AVX-512: 2.2 µs for r2c, 0.7 µs for the complex transform).
///
/// Plans are made with `FFTW_ESTIMATE`, which measures no times: the same machine makes the same plan on every run, so
/// the same input gives the same bytes. Not thread safe; each thread needs a separate plan.
package final class FFTPlan {
  private let inputs: [UnsafeMutablePointer<Float>]
  private let output: UnsafeMutablePointer<Float>
  private let plan: fftwf_plan

  /// Serializes FFTW's planner, which uses global tables and may run on only one thread at a time.
  private static let planner = Mutex<Void>(())

  /// Creates a plan for windows of `size` samples N, a power of two from 4, with memory for `count` windows.
  package init(size: Int, count: Int) {
    precondition(size >= 4 && size & (size - 1) == 0 && count > 0, "not a window: \(count) × \(size)")
    inputs = (0..<count).map { _ in Self.allocate(size) }
    output = Self.allocate(size)
    let (input, output) = (inputs[0], self.output)
    var made: fftwf_plan?
    Self.planner.withLock { _ in
      made = fftwf_plan_dft_1d(
        Int32(size / 2), Self.complex(input), Self.complex(output), springradio_fftw_forward,
        springradio_fftw_estimate)
    }
    guard let made else { fatalError("FFTW has no memory for a plan of \(size)") }
    plan = made
  }

  deinit {
    Self.planner.withLock { _ in fftwf_destroy_plan(plan) }
    for input in inputs { fftwf_free(input) }
    fftwf_free(output)
  }

  /// Returns the memory for window `row`; the caller writes `size` samples to it.
  @inline(__always)
  func input(_ row: Int) -> UnsafeMutablePointer<Float> { inputs[row] }

  /// Transforms window `row` and returns N/2 complex numbers, with alternating real and imaginary parts. The result is
  /// valid until the next call. The window's samples do not change.
  @inline(__always)
  func execute(_ row: Int) -> UnsafePointer<Float> {
    fftwf_execute_dft(plan, Self.complex(inputs[row]), Self.complex(output))
    return UnsafePointer(output)
  }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Float> {
    guard let floats = fftwf_alloc_real(count) else { fatalError("FFTW has no memory for \(count) samples") }
    floats.initialize(repeating: 0, count: count)
    return floats
  }

  /// Returns the same memory as FFTW's complex numbers.
  @inline(__always)
  private static func complex(_ floats: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<fftwf_complex> {
    UnsafeMutableRawPointer(floats).assumingMemoryBound(to: fftwf_complex.self)
  }
}
