import Glibc

/// A stored measurement of sound: for every 100 ms its levels in third octaves, in steps of 10 ms, of each channel, and
/// of its loudest and quietest moments. All levels are in tenths of a decibel below full scale, as whole numbers: 234
/// means −23.4 dBFS.
public struct Fingerprint: Sendable, Hashable {
  /// The duration of a block, in blocks a second.
  package static let blocksPerSecond = 10
  /// The steps of the envelope in a block.
  package static let steps = 10
  /// The most blocks of a fingerprint: two hours.
  package static let maximumBlocks = 2 * 3600 * blocksPerSecond
  /// The third octaves of IEC 61260-1 (base 10) from 50 Hz to 16 kHz.
  static let allBands = 26
  /// The lowest sample rate of a fingerprint.
  static let minimumRate = 4000
  /// The exponent of the lowest edge: 10^1.65 is 44.7 Hz.
  private static let minimumExponent = 1.65

  /// The quietest level that is stored.
  static let floor: Int16 = 999
  /// The loudest level that is stored: 300 dB above full scale.
  static let ceiling: Int16 = -3000

  /// The loudest and quietest moments of a block.
  enum Moment: Int, CaseIterable {
    /// The greatest sample of any channel.
    case peak
    /// The loudest millisecond.
    case loudest
    /// The quietest millisecond.
    case quietest
    /// The loudest 5 ms.
    case longLoudest
    /// The quietest 5 ms.
    case longQuietest
    /// The loudest millisecond of the second difference of the samples, in which a click stands out.
    case click
  }

  /// One block of 100 ms. Levels are the sum of all channels, except those of `channels` and the peak.
  struct Block: Sendable, Hashable {
    var bands: [Int16]
    var envelope: [Int16]
    var channels: [Int16]
    var moments: [Int16]

    subscript(moment: Moment) -> Double { Fingerprint.decibels(moments[moment.rawValue]) }
  }

  /// The sample rate of the sound, in hertz.
  package var sampleRate: Int
  /// The channels of the sound.
  package var channels: Int
  /// The number of frames of the sound.
  package var frames: Int
  /// The blocks, in order. The last one may be padded with silence.
  var blocks: [Block]

  /// The duration of the sound in seconds.
  package var seconds: Double { Double(frames) / Double(sampleRate) }

  /// True for digital silence.
  var isSilent: Bool { blocks.allSatisfy { $0.envelope.allSatisfy { $0 == Self.floor } } }

  /// Returns the number of third octaves below half of `sampleRate`.
  static func bands(atRate sampleRate: Int) -> Int {
    let count = Int(((log10(Double(sampleRate) / 2) - minimumExponent) * 10).rounded(.down))
    return max(1, min(count, allBands))
  }

  /// Returns the lower edge of the third octave `band`, which is the upper edge of the one before it, in hertz.
  static func edge(_ band: Int) -> Double { pow(10, minimumExponent + Double(band) / 10) }

  /// Returns the nominal frequency of a third octave: 50, 63, 80 …
  static func nominal(_ band: Int) -> Int {
    let digits = [50, 63, 80, 100, 125, 160, 200, 250, 315, 400]
    return digits[band % 10] * [1, 10, 100][band / 10]
  }

  /// Returns a level as it is stored.
  static func stored(_ decibels: Double) -> Int16 {
    guard decibels > -Double(floor) / 10 else { return floor }
    return Int16(max((-decibels * 10).rounded(), Double(ceiling)))
  }

  /// Returns a stored level in dBFS.
  static func decibels(_ stored: Int16) -> Double { -Double(stored) / 10 }
}
