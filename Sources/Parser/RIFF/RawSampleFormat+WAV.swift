import AudioCore

extension RawSampleFormat {
  /// The head of a WAV file of such samples, of unknown number. Put before the samples, it makes a stream that
  /// ``StreamParser`` reads.
  public var wavHead: [UInt8] {
    let (tag, sampleBytes) =
      switch encoding {
      case .s16le: (1, 2)
      case .f32le: (3, 4)
      }
    let frameBytes = sampleBytes * audio.channels
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let unknown = number(0xFFFF_FFFF, bytes: 4)
    return Array("RIFF".utf8) + unknown + Array("WAVEfmt ".utf8) + number(16, bytes: 4) + number(tag, bytes: 2)
      + number(audio.channels, bytes: 2) + number(audio.sampleRate, bytes: 4)
      + number(audio.sampleRate * frameBytes, bytes: 4) + number(frameBytes, bytes: 2)
      + number(8 * sampleBytes, bytes: 2) + Array("data".utf8) + unknown
  }
}
