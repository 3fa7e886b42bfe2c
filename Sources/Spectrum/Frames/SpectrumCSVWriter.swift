import AudioCore

/// Writes the frames of a `SpectrumStream` as comma-separated values (RFC 4180, with line feeds): a line with the names of
/// the columns, then one line for each row of each frame.
///
/// The columns are `index`, `time` (s), `padded` (frames), `channel`, `peak` and `rms` (dBFS), with loudness `momentary`,
/// `shortTerm` and `integrated` (LUFS, empty where there is none yet), and one for each band, which has the band's centre
/// in hertz as its name and levels in dBFS. Channels count from 1; 0 is the mean of several.
public struct SpectrumCSVWriter: Sendable {
  private let decimals: Int
  private let hasLoudness: Bool
  private var hasNames = false
  private var isMean = false

  /// Creates a writer of levels with `decimals` decimals (`SpectrumJSONWriter.Style.allDecimals`).
  public init(decimals: Int, hasLoudness: Bool) {
    self.decimals = decimals
    self.hasLoudness = hasLoudness
  }

  /// Appends the lines of `event` to `bytes`. A header gives a line once: later ones must have the same bands.
  public mutating func append(_ event: SpectrumEvent, to bytes: inout [UInt8]) {
    switch event {
    case .header(let header):
      isMean = header.isMono && header.format.channels > 1
      if !hasNames { appendNames(header, to: &bytes) }
      hasNames = true
    case .frame(let frame):
      for row in 0..<frame.rows { append(frame, row: row, to: &bytes) }
    case .metadata: break
    }
  }

  private func appendNames(_ header: SpectrumHeader, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "index,time,padded,channel,peak,rms".utf8)
    if hasLoudness { bytes.append(contentsOf: ",momentary,shortTerm,integrated".utf8) }
    for band in header.layout.bands { bytes.append(contentsOf: ",\(DecimalText.hertz(band.center))".utf8) }
    bytes.append(Self.lineFeed)
  }

  private func append(_ frame: SpectrumFrame, row: Int, to bytes: inout [UInt8]) {
    let space = (frame.bands + 9) * (DecimalText.maximumLength + 1)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: space) { line in
      guard let start = line.baseAddress else { return }
      var cursor = start
      func separate() {
        cursor[0] = Self.comma
        cursor += 1
      }
      DecimalText.writeInteger(UInt64(frame.index.magnitude), at: &cursor)
      separate()
      DecimalText.writeMicroseconds(frame.time, at: &cursor)
      for number in [frame.padded, isMean ? 0 : row + 1] {
        separate()
        DecimalText.writeInteger(UInt64(number), at: &cursor)
      }
      for level in [frame.peak[row], frame.rms[row]] {
        separate()
        DecimalText.write(level, decimals: decimals, at: &cursor)
      }
      if hasLoudness {
        for value in [frame.loudness?.momentary, frame.loudness?.shortTerm, frame.loudness?.integrated] {
          separate()
          if let value { DecimalText.write(Float(value), decimals: decimals, at: &cursor) }
        }
      }
      for level in frame.levels(row: row) {
        separate()
        DecimalText.write(level, decimals: decimals, at: &cursor)
      }
      cursor[0] = Self.lineFeed
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: cursor + 1 - start))
    }
  }

  private static let comma = UInt8(ascii: ",")
  private static let lineFeed = UInt8(ascii: "\n")
}
