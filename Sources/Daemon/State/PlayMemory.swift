import JSON
public import Logging
import SystemSupport

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
    let json = JSONValue.object(["version": Self.schemaVersion, "volume": volume])
    do throws(SystemError) {
      try file.replace(Self.content) { _ in JSONWriter.write(json) }
    } catch {
      logger.warning("\(error.description); the volume is not remembered")
    }
  }

  private static let content = StoredFile.object(version: schemaVersion) { (json) throws(JSONError) -> Int in
    guard let volume = json["volume"]?.integer(), (0...100).contains(volume) else {
      throw JSONError(line: json["volume"]?.line ?? json.line, reason: "\"volume\" must be a number from 0 to 100")
    }
    return volume
  }
}
