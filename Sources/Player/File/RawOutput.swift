public import AudioCore
public import Glibc

/// Writes samples without a header to standard output, as fast as the reader takes them: 16-bit, little endian,
/// interleaved. A change of sample rate or channels leaves no mark in the output; readers that need it should use WAV.
public final class RawOutput: AudioOutput {
  /// The name for messages.
  public let name = "standard output"
  /// Ends a write that no reader accepts.
  public let interruption: OutputInterruption

  private let file: OutputFile
  private var bytes: [UInt8] = []

  /// Creates an output to `descriptor`, which stays open in the end.
  public init(interruption: OutputInterruption = OutputInterruption(), descriptor: Int32 = STDOUT_FILENO) {
    self.interruption = interruption
    file = OutputFile(descriptor: descriptor, path: name, isOwned: false, interruption: interruption)
  }

  /// Does nothing: samples need no header.
  public func open(_ format: AudioFormat) throws(TuneError) {}

  /// Writes the block; returns when the reader has taken it. Throws `OutputClosedError` when the reader has closed the
  /// output.
  public func write(_ block: PCMBlock) throws {
    bytes.removeAll(keepingCapacity: true)
    PCM16.append(block.samples, to: &bytes)
    try file.write(bytes)
  }

  /// Always 0: written samples count as heard.
  public var delayFrames: Int { 0 }

  /// Does nothing: no sound is queued.
  public func drain() {}

  /// Does nothing: no sound is queued.
  public func drop() {}

  /// Does nothing: the descriptor stays open.
  public func close() {}
}
