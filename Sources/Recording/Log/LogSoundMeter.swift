package import AudioCore
import Loudness
import Reader

/// Measures the sound of a log: the integrated loudness of each file, and silences of more than 10 s. It takes the time of
/// the decoder. Used on one thread.
package final class LogSoundMeter {
  /// A silence is longer than this.
  package static let minimumSilence = 10.0
  /// Silence is what stays below −60 dBFS in all channels.
  package static let silentAmplitude: Float = 0.001

  /// Frames that are looked at together for silence: 10 ms or less at usual rates.
  private static let chunkFrames = 256

  private let reader = PacketReader(mixesDown: false)
  private var format: AudioFormat?
  private var meter: LoudnessMeter?
  /// The loudness of the longest sound of one format in the file, but for that of `meter`, and its frames.
  private var longest: (loudness: Double?, seconds: Double) = (nil, 0)
  private var meterSeconds = 0.0
  /// Seconds of sound in the file.
  private var place = 0.0
  /// Where the present silence begins; nil while there is sound.
  private var silence: Double?
  private var silences: [LogLine.Silence] = []
  /// True when no decoder can be made: the rest of the file is not measured.
  private var isBlind = false

  /// A meter before a file.
  package init() {}

  /// Measures the sound of the next packet.
  package func add(_ packet: Packet) {
    guard !isBlind else { return }
    do {
      guard let block = try reader.read(packet) else { return }
      add(block)
    } catch {
      // A library is missing, or this is a second of packets without sound, which others may follow.
      if case .format(.noSound) = error { return }
      isBlind = true
    }
  }

  /// Measures the next sound.
  package func add(_ block: PCMBlock) {
    guard block.format.sampleRate > 0, block.frameCount > 0 else { return }
    if block.format != format {
      endMeter()
      format = block.format
    }
    if meter == nil { meter = LoudnessMeter(format: block.format, measuresTruePeak: false) }
    let channels = block.format.channels
    let second = 1 / Double(block.format.sampleRate)
    block.samples.withUnsafeBufferPointer { samples in
      meter?.add(samples)
      var first = 0
      while first < block.frameCount {
        let count = min(Self.chunkFrames, block.frameCount - first)
        let chunk = UnsafeBufferPointer(rebasing: samples[first * channels..<(first + count) * channels])
        hear(isSilent: Self.isSilent(chunk), seconds: Double(count) * second)
        first += count
      }
    }
    meterSeconds += Double(block.frameCount) * second
  }

  /// Returns the measures of the file that ends here, and begins the next one. A silence goes on in it.
  package func takeFile() -> (loudness: Double?, silences: [LogLine.Silence]) {
    endMeter()
    noteSilence()
    let result = (longest.loudness, silences)
    if let began = silence { silence = began - place }
    place = 0
    silences = []
    longest = (nil, 0)
    isBlind = false
    return result
  }

  /// Notes that sound is missing here: what follows is another silence.
  package func breaks() { endSilence() }

  private func endMeter() {
    if let meter, meterSeconds >= longest.seconds { longest = (meter.integrated, meterSeconds) }
    meter = nil
    meterSeconds = 0
  }

  private func hear(isSilent: Bool, seconds: Double) {
    if isSilent {
      if silence == nil { silence = place }
    } else {
      endSilence()
    }
    place += seconds
  }

  private func endSilence() {
    noteSilence()
    silence = nil
  }

  /// Adds the present silence, when it is long enough.
  private func noteSilence() {
    guard let silence, place - silence > Self.minimumSilence else { return }
    silences.append(LogLine.Silence(place: silence, seconds: place - silence))
  }

  private static func isSilent(_ samples: UnsafeBufferPointer<Float>) -> Bool {
    guard let base = samples.baseAddress else { return true }
    var (high, low) = (SIMD8<Float>(), SIMD8<Float>())
    var index = 0
    while index &+ 8 <= samples.count {
      let part = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD8<Float>.self)
      high.replace(with: part, where: part .> high)
      low.replace(with: part, where: part .< low)
      index &+= 8
    }
    if high.max() >= silentAmplitude || -low.min() >= silentAmplitude { return false }
    return samples[index...].allSatisfy { $0.magnitude < silentAmplitude }
  }
}
