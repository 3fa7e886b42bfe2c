public import AudioCore
import JSON
public import Spectrum

/// An element of a daemon's stream of spectrum frames.
public enum SpectrumReading: Sendable, Equatable {
  /// The audio format in which the following frames were measured.
  case header(AudioFormat)
  /// A frame. Its `heights` are a copy of its `bars`, because the daemon sends no separate heights.
  case frame(SpectrumFrame)

  /// The maximum number of rows in a frame, and of channels in a header.
  private static let maximumRows = 64
  /// The accepted sample rates, in hertz.
  private static let sampleRates = 1...10_000_000

  /// Decodes `event`; nil when it is not what a daemon sends.
  public init?(_ event: ServerEvent) {
    guard event.name == "header" || event.name == "frame",
      let line = try? JSONReader.read(Array(event.data.utf8))
    else { return nil }
    if event.name == "header" {
      guard let sampleRate = line["sampleRate"]?.integer(Int.self), Self.sampleRates.contains(sampleRate),
        let channels = line["channels"]?.integer(Int.self), (1...Self.maximumRows).contains(channels)
      else { return nil }
      self = .header(AudioFormat(sampleRate: sampleRate, channels: channels))
    } else {
      guard let levels = Self.rows(line["levels"]), let bars = Self.rows(line["bars"]),
        let rows = Self.shape(levels), rows == Self.shape(bars)
      else { return nil }
      var frame = SpectrumFrame(rows: rows.count, bands: rows.bands)
      frame.index = line["index"]?.integer() ?? 0
      frame.time = line["time"]?.double ?? 0
      frame.levels = levels.flatMap { $0 }
      frame.bars = bars.flatMap { $0 }
      frame.heights = frame.bars
      if let peak = Self.numbers(line["peak"]), peak.count == rows.count { frame.peak = peak }
      if let rms = Self.numbers(line["rms"]), rms.count == rows.count { frame.rms = rms }
      self = .frame(frame)
    }
  }

  private struct Shape: Equatable {
    let count: Int
    let bands: Int
  }

  /// Returns the numbers of rows and bands; nil when a number is out of range or the rows differ in length.
  private static func shape(_ rows: [[Float]]) -> Shape? {
    guard let bands = rows.first?.count, rows.count <= maximumRows, SpectrumConstants.bandCounts.contains(bands),
      rows.allSatisfy({ $0.count == bands })
    else { return nil }
    return Shape(count: rows.count, bands: bands)
  }

  private static func rows(_ value: JSONValue?) -> [[Float]]? {
    let rows = value?.elements?.compactMap(numbers)
    return rows?.count == value?.elements?.count ? rows : nil
  }

  private static func numbers(_ value: JSONValue?) -> [Float]? {
    guard case .array(let elements)? = value?.content else { return nil }
    var numbers: [Float] = []
    numbers.reserveCapacity(elements.count)
    for element in elements {
      guard case .number(let digits) = element.content, let number = Float(digits), number.isFinite else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
