import JSON
package import SystemSupport

/// The file of the listens that the server does not take, for the user to look at. Its methods may block.
package struct RefusedListensFile: Sendable {
  /// The maximum number of listens; then the oldest are dropped.
  package static let maximumListens = 1000
  /// The largest file that is read, in bytes: the longest titles and reasons need less.
  private static let maximumBytes = 8 << 20
  private static let schemaVersion = 1

  private let file: StoredFile

  /// Creates the file beside the one of the queue at `path`; it need not exist. `onFault` gets one sentence when it
  /// cannot be used.
  package init(besideQueueAt path: String, onFault: @escaping @Sendable (String) -> Void) {
    let suffix = ".json"
    let base = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
    file = StoredFile(path: base + ".refused" + suffix, maximumBytes: Self.maximumBytes, onFault: onFault)
  }

  /// The path of the file.
  package var path: String { file.path }

  /// Appends `refused`. Does nothing when the file must not be written. Throws `.cannotCreate` and `.cannotWrite`.
  package func append(_ refused: [RefusedListen]) throws(SystemError) {
    try file.replace(Self.content) { known in
      // Entries of the file are written back as they are.
      let entries = ((known ?? []) + refused.map(\.json)).suffix(Self.maximumListens)
      return JSONWriter.write(.object(["version": Self.schemaVersion, "refused": Array(entries)]))
    }
  }

  private static let content = StoredFile.object(version: schemaVersion) { (json) throws(JSONError) -> [JSONValue] in
    guard let elements = json["refused"]?.elements else {
      throw JSONError(line: json.line, reason: "\"refused\" is missing or wrong")
    }
    return elements
  }
}
