public import AudioCore
import JSON

/// Writes the output of a `SpectrumStream` as JSON, one object a line, as documented in docs/json.md: `levels`, `peak`
/// and `rms` with two decimals or those of the style, `bars` with four, times with six. The same events give the same
/// bytes.
public struct SpectrumJSONWriter: Sendable {
  /// What a line has beyond the daemon's frames, or lacks.
  public struct Style: Sendable {
    /// The decimals that `decimals` may have.
    public static let allDecimals = 2...6

    /// Decimals of `levels`, `peak` and `rms` and of loudness, in ``allDecimals``.
    public var decimals: Int
    /// True for frames with `levels`.
    public var hasLevels = true
    /// True for frames with `bars`.
    public var hasBars: Bool
    /// True for a header that names the channels of the source and the schema of the lines.
    public var describesSource: Bool

    /// The style of the daemon's frames.
    public static let plain = Style(decimals: 2, hasBars: true, describesSource: false)

    /// Creates a style.
    public init(decimals: Int = 2, hasBars: Bool = true, describesSource: Bool = true) {
      self.decimals = min(max(decimals, Self.allDecimals.lowerBound), Self.allDecimals.upperBound)
      self.hasBars = hasBars
      self.describesSource = describesSource
    }
  }

  /// The version of this format.
  public static let version = 1
  /// The name of the schema of the lines.
  public static let schema = "spectrum/1"
  /// The source of the sound, as the user named it.
  public var source: String
  /// The codec's name, such as `mp3`. It may change before the next header.
  public var codec: String

  private let style: Style
  /// The line of one frame before it is appended as a whole.
  private var line: [UInt8] = []

  /// Creates a writer for `source`, coded in `codec`.
  public init(source: String, codec: String, style: Style = .plain) {
    self.source = source
    self.codec = codec
    self.style = style
  }

  /// Appends the line of `event` to `bytes`.
  public mutating func append(_ event: SpectrumEvent, to bytes: inout [UInt8]) {
    switch event {
    case .header(let header): append(header, to: &bytes)
    case .frame(let frame): append(frame, to: &bytes)
    case .metadata(let time, let metadata): append(metadata, at: time, to: &bytes)
    }
  }

  /// Appends a header's line: the format, the options of the measurement (`mode` is `mono` for one row a frame), and
  /// the meaning of the numbers. No level is below `floor`, and `rmsReference` names the signal whose root mean square
  /// is 0 dBFS, a full-scale sine (AES17).
  public func append(_ header: SpectrumHeader, to bytes: inout [UInt8]) {
    let options = header.options
    bytes.append(contentsOf: "{\"type\":\"header\",\"version\":\(Self.version),\"source\":".utf8)
    JSONWriter.appendText(source, to: &bytes)
    bytes.append(contentsOf: ",\"codec\":".utf8)
    JSONWriter.appendText(codec, to: &bytes)
    bytes.append(
      contentsOf: """
        ,"sampleRate":\(header.format.sampleRate),"channels":\(header.format.channels),"fftSize":\(options.fftSize),\
        "hop":\(options.hop(sampleRate: header.format.sampleRate)),"window":"hann","weighting":"\(options.weighting.rawValue)",\
        "profile":"\(options.profile.rawValue)","mode":"\(header.mode)",\
        "floor":\(Int(SpectrumConstants.floorDecibels)),"rmsReference":"sine","program":"radiod \(ProductVersion.text)"
        """.utf8)
    if let clock = header.clock { bytes.append(contentsOf: ",\"clock\":\"\(ClockText.iso8601(clock))\"".utf8) }
    bytes.append(contentsOf: ",\"bands\":[".utf8)
    for (number, band) in header.layout.bands.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: "{\"low\":\(DecimalText.hertz(band.low))".utf8)
      bytes.append(contentsOf: ",\"center\":\(DecimalText.hertz(band.center))".utf8)
      bytes.append(contentsOf: ",\"high\":\(DecimalText.hertz(band.high))}".utf8)
    }
    bytes.append(contentsOf: "]".utf8)
    if style.describesSource {
      bytes.append(contentsOf: ",\"sourceChannels\":\(header.sourceChannels),\"schema\":\"\(Self.schema)\"".utf8)
      if let framesPerSecond = options.framesPerSecond {
        bytes.append(contentsOf: ",\"fps\":\(DecimalText.hertz(framesPerSecond))".utf8)
      }
      if header.unframed > 0 { bytes.append(contentsOf: ",\"unframed\":\(header.unframed)".utf8) }
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  /// Appends a frame's line.
  public mutating func append(_ frame: SpectrumFrame, to bytes: inout [UInt8]) {
    let numbers = frame.levels.count + frame.bars.count + frame.peak.count + frame.rms.count
    let space = (numbers + 2) * (DecimalText.maximumLength + 1) + 4 * frame.rows + 384
    if line.count < space { line = [UInt8](repeating: 0, count: space) }
    let style = style
    line.withUnsafeMutableBufferPointer { line in
      guard let start = line.baseAddress else { return }
      var cursor = start
      Self.write("{\"type\":\"frame\",\"index\":", at: &cursor)
      DecimalText.writeInteger(UInt64(frame.index.magnitude), at: &cursor)
      Self.write(",\"time\":", at: &cursor)
      DecimalText.writeMicroseconds(frame.time, at: &cursor)
      if style.hasLevels {
        Self.write(",\"levels\":", at: &cursor)
        if style.decimals == 2 {
          Self.writeRows(frame.levels, of: frame, at: &cursor) { DecimalText.writeHundredths($0, at: &$1) }
        } else {
          Self.writeRows(frame.levels, of: frame, at: &cursor) {
            DecimalText.write($0, decimals: style.decimals, at: &$1)
          }
        }
      }
      if style.hasBars {
        Self.write(",\"bars\":", at: &cursor)
        Self.writeRows(frame.bars, of: frame, at: &cursor) { DecimalText.writeTenThousandths($0, at: &$1) }
      }
      Self.write(",\"peak\":", at: &cursor)
      Self.writeList(frame.peak[...], decimals: style.decimals, at: &cursor)
      Self.write(",\"rms\":", at: &cursor)
      Self.writeList(frame.rms[...], decimals: style.decimals, at: &cursor)
      if let loudness = frame.loudness { Self.write(loudness, decimals: style.decimals, at: &cursor) }
      if let gain = frame.gain {
        Self.write(",\"gain\":", at: &cursor)
        DecimalText.write(gain, decimals: 1, at: &cursor)
      }
      if frame.padded > 0 {
        Self.write(",\"padded\":", at: &cursor)
        DecimalText.writeInteger(UInt64(frame.padded), at: &cursor)
      }
      Self.write("}\n", at: &cursor)
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: cursor - start))
    }
  }

  /// Appends a title's line.
  public func append(_ metadata: StreamMetadata, at time: Double, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"type\":\"metadata\",\"time\":".utf8)
    DecimalText.append(seconds: time, to: &bytes)
    bytes.append(contentsOf: ",\"title\":".utf8)
    JSONWriter.appendText(metadata.title, to: &bytes)
    if let rawTitle = metadata.rawTitle {
      bytes.append(contentsOf: ",\"rawTitle\":".utf8)
      JSONWriter.appendText(rawTitle, to: &bytes)
    }
    if let url = metadata.url {
      bytes.append(contentsOf: ",\"url\":".utf8)
      JSONWriter.appendText(url, to: &bytes)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  /// Appends the last line: the number of frames, why the stream ended, and what the sound was as a whole. A measure
  /// that does not exist is `null`.
  public func appendEnd(_ end: SpectrumEnd, to bytes: inout [UInt8]) {
    func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    func append(_ value: Double?, decimals: Int) {
      guard let value else { return append("null") }
      DecimalText.append(value, decimals: decimals, to: &bytes)
    }
    append("{\"type\":\"end\",\"frames\":\(end.frames),\"reason\":")
    JSONWriter.appendText(end.reason, to: &bytes)
    append(",\"code\":\"\(end.code.rawValue)\",\"samples\":\(end.samples),\"duration\":")
    DecimalText.append(seconds: end.duration, to: &bytes)
    append(",\"peak\":")
    append(end.peak?.decibels, decimals: style.decimals)
    append(",\"peakTime\":")
    if let peak = end.peak { DecimalText.append(seconds: peak.time, to: &bytes) } else { append("null") }
    append(",\"peakChannel\":\(end.peak.map { "\($0.channel)" } ?? "null"),\"fullScale\":\(end.fullScale)")
    append(",\"longestFullScale\":\(end.longestFullScale),\"dc\":[")
    for (channel, mean) in end.dc.enumerated() {
      if channel > 0 { append(",") }
      append(mean, decimals: 6)
    }
    append("],\"invalidSamples\":\(end.invalidSamples)")
    if let loudness = end.loudness {
      append(",\"integrated\":")
      append(loudness.integrated, decimals: style.decimals)
      append(",\"range\":")
      append(loudness.range, decimals: style.decimals)
      append(",\"truePeak\":")
      append(loudness.truePeak, decimals: style.decimals)
      append(",\"layoutKnown\":\(loudness.isLayoutKnown)")
    }
    append("}\n")
  }

  /// Writes `,"momentary":…,"shortTerm":…,"integrated":…`; a value that does not exist is `null`.
  private static func write(_ loudness: FrameLoudness, decimals: Int, at cursor: inout Cursor) {
    for (name, value) in [
      (",\"momentary\":" as StaticString, loudness.momentary), (",\"shortTerm\":", loudness.shortTerm),
      (",\"integrated\":", loudness.integrated),
    ] {
      write(name, at: &cursor)
      guard let value else {
        write("null", at: &cursor)
        continue
      }
      DecimalText.write(Float(value), decimals: decimals, at: &cursor)
    }
  }

  private typealias Cursor = UnsafeMutablePointer<UInt8>

  /// Writes one list per row: `[[…],[…]]`.
  @inline(__always)
  private static func writeRows(
    _ numbers: [Float], of frame: SpectrumFrame, at cursor: inout Cursor, write: (Float, inout Cursor) -> Void
  ) {
    cursor[0] = open
    cursor += 1
    for row in 0..<frame.rows {
      if row > 0 {
        cursor[0] = comma
        cursor += 1
      }
      writeList(numbers[row * frame.bands..<(row + 1) * frame.bands], at: &cursor, write: write)
    }
    cursor[0] = close
    cursor += 1
  }

  /// Writes `[1,2,3]`, each number with `decimals` decimals.
  @inline(__always)
  private static func writeList(_ numbers: ArraySlice<Float>, decimals: Int, at cursor: inout Cursor) {
    if decimals == 2 {
      writeList(numbers, at: &cursor) { DecimalText.writeHundredths($0, at: &$1) }
    } else {
      writeList(numbers, at: &cursor) { DecimalText.write($0, decimals: decimals, at: &$1) }
    }
  }

  /// Writes `[1,2,3]`.
  @inline(__always)
  private static func writeList(
    _ numbers: ArraySlice<Float>, at cursor: inout Cursor, write: (Float, inout Cursor) -> Void
  ) {
    cursor[0] = open
    cursor += 1
    numbers.withUnsafeBufferPointer { numbers in
      for number in numbers {
        write(number, &cursor)
        cursor[0] = comma
        cursor += 1
      }
    }
    // The bracket replaces the last comma.
    if !numbers.isEmpty { cursor -= 1 }
    cursor[0] = close
    cursor += 1
  }

  @inline(__always)
  private static func write(_ text: StaticString, at cursor: inout Cursor) {
    cursor.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    cursor += text.utf8CodeUnitCount
  }

  private static let open = UInt8(ascii: "[")
  private static let close = UInt8(ascii: "]")
  private static let comma = UInt8(ascii: ",")
}
