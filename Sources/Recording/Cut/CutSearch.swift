package import AudioCore
import Reader

/// Finds where one file ends and the next begins, because titles come some seconds early or late: at the quietest place
/// around a title, if that is quiet enough.
///
/// It takes decoded sound in order, and keeps one number for each 10 ms of it. The number is the mean of the squares of
/// all samples of all channels; NaN and infinity count as 0. So a change of format within the sound does no harm.
package struct CutSearch: Sendable {
  /// How far from the title the place may be.
  package static let reach: Duration = .seconds(3)
  /// The sound before ``reach`` that decoders need to have settled.
  package static let preroll: Duration = .seconds(1)

  /// The steps of the search: 10 ms.
  private static let stepsPerSecond = 100
  /// The length of a place: 100 ms.
  private static let stepsPerPlace = 10
  /// The power of 12 dB below.
  private static let quietShare = 0.0630957344480193

  /// Mean squares of whole steps.
  private var steps: [Double] = []
  /// The step that is not whole: the squares so far, and its samples.
  private var sum = 0.0
  private var samples = 0
  /// The format since `steps` had `formatSteps` elements, and the frames since then.
  private var format: AudioFormat?
  private var formatSteps = 0
  private var frames = 0

  /// A search without sound.
  package init() {}

  /// Adds the sound that follows. A block without a sample rate or channels is left out.
  package mutating func add(_ block: PCMBlock) {
    let (rate, channels) = (block.format.sampleRate, block.format.channels)
    guard rate > 0, channels > 0 else { return }
    if block.format != format {
      if samples > 0 { endStep() }
      format = block.format
      formatSteps = steps.count
      frames = 0
    }
    var next = 0
    while next < block.frameCount {
      let end = (steps.count - formatSteps + 1) * rate / Self.stepsPerSecond
      let count = min(max(end - frames, 0), block.frameCount - next)
      for sample in block.samples[next * channels..<(next + count) * channels] where sample.isFinite {
        sum += Double(sample) * Double(sample)
      }
      samples += count * channels
      frames += count
      next += count
      if frames >= end { endStep() }
    }
  }

  private mutating func endStep() {
    steps.append(samples > 0 ? sum / Double(samples) : 0)
    sum = 0
    samples = 0
  }

  /// Returns how far from `title`, a place in the sound, the cut belongs: the middle of the quietest 100 ms within
  /// ``reach``, if they are 12 dB below the median of all; of several the nearest. Returns zero, the title's own place,
  /// when no place is as quiet as that, as in digital silence, or when there is less sound than 100 ms around it.
  package func offset(fromTitleAt title: Duration) -> Duration {
    guard title >= .zero, title <= .milliseconds(steps.count * 1000 / Self.stepsPerSecond) + Self.reach else {
      return .zero
    }
    let titleStep = Int((title / .seconds(1) * Double(Self.stepsPerSecond)).rounded())
    let half = Self.stepsPerPlace / 2
    let reach = Int(Self.reach / .seconds(1)) * Self.stepsPerSecond
    let (earliest, latest) = (max(0, titleStep - reach), min(steps.count, titleStep + reach))
    guard latest - earliest >= Self.stepsPerPlace else { return .zero }
    let places = (earliest...latest - Self.stepsPerPlace).map { first in
      (middle: first + half, power: steps[first..<first + Self.stepsPerPlace].reduce(0, +))
    }
    let median = places.map(\.power).sorted()[places.count / 2]
    let quietest = places.min { one, other in
      (one.power, abs(one.middle - titleStep)) < (other.power, abs(other.middle - titleStep))
    }
    guard let quietest, median > 0, quietest.power <= median * Self.quietShare else { return .zero }
    return .milliseconds(quietest.middle * 1000 / Self.stepsPerSecond) - title
  }

  /// Returns the number of the packet of `packets` with which the next file begins, where a title begins with the packet
  /// `title`. `packets` are those around it, in order: 4 s before it and 3 s behind it, or those that are there; others
  /// do not count. It takes the time of the decoder for 7 s of sound.
  ///
  /// It is `title` itself where the stream breaks there: where the Ogg stream of the next song begins, or a connection.
  package static func firstPacket(ofTitleAt title: Int, in packets: [Packet]) -> Int {
    guard packets.indices.contains(title), !packets[title].isDiscontinuity else { return title }
    let first = index(before: title, by: reach, in: packets)
    let start = index(before: first, by: preroll, in: packets)
    let reader = PacketReader()
    var search = CutSearch()
    var heard = Duration.zero
    /// The place in the sound of each packet from `first` on.
    var places: [Duration] = []
    do {
      for number in start..<packets.count {
        if number >= first { places.append(heard) }
        if number > title, heard - places[title - first] >= reach { break }
        guard let block = try reader.read(packets[number]), number >= first else { continue }
        search.add(block)
        heard += block.duration
      }
    } catch {
      return title  // what cannot be decoded has no quiet place
    }
    let place = places[title - first] + search.offset(fromTitleAt: places[title - first])
    let nearest = places.indices.min { abs(places[$0] - place) < abs(places[$1] - place) }
    return nearest.map { $0 + first } ?? title
  }

  /// Returns the number of the packet that begins `duration` before the packet `number`, or the first one.
  private static func index(before number: Int, by duration: Duration, in packets: [Packet]) -> Int {
    var (number, left) = (number, duration)
    while number > 0, left > .zero {
      number -= 1
      left -= packets[number].duration
    }
    return number
  }
}

/// Returns the magnitude of a duration.
private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
