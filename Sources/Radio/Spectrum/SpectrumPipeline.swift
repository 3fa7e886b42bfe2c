import AudioCore
import Reader
import Spectrum
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

  /// True for a live stream. Its headers then contain the wall-clock time: the output of a live stream differs from run
  /// to run in any case.
  public var isLive = false

  /// Why the pipeline ended before its source; nil until a limit is reached. After that it takes nothing more.
  public private(set) var endReason: String?

  /// A pipeline that measures with `options`, formats its lines with `writer` and passes them to `write`.
  public init(
    options: SpectrumOptions, writer: any FrameWriter, limits: Limits, write: @escaping ([UInt8]) throws -> Void
  ) {
    reader = PacketReader(mixesDown: options.channels.mixesDown)
    stream = SpectrumStream(options: options)
    self.writer = writer
    self.limits = limits
    self.write = write
    lines.reserveCapacity(Self.pieceBytes * 2)
  }

  /// Duration of the sound measured so far.
  public var position: Duration { decoded }

  /// Takes the next packet or title.
  public func receive(_ element: StreamElement) throws {
    guard endReason == nil else { return }
    switch element {
    case .metadata(let metadata): stream.feed(metadata) { take($0) }
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

  /// Ends the pipeline because the source ended, for `reason`: writes the remaining lines and the `end` line.
  public func finish(reason: String) throws {
    try measureRest()
    stream.finish { take($0) }
    writer.appendEnd(frames: frames, reason: endReason ?? reason, to: &lines)
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
    stream.feed(block) { take($0) }
  }

  private func take(_ event: SpectrumEvent) {
    if let limit = limits.frames, frames >= limit { return }
    var event = event
    switch event {
    case .frame: frames += 1
    case .header(var header) where isLive:
      header.clock = SystemTime.now - stream.position
      event = .header(header)
    case .header, .metadata: break
    }
    writer.append(event, to: &lines)
    if let limit = limits.frames, frames >= limit { endReason = "frame limit reached" }
  }
}
