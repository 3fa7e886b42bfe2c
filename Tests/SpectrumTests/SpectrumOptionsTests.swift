import AudioCore
import Spectrum
import Testing

@Suite struct SpectrumOptionsTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var bands: Int?
    var low: Double?
    var high: Double?
    var fftSize = 4096
    var hop = 1024
    let message: String
    var testDescription: String { message }
  }

  @Test(
    "invalid options are refused in one line that names the option, its value and the allowed values",
    arguments: [
      Fault(bands: 0, message: "bands 0: the number of bands must be from 1 to 4096"),
      Fault(bands: -3, message: "bands -3: the number of bands must be from 1 to 4096"),
      Fault(bands: 4097, message: "bands 4097: the number of bands must be from 1 to 4096"),
      Fault(low: 0, message: "low 0: the lowest frequency must be above 0 Hz"),
      Fault(low: -20, message: "low -20: the lowest frequency must be above 0 Hz"),
      Fault(low: .nan, message: "low nan: the lowest frequency must be above 0 Hz"),
      Fault(high: -1, message: "high -1: the highest frequency must be above 0 Hz"),
      Fault(high: .infinity, message: "high inf: the highest frequency must be above 0 Hz"),
      Fault(low: 5000, high: 200.5, message: "low 5000 must be below high 200.5 (both in Hz)"),
      Fault(low: 440, high: 440, message: "low 440 must be below high 440 (both in Hz)"),
      Fault(low: 20_000, message: "low 20000 must be below high 18000 (both in Hz)"),
      Fault(high: 30, message: "low 40 must be below high 30 (both in Hz)"),
      Fault(fftSize: 0, message: "fftSize 0: it must be a power of two from 256 to 65536, such as 4096"),
      Fault(fftSize: -2048, message: "fftSize -2048: it must be a power of two from 256 to 65536, such as 4096"),
      Fault(fftSize: 1000, message: "fftSize 1000: it must be a power of two from 256 to 65536, such as 4096"),
      Fault(fftSize: 128, message: "fftSize 128: it must be a power of two from 256 to 65536, such as 4096"),
      Fault(
        fftSize: 131_072, message: "fftSize 131072: it must be a power of two from 256 to 65536, such as 4096"),
      Fault(hop: 0, message: "hop 0: the distance of two windows must be from 1 to 2147483647 samples"),
      Fault(hop: -1, message: "hop -1: the distance of two windows must be from 1 to 2147483647 samples"),
    ])
  func refuses(fault: Fault) {
    let error = #expect(throws: OptionError.self) {
      try SpectrumOptions(
        bands: fault.bands, low: fault.low, high: fault.high, fftSize: fault.fftSize, hop: fault.hop)
    }
    #expect(error?.description == fault.message)
  }

  @Test("every power of two from 256 to 65536 is a window length", arguments: 8...16)
  func windowLengths(exponent: Int) throws {
    #expect(try SpectrumOptions(fftSize: 1 << exponent).fftSize == 1 << exponent)
  }

  @Test("profiles have the defaults of SPECTRUM.md, which apply only to options that are not given")
  func defaults() throws {
    let rta = try SpectrumOptions()
    #expect((rta.bands, rta.low, rta.high) == (80, 40, 18000))
    #expect((rta.fftSize, rta.hop) == (4096, 1024))
    #expect(rta.weighting == .none && rta.channels == .stereo && rta.profile == .rta)
    let spring = try SpectrumOptions(profile: .springradio)
    #expect((spring.bands, spring.low, spring.high) == (80, 100, 18000))
    let other = try SpectrumOptions(profile: .springradio, bands: 12, low: 50)
    #expect((other.bands, other.low, other.high) == (12, 50, 18000))
    #expect(SpectrumOptions(defaultsOf: .springradio) == spring)
  }

  @Test("another profile changes the default low, and keeps the options that were given")
  func changesProfile() throws {
    let rta = try SpectrumOptions(bands: 10)
    #expect(rta.with(profile: .springradio) == (try SpectrumOptions(profile: .springradio, bands: 10)))
    #expect(rta.with(profile: .springradio).with(profile: .rta) == rta)
    #expect(try SpectrumOptions(low: 60).with(profile: .springradio).low == 60)
    #expect(try SpectrumOptions(high: 90).with(profile: .springradio).low == 40)
  }

  @Test("the number of bands that a view requests is limited to the allowed range")
  func changesBands() {
    #expect(SpectrumOptions(defaultsOf: .rta).with(bands: 0).bands == 1)
    #expect(SpectrumOptions(defaultsOf: .rta).with(bands: 33).bands == 33)
    #expect(SpectrumOptions(defaultsOf: .rta).with(bands: 1_000_000).bands == 4096)
  }
}
