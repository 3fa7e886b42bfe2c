/// The format of samples without a head, as a program writes them into a pipe: `s16le:44100:2`.
public struct RawSampleFormat: Sendable, Hashable {
  /// How a sample is written.
  public enum Encoding: String, Sendable, CaseIterable {
    /// 16 bits, two's complement, little endian; full scale is 32768.
    case s16le
    /// 32 bits, IEEE 754, little endian; full scale is 1.
    case f32le
  }

  /// Rates that are taken, in hertz.
  public static let sampleRates = 1...768_000
  /// Numbers of channels that are taken.
  public static let channelCounts = 1...64

  /// How a sample is written.
  public let encoding: Encoding
  /// Rate and channels.
  public let audio: AudioFormat

  /// The format that `text`, `ENCODING:RATE:CHANNELS`, names. Throws ``TuneError/usage(message:)``, whose message says what is
  /// wrong with it.
  public init(_ text: String) throws(TuneError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let encoding = Encoding(rawValue: parts[0].lowercased()), let rate = Self.number(parts[1]),
      let channels = Self.number(parts[2])
    else {
      let shown = CleanText.singleLine(text, limit: 64)
      throw .usage(
        message: "--format takes s16le:RATE:CHANNELS or f32le:RATE:CHANNELS, such as s16le:44100:2, not '\(shown)'")
    }
    guard Self.sampleRates.contains(rate) else {
      throw .usage(message: "--format: the rate must be from 1 to \(Self.sampleRates.upperBound) Hz, not \(rate)")
    }
    guard Self.channelCounts.contains(channels) else {
      throw .usage(message: "--format: there must be 1 to \(Self.channelCounts.upperBound) channels, not \(channels)")
    }
    self.encoding = encoding
    audio = AudioFormat(sampleRate: rate, channels: channels)
  }

  /// A number of one to nine digits.
  private static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
