public import AudioCore
import Reader
public import Spectrum
import SystemSupport

/// The pipeline of `radiod spectrum`: takes packets and titles, and writes one line for each frame as fast as they
/// arrive. Only one thread at a time may use it.
public final class SpectrumPipeline {
  /// The points at which the pipeline ends before its source does.
  public struct Limits: Sendable {
    /// Duration of sound after which the pipeline ends.
    public var duration: Duration?
    /// Number of spectrum frames after which the pipeline ends.
    public var frames: Int?

    /// Makes limits; nil means no limit.
    public init(duration: Duration? = nil, frames: Int? = nil) {
      self.duration = duration
      self.frames = frames
    }
  }

  /// The approximate size of one write.
  private static let pieceBytes = 64 * 1024

  private let reader: PacketReader
  private let stream: SpectrumStream
  private let limits: Limits
  private let write: ([UInt8]) throws -> Void
  private var writer: any FrameWriter
  private var lines: [UInt8] = []
  private var decoded: Duration = .zero
  private var frames = 0
  private var measures: SoundTotals
  /// True when sound is measured in the steps of the frames: up to the end of each, and no further.
  private let measuresInSteps: Bool
  /// The block that is being measured, and the number of its frames that are in ``measures``.
  private var block = PCMBlock(format: AudioFormat(sampleRate: 1, channels: 1), samples: [])
  private var blockTaken = 0
  /// Number of frames of the present format in ``measures``.
  private var segmentTaken = 0

  /// True for a live stream. Its headers then contain the wall-clock time: the output of a live stream differs from run
  /// to run in any case.
  public var isLive = false

  /// Why the pipeline ended before its source; nil until a limit is reached. After that it takes nothing more.
  public private(set) var endReason: String?

  /// A pipeline that measures with `options`, formats its lines with `writer` and passes them to `write`. With
  /// `measuresLoudness`, frames and end have the loudness.
  public init(
    options: SpectrumOptions, writer: any FrameWriter, limits: Limits, measuresLoudness: Bool = false,
    write: @escaping ([UInt8]) throws -> Void
  ) {
    measures = SoundTotals(measuresLoudness: measuresLoudness)
    measuresInSteps = measuresLoudness || limits.frames != nil
    reader = PacketReader(mixesDown: options.channels.mixesDown)
    stream = SpectrumStream(options: options)
    self.writer = writer
    self.limits = limits
    self.write = write
    lines.reserveCapacity(Self.pieceBytes * 2)
  }

  /// What ``finish(reason:code:)`` wrote; nil before.
  public private(set) var end: SpectrumEnd?

  /// Duration of the sound measured so far.
  public var position: Duration { decoded }

  /// Takes the next packet or title.
  public func receive(_ element: StreamElement) throws {
    guard endReason == nil else { return }
    switch element {
    case .metadata(let metadata): stream.feed(metadata) { receive($0) }
    case .packet(let packet):
      writer.begin(packet.codec)
      if let block = try reader.read(packet) { try measure(block) }
    }
    if lines.count >= Self.pieceBytes { try flush() }
  }

  /// Writes the lines that are ready.
  public func flush() throws {
    guard !lines.isEmpty else { return }
    try write(lines)
    lines.removeAll(keepingCapacity: true)
  }

  /// Measures the sound that the decoder still holds at the end of the source. Throws `TuneError.noSound` when the
  /// packets of the source hold none.
  public func finishDecoding() throws {
    try measureRest()
    if let failure = reader.soundless { throw failure }
  }

  /// Ends the pipeline in the way of `code`, for `reason`, unless it ended before: writes the remaining lines and the
  /// `end` line.
  public func finish(reason: String, code: SpectrumEnd.Code) throws {
    try measureRest()
    stream.finish { receive($0) }
    let end = measures.end(frames: frames, reason: endReason ?? reason, code: endReason == nil ? code : .limit)
    writer.appendEnd(end, to: &lines)
    self.end = end
    try flush()
  }

  /// Measures what the decoder still holds; nothing the second time.
  private func measureRest() throws {
    if endReason == nil, let block = reader.finish() { try measure(block) }
  }

  private func measure(_ block: PCMBlock) throws {
    var block = block
    if let limit = limits.duration, block.cut(to: limit - decoded) { endReason = "duration reached" }
    decoded += block.duration
    measures.invalidSamples += block.invalidSamples
    (self.block, blockTaken) = (block, 0)
    stream.feed(block) { receive($0) }
    if limits.frames.map({ frames < $0 }) ?? true { measureSound(to: block.frameCount) }
    self.block.samples = []
  }

  /// Adds the sound of the block up to its frame `end` to the measures of the whole.
  private func measureSound(to end: Int) {
    guard end > blockTaken else { return }
    let channels = block.format.channels
    block.samples.withUnsafeBufferPointer {
      measures.add(UnsafeBufferPointer(rebasing: $0[blockTaken * channels..<end * channels]))
    }
    segmentTaken += end - blockTaken
    blockTaken = end
  }

  private func receive(_ event: SpectrumEvent) {
    if let limit = limits.frames, frames >= limit { return }
    var event = event
    switch event {
    case .frame(var frame):
      frames += 1
      guard measuresInSteps else { break }
      measureSound(to: blockTaken + stream.frameEnd - segmentTaken)
      guard let loudness = measures.loudness else { break }
      frame.loudness = loudness
      event = .frame(frame)
    case .header(var header):
      measures.begin(header.format)
      segmentTaken = 0
      guard isLive else { break }
      header.clock = SystemTime.now - stream.position
      event = .header(header)
    case .metadata: break
    }
    writer.append(event, to: &lines)
    if let limit = limits.frames, frames >= limit { endReason = "frame limit reached" }
  }
}
