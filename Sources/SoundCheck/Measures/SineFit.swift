import Glibc

/// The sine that fits a window of samples best, with a constant beside it: x[n] = a·cos ω(n − t) + b·sin ω(n − t) + c,
/// where t is the window's centre.
///
/// The window is two halves. In each, amplitude, phase and constant are the least-squares solution at a given frequency
/// (IEEE Std 1057, three-parameter sine fit); the difference of the two phases gives the frequency's error.
struct SineFit {
  /// The frequency ω, in radians per sample.
  var omega: Double
  /// The coefficient of the cosine.
  var a: Double
  /// The coefficient of the sine.
  var b: Double
  /// The constant.
  var c: Double
  /// The centre t, in frames of the whole sound; it may lie between two frames.
  var center: Double

  /// The amplitude; 1 is a full-scale sine.
  var amplitude: Double { (a * a + b * b).squareRoot() }

  private typealias Lanes = SIMD8<Float>

  /// The passes after which a fit that still moves is taken as it is.
  private static let maximumPasses = 6
  /// The error of the phase in half a window, in radians, below which the frequency is not corrected again. The
  /// amplitude is then exact to 10⁻⁵.
  private static let enoughPhase = 0.01

  /// Fits `count` samples, a multiple of 16, that begin at `frame` of the sound, from the frequency `omega` on.
  static func fit(_ samples: UnsafePointer<Float>, count: Int, frame: Int, near omega: Double) -> SineFit {
    let half = count / 2
    var omega = min(max(omega, lowest(count)), .pi)
    var result = SineFit(omega: omega, a: 0, b: 0, c: 0, center: Double(frame) + Double(count - 1) / 2)
    for _ in 0..<maximumPasses {
      let gram = Gram(omega: omega, count: half)
      let wave = Wave(omega: omega)
      let first = gram.solve(sums(samples, count: half, wave: wave))
      let second = gram.solve(sums(samples + half, count: half, wave: wave))
      // Each half's phase is that of its own centre, half a window from the other's.
      let turn = omega * Double(half) / 2
      let (early, late) = (first.phasor.rotated(by: turn), second.phasor.rotated(by: -turn))
      let error = (late * early.conjugate).phase
      result.omega = omega
      let middle = (early.rotated(by: error / 2) + late.rotated(by: -error / 2))
      (result.a, result.b) = (middle.real / 2, -middle.imaginary / 2)
      result.c = (first.constant + second.constant) / 2
      guard abs(error) > 1e-9 else { break }
      let corrected = min(max(omega + error / Double(half), lowest(count)), .pi)
      result.omega = corrected
      if abs(error) < enoughPhase { break }
      omega = corrected
    }
    return result
  }

  /// The lowest frequency that a window of `count` samples distinguishes from a constant: one period in half of it.
  private static func lowest(_ count: Int) -> Double { 4 * Double.pi / Double(count) / 2 }

  /// Returns Σx·cos, Σx·sin and Σx of `count` samples; the phase is 0 at their centre.
  private static func sums(_ samples: UnsafePointer<Float>, count: Int, wave: Wave) -> SIMD4<Double> {
    var (cosines, sines, plain) = (Lanes(), Lanes(), Lanes())
    let chunk = 64
    var turn = Turn(phase: -wave.omega * Double(count - 1) / 2, step: wave.omega * Double(chunk))
    var start = 0
    while start < count {
      var (c, s) = wave.lanes(turn.next())
      let end = min(start + chunk, count)
      var n = start
      while n < end {
        let x = UnsafeRawPointer(samples + n).loadUnaligned(as: Lanes.self)
        cosines += x * c
        sines += x * s
        plain += x
        wave.step(&c, &s)
        n &+= 8
      }
      start = end
    }
    return SIMD4(Double(cosines.sum()), Double(sines.sum()), Double(plain.sum()), 0)
  }

  /// Writes Σ(x − fit)² of each of `pieces` pieces of `length` samples, a multiple of 8, to `residuals`. `frame` is the
  /// place of the first sample in the sound, which need not be in the window that was fitted.
  func residuals(
    _ samples: UnsafePointer<Float>, pieces: Int, length: Int, frame: Int, into residuals: inout [Float]
  ) {
    let wave = Wave(omega: omega)
    let (a, b, c) = (Lanes(repeating: Float(a)), Lanes(repeating: Float(b)), Lanes(repeating: Float(self.c)))
    var turn = Turn(phase: omega * (Double(frame) - center), step: omega * Double(length))
    for piece in 0..<pieces {
      let start = piece * length
      var (cosine, sine) = wave.lanes(turn.next())
      var sum = Lanes()
      var n = start
      while n < start + length {
        let x = UnsafeRawPointer(samples + n).loadUnaligned(as: Lanes.self)
        let rest = x - (a * cosine + b * sine + c)
        sum += rest * rest
        wave.step(&cosine, &sine)
        n &+= 8
      }
      residuals[piece] = sum.sum()
    }
  }

  /// Returns the value of the fit at `frame`.
  func value(at frame: Int) -> Double {
    let phase = omega * (Double(frame) - center)
    return a * cos(phase) + b * sin(phase) + c
  }

  /// Cosine and sine of phases at equal distances, by rotation in double precision.
  private struct Turn {
    private var here: Phasor
    private let step: Phasor

    init(phase: Double, step: Double) {
      (here, self.step) = (Phasor(angle: phase), Phasor(angle: step))
    }

    @inline(__always)
    mutating func next() -> SIMD2<Float> {
      defer { here = here * step }
      return SIMD2(Float(here.real), Float(here.imaginary))
    }
  }

  /// Cosine and sine of eight consecutive samples, and the step to the next eight.
  private struct Wave {
    let omega: Double
    private let cosines: Lanes
    private let sines: Lanes
    private let stepCosine: Float
    private let stepSine: Float

    init(omega: Double) {
      self.omega = omega
      var (cosines, sines) = (Lanes(), Lanes())
      for lane in 0..<8 {
        cosines[lane] = Float(cos(omega * Double(lane)))
        sines[lane] = Float(sin(omega * Double(lane)))
      }
      (self.cosines, self.sines) = (cosines, sines)
      stepCosine = Float(cos(omega * 8))
      stepSine = Float(sin(omega * 8))
    }

    @inline(__always)
    func lanes(_ start: SIMD2<Float>) -> (Lanes, Lanes) {
      (start.x * cosines - start.y * sines, start.y * cosines + start.x * sines)
    }

    @inline(__always)
    func step(_ c: inout Lanes, _ s: inout Lanes) {
      let next = c * stepCosine - s * stepSine
      s = s * stepCosine + c * stepSine
      c = next
    }
  }

  /// The sums of products of cosine, sine and 1 over `count` samples whose centre has the phase 0; those of cosine and
  /// sine, and of sine and 1, are 0 by symmetry.
  private struct Gram {
    private let cosines: Double
    private let sines: Double
    private let cosine: Double
    private let count: Double

    init(omega: Double, count: Int) {
      let m = Double(count)
      let double = abs(sin(omega)) < 1e-12 ? m : sin(omega * m) / sin(omega)
      cosines = max((m + double) / 2, 1e-9)
      sines = max((m - double) / 2, 1e-9)
      cosine = sin(omega * m / 2) / sin(omega / 2)
      self.count = m
    }

    func solve(_ sums: SIMD4<Double>) -> (phasor: Phasor, constant: Double) {
      let determinant = cosines * count - cosine * cosine
      guard determinant > 1e-6 * cosines * count else {
        return (Phasor(real: sums.x / cosines, imaginary: -sums.y / sines), 0)
      }
      let a = (sums.x * count - sums.z * cosine) / determinant
      let c = (sums.z * cosines - sums.x * cosine) / determinant
      return (Phasor(real: a, imaginary: -sums.y / sines), c)
    }
  }

  /// A complex amplitude: the real part of (a − ib)·e^(iωn) is a·cos ωn + b·sin ωn.
  private struct Phasor {
    var real: Double
    var imaginary: Double

    init(real: Double, imaginary: Double) { (self.real, self.imaginary) = (real, imaginary) }
    init(angle: Double) { self.init(real: cos(angle), imaginary: sin(angle)) }

    var conjugate: Phasor { Phasor(real: real, imaginary: -imaginary) }
    var phase: Double { atan2(imaginary, real) }

    func rotated(by angle: Double) -> Phasor { self * Phasor(angle: angle) }

    @inline(__always)
    static func * (one: Phasor, other: Phasor) -> Phasor {
      Phasor(
        real: one.real * other.real - one.imaginary * other.imaginary,
        imaginary: one.real * other.imaginary + one.imaginary * other.real)
    }

    static func + (one: Phasor, other: Phasor) -> Phasor {
      Phasor(real: one.real + other.real, imaginary: one.imaginary + other.imaginary)
    }
  }
}
