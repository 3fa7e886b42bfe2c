import AudioCore
import Glibc
import SystemSupport

/// The bytes of a file or of standard input, in chunks. The reads do not block the cooperative threads.
public struct LocalBytes: AsyncSequence, Sendable {
  /// A chunk of at most ``chunkBytes`` bytes, never empty.
  public typealias Element = [UInt8]

  /// Largest chunk, in bytes.
  public static let chunkBytes = 64 * 1024

  private let path: String?

  /// Standard input, up to its end.
  public static let standardInput = LocalBytes(standardInput: ())

  /// True for standard input.
  package var isStandardInput: Bool { path == nil }

  /// The file at `path`. Reading throws ``TuneError/cannotRead(path:reason:)``.
  public init(path: String) {
    self.path = path
  }

  private init(standardInput: Void) { path = nil }

  /// Returns an iterator that reads from the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: LocalReader(path: path)) }

  /// Reads chunk after chunk.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: LocalReader
    /// A separate thread for this reader: a pipe may never deliver bytes, and must not delay other readers.
    private let calls = BlockingPool(threads: 1)

    /// Returns the next chunk, or nil at the end. Throws ``TuneError/cannotRead(path:reason:)`` or `CancellationError`.
    public mutating func next() async throws -> [UInt8]? {
      let chunk = try await run { try $0.read() }
      return chunk.isEmpty ? nil : chunk
    }

    /// True for a file that can be read from any position; false for a pipe or a device. Throws
    /// ``TuneError/cannotRead(path:reason:)``.
    public mutating func isSeekable() async throws -> Bool { try await run { try $0.isSeekable() } }

    /// Moves the next chunk to `position` bytes behind the start of the first chunk; behind the end of the file there
    /// is no further chunk. Throws ``TuneError/cannotRead(path:reason:)``, also where ``isSeekable()`` is false.
    public mutating func seek(to position: Int) async throws { try await run { try $0.seek(to: position) } }

    private func run<Result: Sendable>(
      _ body: @escaping @Sendable (LocalReader) throws -> Result
    ) async throws -> Result {
      let reader = reader
      do {
        let result = try await withTaskCancellationHandler {
          try await calls.run { try body(reader) }
        } onCancel: {
          reader.interrupt()
        }
        try Task.checkCancellation()
        return result
      } catch let error as SystemError {
        throw TuneError.system(error)
      }
    }
  }
}
