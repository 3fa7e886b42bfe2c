package import AudioCore
package import NIOCore

/// Cuts the bytes of `/api/samples`, which arrive in pieces of any size, into blocks of sound.
package struct SampleBlockReader {
  /// The reason why a stream cannot be read any further.
  package enum ReadError: Error, Equatable {
    /// The bytes are not a block that a daemon sends.
    case invalidBlock
  }

  /// The bytes that were not read yet: less than one block after each ``next(into:)`` that returned nil.
  private var bytes = ByteBuffer()

  /// Creates a reader for the beginning of a stream.
  package init() {}

  /// Takes the next bytes of the stream.
  package mutating func feed(_ piece: ByteBuffer) {
    if bytes.readableBytes == 0 { bytes.clear() }
    bytes.writeImmutableBuffer(piece)
  }

  /// Returns the next whole block and puts its samples into `samples`; nil when more bytes are needed. Samples that are
  /// not numbers become 0. Throws ``ReadError``; the stream then cannot be read any further.
  package mutating func next(into samples: inout [Float]) throws(ReadError) -> SampleBlock? {
    guard bytes.readableBytes >= SampleBlock.headerBytes else { return nil }
    guard let block = bytes.withUnsafeReadableBytes({ SampleBlock($0) }) else { throw .invalidBlock }
    let count = block.sampleCount
    let end = SampleBlock.headerBytes + count * MemoryLayout<Float>.size
    guard bytes.readableBytes >= end else { return nil }
    if samples.count != count { samples = [Float](repeating: 0, count: count) }
    bytes.withUnsafeReadableBytes { all in
      samples.withUnsafeMutableBytes {
        $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[SampleBlock.headerBytes..<end]))
      }
    }
    bytes.moveReaderIndex(forwardBy: end)
    for index in samples.indices where !samples[index].isFinite { samples[index] = 0 }
    return block
  }
}
