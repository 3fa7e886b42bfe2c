import AudioCore
import Glibc

/// Writes bare samples to standard output, as fast as they are taken: 16-bit, little endian, interleaved, without any
/// header. A change of rate or channels goes on without a mark; who needs to know it takes WAV.
public final class RawOutput: AudioOutput {
  /// What messages call it.
  public let name = "standard output"
  /// Cuts short a write that nobody reads.
  public let interruption: OutputInterruption

  private let file: OutputFile
  private var bytes: [UInt8] = []

  /// An output to `descriptor`, which stays open in the end.
  public init(interruption: OutputInterruption = OutputInterruption(), descriptor: Int32 = STDOUT_FILENO) {
    self.interruption = interruption
    file = OutputFile(descriptor: descriptor, path: name, isOwned: false, interruption: interruption)
  }

  /// Nothing to do.
  public func open(_ format: AudioFormat) throws(TuneError) {}

  /// Writes the block; returns when the reader has taken it. Throws `OutputClosed` when the reader has gone.
  public func write(_ block: PCMBlock) throws {
    bytes.removeAll(keepingCapacity: true)
    PCM16.append(block.samples, to: &bytes)
    try file.write(bytes)
  }

  /// None: what is written counts as heard.
  public var delayFrames: Int { 0 }

  /// Nothing is queued.
  public func drain() {}

  /// Nothing is queued.
  public func drop() {}

  /// Nothing is held.
  public func close() {}
}
