import Glibc
import Spectrum
import Testing

@Suite struct BandLayoutTests {
  @Test(
    "edges are in equal ratios, meet each other, and end at low and high or half the rate",
    arguments: [22_050, 44_100, 48_000], [1, 7, 80, 333])
  func edges(rate: Int, bands: Int) throws {
    let layout = BandLayout(options: try SpectrumOptions(bands: bands), sampleRate: rate)
    let high = min(18_000, Double(rate) / 2)
    #expect(layout.bands.count == bands)
    #expect(layout.bands.first?.low == 40)
    #expect(layout.bands.last?.high == high)
    for (j, band) in layout.bands.enumerated() {
      let exact = 40 * pow(high / 40, Double(j) / Double(bands))
      #expect(abs(band.low - exact) < 1e-9 * exact)
      #expect(abs(band.center - (band.low * band.high).squareRoot()) < 1e-9 * exact)
      if j > 0 { #expect(band.low == layout.bands[j - 1].high) }
    }
  }

  @Test(
    "each bin is divided once: its shares sum to the part of the bin that is between low and high",
    arguments: [(22_050, 256, 80), (44_100, 2048, 80), (44_100, 4096, 10), (48_000, 1024, 500), (8000, 4096, 3)])
  func shares(rate: Int, size: Int, bands: Int) throws {
    let options = try SpectrumOptions(bands: bands, fftSize: size)
    let layout = BandLayout(options: options, sampleRate: rate)
    let width = Double(rate) / Double(size)
    var shared = [Double](repeating: 0, count: size / 2 + 1)
    for share in layout.shares {
      for k in Int(share.first)...Int(share.last) {
        let isEnd = k == Int(share.first) || k == Int(share.last)
        if k == Int(share.first) { shared[k] += Double(share.firstShare) }
        if k == Int(share.last) { shared[k] += Double(share.lastShare) }
        if !isEnd { shared[k] += 1 }
      }
    }
    let high = min(options.high, Double(rate) / 2)
    for k in shared.indices {
      let inside = min(high, (Double(k) + 0.5) * width) - max(options.low, (Double(k) - 0.5) * width)
      #expect(abs(shared[k] - max(inside / width, 0)) < 1e-5, "bin \(k)")
    }
  }

  @Test("with low at or above half the rate no bin counts, and the edges are those asked for")
  func outside() throws {
    let options = try SpectrumOptions(bands: 4, low: 15_000, high: 20_000)
    let layout = BandLayout(options: options, sampleRate: 22_050)
    #expect(layout.bands.first?.low == 15_000)
    #expect(layout.bands.last?.high == 20_000)
    #expect(layout.shares.allSatisfy { $0.firstShare == 0 && $0.lastShare == 0 && $0.first == $0.last })
  }
}
