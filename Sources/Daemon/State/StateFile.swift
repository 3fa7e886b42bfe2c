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

/// The state that `radiod play` saves from run to run: the volume of the last run. It is a small JSON file beside the
/// saved state of the daemon.
public struct PlayMemory: Sendable {
  /// The maximum size of the file, in bytes.
  private static let maximumBytes = 4096
  /// The only version of the file that is understood.
  private static let schemaVersion = 1

  private let path: String
  private let logger: Logger

  /// Creates the memory in the file at `path`, which need not exist. An error in the file is logged to `logger` as a
  /// warning.
  public init(path: String, logger: Logger) {
    self.path = path
    self.logger = logger
  }

  /// The volume of the last run, 0…100; nil when none is saved. A damaged file causes a warning and counts as none.
  public var volume: Int? {
    do throws(DaemonFailure) {
      guard let bytes = try BoundedFile.read(path, limit: Self.maximumBytes) else { return nil }
      do throws(JSONFault) {
        return try Self.volume(in: JSONReader.read(bytes))
      } catch {
        warn("\(path) \(error.description)")
      }
    } catch {
      warn(error.description)
    }
    return nil
  }

  /// Saves `volume`, 0…100. The file is replaced as a whole or not at all; a failure causes one warning.
  public func remember(volume: Int) {
    let json = JSONValue.object(["version": .number(Self.schemaVersion), "volume": .number(volume)])
    do throws(TuneError) {
      try AtomicFile.write(JSONWriter.write(json), to: path)
    } catch {
      logger.warning("\(error.description); the volume is not remembered")
    }
  }

  private func warn(_ fault: String) { logger.warning("\(fault); the volume is 100 until it is changed") }

  private static func volume(in json: JSONValue) throws(JSONFault) -> Int {
    guard json["version"]?.integer() == schemaVersion else {
      throw JSONFault(line: json.line, reason: "the version is not \(schemaVersion), the only one known")
    }
    guard let volume = json["volume"]?.integer(), (0...100).contains(volume) else {
      throw JSONFault(line: json["volume"]?.line ?? json.line, reason: "\"volume\" must be a number from 0 to 100")
    }
    return volume
  }
}
