import JSON
package import SystemSupport

/// The file of the queue, which is replaced as a whole. Its methods may block.
package struct ListenFile: Sendable {
  /// The largest file that is read, in bytes: a full queue of the longest titles needs less.
  private static let maximumBytes = 24 << 20

  private let file: StoredFile

  /// Creates the file at `path`, which need not exist. `onFault` gets one sentence when it cannot be used.
  package init(path: String, onFault: @escaping @Sendable (String) -> Void) {
    file = StoredFile(path: path, maximumBytes: Self.maximumBytes, onFault: onFault)
  }

  /// Returns the queue in the file; an empty one without a file, and when it cannot be used. Then it is renamed or left
  /// alone, as in ``StoredFile``.
  package func read() -> ListenQueue {
    file.read(
      StoredFile.object(version: ListenQueue.schemaVersion) { (json) throws(JSONError) in try ListenQueue(json: json) }
    ) ?? ListenQueue()
  }

  /// Replaces the content with `queue`, as a whole or not at all. Does nothing when the file must not be written.
  package func write(_ queue: ListenQueue) throws(SystemError) { try file.write(JSONWriter.write(queue.json)) }
}
