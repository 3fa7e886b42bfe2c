import AudioCore
import Bytes
import Spectrum

/// The member `wave` of a spectrum's frame: the waveform with a fixed number of points, in few bytes.
///
/// `{"peak":0.5,"rows":["…"]}`: for each row 256 pairs of signed bytes in Base64, the lowest and the highest sample at a
/// point, where 127 stands for `peak`. So quiet sound has the same resolution as loud sound.
struct WaveformMember {
  /// The number of points of a row.
  static let points = 256
  /// The byte that stands for the peak.
  private static let maximum: Float = 127
  /// The peak has this many decimals, as a power of ten. A lower peak than one unit is silence.
  private static let peakUnits: Float = 10_000
  /// The greatest peak that is reported; a full-scale sample is 1.
  private static let maximumPeak: Float = 100

  private var wave = Waveform()
  private var bytes: [UInt8] = []

  /// Takes the sound of a frame; see ``Waveform/update(_:format:points:isStereo:)``.
  mutating func update(_ samples: [Float], format: AudioFormat, isStereo: Bool) {
    wave.update(samples, format: format, points: Self.points, isStereo: isStereo)
  }

  /// Adds the member to `line`, a frame as JSON that ends with `}` and a line feed.
  mutating func append(to line: inout [UInt8]) {
    let units = (min(wave.peak, Self.maximumPeak) * Self.peakUnits).rounded()
    line.removeLast(2)
    line.append(contentsOf: ",\"wave\":{\"peak\":\(units / Self.peakUnits),\"rows\":[".utf8)
    let scale = units > 0 ? Self.maximum / wave.peak : 0
    for row in 0..<wave.rows {
      bytes.removeAll(keepingCapacity: true)
      for point in row * wave.points..<(row + 1) * wave.points {
        bytes.append(UInt8(bitPattern: Int8((wave.lows[point] * scale).rounded())))
        bytes.append(UInt8(bitPattern: Int8((wave.highs[point] * scale).rounded())))
      }
      line.append(contentsOf: row > 0 ? ",\"".utf8 : "\"".utf8)
      line.append(contentsOf: Base64.encode(bytes))
      line.append(UInt8(ascii: "\""))
    }
    line.append(contentsOf: "]}}\n".utf8)
  }
}
