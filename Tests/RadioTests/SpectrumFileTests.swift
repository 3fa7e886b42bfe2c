import AudioCore
import Foundation
import Radio
import Spectrum
import SystemSupport
import TestSupport
import Testing

@Suite("Frames in files")
struct SpectrumFileTests {
  private static let hasNumpy = (try? ProcessRunner.run("python3", ["-c", "import numpy"]).exitCode) == 0

  /// Feeds sound of each format through a stream into a file, and completes it.
  private func write(
    _ path: String, _ form: SpectrumFile.Form, _ formats: [AudioFormat], samples: Int = 9000,
    high: Double = 3000, commits: Bool = true
  ) throws -> [SpectrumFrame] {
    let file = try SpectrumFile(path, form: form)
    let stream = SpectrumStream(options: try SpectrumOptions(bands: 3, high: high, fftSize: 1024, channels: .all))
    var frames: [SpectrumFrame] = []
    var bytes: [UInt8] = []
    func receive(_ event: SpectrumEvent) {
      if case .frame(let frame) = event { frames.append(frame) }
      file.append(event, to: &bytes)
    }
    for format in formats {
      let sound = (0..<samples * format.channels).map { Float($0 % 89) / 100 - 0.4 }
      stream.feed(PCMBlock(format: format, samples: sound), body: receive)
      try file.write(bytes)
      bytes = []
    }
    stream.finish(body: receive)
    try file.write(bytes)
    if commits { try file.commit() }
    return frames
  }

  private let stereo = AudioFormat(sampleRate: 44_100, channels: 2)

  @Test("numpy reads an archive without pickle: times, bands and levels of every frame", .enabled(if: hasNumpy))
  func numpy() throws {
    let scratch = try Scratch()
    let path = scratch.path("x.npz")
    let frames = try write(path, .npz, [stereo, AudioFormat(sampleRate: 48_000, channels: 2)])
    let script = """
      import sys, json, zipfile, numpy as np
      assert zipfile.ZipFile(sys.argv[1]).testzip() is None
      assert all(i.compress_type == 0 for i in zipfile.ZipFile(sys.argv[1]).infolist())
      a = np.load(sys.argv[1], allow_pickle=False)
      print(json.dumps([sorted(a.files), [str(a[n].dtype) for n in sorted(a.files)], a['levels'].shape,
        a['times'].tolist(), a['bands'].tolist(), a['levels'].flatten().tolist()]))
      """
    let result = try ProcessRunner.run("python3", ["-c", script, path])
    #expect(result.exitCode == 0, "\(result.errorText)")
    let found = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [Any])
    #expect(found[0] as? [String] == ["bands", "levels", "times"])
    #expect(found[1] as? [String] == ["float64", "float32", "float64"])
    #expect(found[2] as? [Int] == [frames.count, 2, 3] && frames.count == 17)
    // Foundation reads some decimal numbers a unit in the last place too high or too low.
    func agree(_ numbers: Any, _ expected: [Double]) -> Bool {
      guard let numbers = numbers as? [Double], numbers.count == expected.count else { return false }
      return zip(numbers, expected).allSatisfy { abs($0 - $1) <= 1e-15 * abs($1) }
    }
    #expect(agree(found[3], frames.map(\.time)))
    let layout = BandLayout(options: try SpectrumOptions(bands: 3, high: 3000), sampleRate: 44_100)
    #expect(agree(found[4], layout.bands.map(\.center)))
    #expect((found[5] as? [Double])?.map { Float($0) } == frames.flatMap(\.levels))
  }

  @Test("the same frames give the same bytes, and a CSV file has a line for each row")
  func bytes() throws {
    let scratch = try Scratch()
    for name in ["a.npz", "b.npz"] { _ = try write(scratch.path(name), .npz, [stereo]) }
    #expect(scratch.read("a.npz") == scratch.read("b.npz") && scratch.read("a.npz").count > 500)
    let frames = try write(scratch.path("x.csv"), .csv(decimals: 2, hasLoudness: false), [stereo])
    let lines = String(decoding: scratch.read("x.csv"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 * frames.count + 1 && lines[0].hasPrefix("index,time,"))
  }

  @Test(
    "a file that is not completed, or has no sound, leaves the old one",
    arguments: [SpectrumFile.Form.npz, .csv(decimals: 2, hasLoudness: false)])
  func kept(form: SpectrumFile.Form) throws {
    let scratch = try Scratch()
    let path = try scratch.write([1, 2], as: "x")
    _ = try write(path, form, [stereo], commits: false)
    _ = try write(path, form, [])
    #expect(scratch.read("x") == [1, 2])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["x"])
  }

  @Test("sound that changes its bands, or in an archive its rows, is refused and leaves the old file")
  func changes() throws {
    let scratch = try Scratch()
    let path = try scratch.write([1, 2], as: "x")
    let mono = AudioFormat(sampleRate: 44_100, channels: 1)
    let slow = AudioFormat(sampleRate: 4000, channels: 2)
    let csv = SpectrumFile.Form.csv(decimals: 2, hasLoudness: false)
    for (form, next) in [(SpectrumFile.Form.npz, mono), (.npz, slow), (csv, slow)] {
      do {
        _ = try write(path, form, [stereo, next])
        Issue.record("\(form) took \(next)")
      } catch TuneError.system(.cannotWrite(_, let reason)) {
        #expect(reason.contains("44.1 kHz stereo") && reason.contains(next.displayName) && reason.contains("--json"))
      }
      #expect(scratch.read("x") == [1, 2])
    }
    _ = try write(path, csv, [stereo, mono])
    #expect(scratch.read("x").count > 100)
  }
}
