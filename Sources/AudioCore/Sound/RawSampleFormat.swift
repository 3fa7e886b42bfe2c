import Bytes

/// The format of samples without a header, as a program writes them into a pipe, such as `s16le:44100:2`.
public struct RawSampleFormat: Sendable, Hashable {
  /// The encoding of a sample.
  public enum Encoding: String, Sendable, CaseIterable {
    /// 16 bits, two's complement, little endian; full scale is 32768.
    case s16le
    /// 32 bits, IEEE 754, little endian; full scale is 1.
    case f32le
  }

  /// Accepted sample rates, in hertz.
  public static let sampleRates = 1...768_000
  /// Accepted numbers of channels.
  public static let channelCounts = 1...64

  /// The encoding of each sample.
  public let encoding: Encoding
  /// Sample rate and channels.
  public let audio: AudioFormat

  /// Parses `text` of the form `ENCODING:RATE:CHANNELS`. Throws ``OptionError`` with a message that names the fault.
  public init(_ text: String) throws(OptionError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let encoding = Encoding(rawValue: parts[0].lowercased()), let rate = Self.number(parts[1]),
      let channels = Self.number(parts[2])
    else {
      let shown = CleanText.singleLine(text, limit: 64)
      throw OptionError(
        "\(option: .format) takes s16le:RATE:CHANNELS or f32le:RATE:CHANNELS, such as s16le:44100:2, not '\(shown)'")
    }
    guard Self.sampleRates.contains(rate) else {
      throw OptionError("\(option: .format): the rate must be from 1 to \(Self.sampleRates.upperBound) Hz, not \(rate)")
    }
    guard Self.channelCounts.contains(channels) else {
      throw OptionError(
        "\(option: .format): there must be 1 to \(Self.channelCounts.upperBound) channels, not \(channels)")
    }
    self.encoding = encoding
    audio = AudioFormat(sampleRate: rate, channels: channels)
  }

  /// The header of a WAV file of such samples, of unknown number. Put before the samples, it makes a stream that the
  /// parser reads.
  public var wavHeader: WAVHeader {
    switch encoding {
    case .s16le: WAVHeader(.linear, sampleSize: 2, format: audio, dataSize: nil)
    case .f32le: WAVHeader(.float, sampleSize: 4, format: audio, dataSize: nil)
    }
  }

  /// Returns the value of one to nine decimal digits, or nil for any other text.
  private static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}

extension OptionName {
  /// The format of samples without a header.
  public static let format = OptionName("format")
}
