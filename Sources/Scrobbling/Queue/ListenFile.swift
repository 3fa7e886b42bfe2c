import AudioCore
import Glibc
import JSON
import SystemSupport

/// The file of the queue, which is replaced as a whole. Its methods may block.
package struct ListenFile: Sendable {
  /// The largest file that is read, in bytes: a full queue of the longest titles needs less.
  private static let maximumBytes = 24 << 20

  private let path: String

  /// Creates the file at `path`, which need not exist.
  package init(path: String) { self.path = path }

  /// Returns the queue in the file; an empty one without a file. A file that is not valid is renamed to `.bad`, and
  /// `fault` gets one sentence.
  package func read(fault: (String) -> Void) -> ListenQueue {
    let bytes: [UInt8]
    do throws(ReadableFile.Failure) {
      bytes = try ReadableFile.bytes(of: path, limit: Self.maximumBytes)
    } catch .system(code: ENOENT), .system(code: ENOTDIR) {
      return ListenQueue()
    } catch {
      fault("cannot read \(path): \(error.reason)")
      return ListenQueue()
    }
    do throws(JSONFault) {
      guard bytes.count <= Self.maximumBytes else { throw JSONFault(line: 1, reason: "it is too large") }
      return try ListenQueue(json: JSONReader.read(bytes))
    } catch {
      let bad = path + ".bad"
      let isKept = rename(path, bad) == 0
      fault("\(path) \(error.description); beginning with no listens\(isKept ? ", and keeping it as \(bad)" : "")")
      return ListenQueue()
    }
  }

  /// Replaces the content with `queue`, as a whole or not at all.
  package func write(_ queue: ListenQueue) throws(TuneError) {
    try AtomicFile.write(JSONWriter.write(queue.json), to: path)
  }
}
