import AudioCore
import Glibc
import Logging
import Stations

/// The file in which the radio's memory lies.
struct StateFile: Sendable {
  /// Largest file that is read, in bytes: a full queue of stations that are of no list.
  private static let maximumBytes = 16 << 20

  /// Where it is.
  let path: String
  let logger: Logger

  /// What the file holds; nil when there is none. One that is wrong is put aside as `state.json.bad`, with a warning.
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

  /// Puts a file aside that cannot be used for `reason`, which may name it itself: the next that is written would take its place.
  func putAside(_ reason: String, namesPath: Bool = false) {
    let bad = path + ".bad"
    let isDone = rename(path, bad) == 0
    logger.warning(
      "\(namesPath ? "" : path + ": ")\(reason); beginning with nothing\(isDone ? ", and keeping it as \(bad)" : "")")
  }

  /// Puts `json` in the file's place, whole or not at all.
  func write(_ json: JSONValue) throws(TuneError) { try AtomicFile.write(JSONWriter.write(json), to: path) }
}
