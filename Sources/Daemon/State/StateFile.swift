import AudioCore
import Glibc
import JSON
import Logging
import Stations
import SystemSupport

/// The file of the saved state.
struct StateFile: Sendable {
  /// The maximum size of the file, in bytes: enough for a full queue of stations that are in no list.
  private static let maximumBytes = 16 << 20

  /// The path of the file.
  let path: String
  let logger: Logger

  /// Returns the content of the file; nil when there is none. An invalid file is renamed to `state.json.bad`, with a
  /// warning.
  func read() -> JSONValue? {
    do throws(DaemonFailure) {
      guard let bytes = try BoundedFile.read(path, limit: Self.maximumBytes) else { return nil }
      do throws(JSONFault) {
        return try JSONReader.read(bytes)
      } catch {
        putAside(error.description)
      }
    } catch {
      putAside(error.description, namesPath: true)
    }
    return nil
  }

  /// Renames a file that cannot be used because of `reason`; otherwise the next write would overwrite it. `namesPath`
  /// is true when `reason` contains the path.
  func putAside(_ reason: String, namesPath: Bool = false) {
    let bad = path + ".bad"
    let isDone = rename(path, bad) == 0
    logger.warning(
      "\(namesPath ? "" : path + ": ")\(reason); beginning with nothing\(isDone ? ", and keeping it as \(bad)" : "")")
  }

  /// Replaces the file with `json`, as a whole or not at all.
  func write(_ json: JSONValue) throws(TuneError) { try AtomicFile.write(JSONWriter.write(json), to: path) }
}
