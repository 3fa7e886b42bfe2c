import JSON
import Logging
import SystemSupport

/// The file of the saved state.
struct StateFile: Sendable {
  /// The maximum size of the file, in bytes: enough for a full queue of stations that are in no list.
  private static let maximumBytes = 16 << 20

  let logger: Logger
  private let file: StoredFile

  /// Creates the file at `path`, which need not exist.
  init(path: String, logger: Logger) {
    self.logger = logger
    file = StoredFile(path: path, maximumBytes: Self.maximumBytes) { logger.warning("\($0)") }
  }

  /// Returns the content of the file; nil without a file, and when it cannot be used. A warning says then what becomes
  /// of it, as in ``StoredFile``.
  func read() -> JSONValue? {
    file.read(StoredFile.object(version: DaemonState.schemaVersion) { (json) throws(JSONError) in json })
  }

  /// Renames a file that cannot be used because of `reason`.
  func setAside(_ reason: String) { file.setAside(reason) }

  /// Replaces the file with `json`, as a whole or not at all. Does nothing when the file must not be written.
  func write(_ json: JSONValue) throws(SystemError) { try file.write(JSONWriter.write(json)) }
}
