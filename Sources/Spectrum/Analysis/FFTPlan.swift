import CFFTW
import Synchronization

/// FFTW's plan for windows of real samples, with its aligned memory. This file alone knows FFTW.
///
/// A real transform of N samples is done as a complex one of N/2, z[n] = x[2n] + i·x[2n+1], which is how the samples
/// lie in memory anyway; `PowerSpectrum` untangles X[0…N/2] from its result. FFTW's r2c gives the same numbers to the
/// same precision, but what `FFTW_ESTIMATE` plans for it takes about twice as long as both steps together (N = 2048
/// with AVX-512: 2.2 µs for r2c, 0.7 µs for the complex transform).
///
/// Plans are made by `FFTW_ESTIMATE`, which times nothing: the same machine makes the same plan on every run, so the
/// same input gives the same bytes. Not thread safe; each thread has its own.
package final class FFTPlan {
  /// Window length N, in samples: a power of two, 4 or more.
  package let size: Int
  private let inputs: [UnsafeMutablePointer<Float>]
  private let output: UnsafeMutablePointer<Float>
  private let plan: fftwf_plan

  /// FFTW's planner keeps global tables and may run on one thread at a time.
  private static let planner = Mutex<Void>(())

  /// A plan for windows of `size` samples, with memory for `count` of them.
  package init(size: Int, count: Int) {
    precondition(size >= 4 && size & (size - 1) == 0 && count > 0, "not a window: \(count) × \(size)")
    self.size = size
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

  /// The memory of window `row`, `size` samples to be written.
  @inline(__always)
  func input(_ row: Int) -> UnsafeMutablePointer<Float> { inputs[row] }

  /// Transforms window `row`. The result stays until the next call: N/2 complex numbers, real and imaginary parts in
  /// turn. The window's samples are left as they are.
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

  /// The same memory as FFTW's complex numbers.
  @inline(__always)
  private static func complex(_ floats: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<fftwf_complex> {
    UnsafeMutableRawPointer(floats).assumingMemoryBound(to: fftwf_complex.self)
  }
}
