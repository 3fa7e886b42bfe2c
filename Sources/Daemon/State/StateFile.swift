import AudioCore
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
    file.read(StoredFile.object(version: DaemonState.schemaVersion) { (json) throws(JSONFault) in json })
  }

  /// Renames a file that cannot be used because of `reason`.
  func setAside(_ reason: String) { file.setAside(reason) }

  /// Replaces the file with `json`, as a whole or not at all. Does nothing when the file must not be written.
  func write(_ json: JSONValue) throws(TuneError) { try file.write(JSONWriter.write(json)) }
}

/// The state that `radiod play` saves from run to run: the volume of the last run. It is a small JSON file beside the
/// saved state of the daemon.
public struct PlayMemory: Sendable {
  /// The maximum size of the file, in bytes.
  private static let maximumBytes = 4096
  /// The only version of the file that is understood.
  private static let schemaVersion = 1

  private let file: StoredFile
  private let logger: Logger

  /// Creates the memory in the file at `path`, which need not exist. What becomes of a file that cannot be used, as in
  /// ``StoredFile``, is logged to `logger` as a warning.
  public init(path: String, logger: Logger) {
    file = StoredFile(
      path: path, maximumBytes: Self.maximumBytes, consequence: "the volume is 100 until it is changed"
    ) { logger.warning("\($0)") }
    self.logger = logger
  }

  /// The volume of the last run, 0…100; nil when none is saved, and when the file cannot be used.
  public var volume: Int? { file.read(Self.content) }

  /// Saves `volume`, 0…100. The file is replaced as a whole or not at all; a failure causes one warning.
  public func remember(volume: Int) {
    let json = JSONValue.object(["version": .number(Self.schemaVersion), "volume": .number(volume)])
    do throws(TuneError) {
      try file.replace(Self.content) { _ in JSONWriter.write(json) }
    } catch {
      logger.warning("\(error.description); the volume is not remembered")
    }
  }

  private static let content = StoredFile.object(version: schemaVersion) { (json) throws(JSONFault) -> Int in
    guard let volume = json["volume"]?.integer(), (0...100).contains(volume) else {
      throw JSONFault(line: json["volume"]?.line ?? json.line, reason: "\"volume\" must be a number from 0 to 100")
    }
    return volume
  }
}
