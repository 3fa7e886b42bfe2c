import JSON
import SystemSupport

/// The file in which views keep from run to run what the listener set. Views of several processes share it: each adds
/// what was changed in it, and the last one to end wins.
public struct ViewMemory: Sendable {
  /// The maximum size of the file, in bytes.
  private static let maximumBytes = 16 << 10
  /// The only version of the file that is understood.
  private static let schemaVersion = 1

  private let file: StoredFile
  private let onFault: @Sendable (String) -> Void

  /// Creates the memory in the file at `path`, which need not exist. `onFault` gets one sentence when the file cannot be
  /// used: it is renamed or left alone then, as in `StoredFile`.
  public init(path: String, onFault: @escaping @Sendable (String) -> Void) {
    file = StoredFile(
      path: path, maximumBytes: Self.maximumBytes, consequence: "the view begins with its defaults", onFault: onFault)
    self.onFault = onFault
  }

  /// What views remembered; nothing without a file, and when it cannot be used.
  package var remembered: RememberedView { file.read(Self.content) ?? RememberedView() }

  /// Adds `changes`, unless there are none. The file is replaced as a whole or not at all; a failure causes one
  /// sentence.
  package func remember(_ changes: RememberedView) {
    guard changes != RememberedView() else { return }
    do throws(SystemError) {
      try file.replace(Self.content) { known in
        let view = (known ?? RememberedView()).applying(changes)
        let version = JSONMember("version", JSONValue(.number("\(Self.schemaVersion)")))
        return JSONWriter.write(JSONValue(.object([version] + view.members.map { JSONMember($0.key, $0.value) })))
      }
    } catch {
      onFault("\(error.description); the view is not remembered")
    }
  }

  private static let content = StoredFile.object(version: schemaVersion) { (json) throws(JSONError) in
    try RememberedView(json: json)
  }
}
