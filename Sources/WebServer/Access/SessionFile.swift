import JSON
import Stations
package import SystemSupport

/// The file that keeps the sessions of browsers over a restart. They are valid for one token only: after a change of the
/// token the file counts as empty.
package struct SessionFile: Sendable {
  /// The only version of the file that is understood.
  private static let schemaVersion = 1
  /// Largest file that is read, in bytes: ``SessionStore/maximumCount`` sessions take less than 10 KB.
  private static let maximumBytes = 64 << 10
  /// Digits of ``check(_:)``. They show that the token is another one, and are too few to reveal it.
  private static let checkDigits = 8

  private let file: StoredFile
  private let token: String

  /// The file at `path`, which need not exist, for the sessions that begin with `token`. `onFault` gets a sentence when
  /// the file cannot be used (``StoredFile``).
  package init(path: String, token: String, onFault: @escaping @Sendable (String) -> Void) {
    file = StoredFile(
      path: path, maximumBytes: Self.maximumBytes, consequence: "browsers are asked for the token again",
      onFault: onFault)
    self.token = token
  }

  /// Returns the saved sessions: none when there is no file, when it cannot be used, and when they began with another
  /// token.
  package func read() -> [SessionStore.Session] {
    let saved = file.read(StoredFile.object(version: Self.schemaVersion) { (json) throws(JSONError) in json })
    guard let saved, let salt = saved["salt"]?.text, saved["check"]?.text == check(salt) else { return [] }
    return (saved["sessions"]?.elements ?? []).compactMap { session in
      guard let name = session["name"]?.text, let end = session["end"]?.double else { return nil }
      return SessionStore.Session(name: name, end: end)
    }
  }

  /// Replaces the file with `sessions`, unless it must not be written. Throws `.cannotCreate` and `.cannotWrite`.
  package func write(_ sessions: [SessionStore.Session]) throws(SystemError) {
    let salt = String(UInt64.random(in: 0 ... .max), radix: 16)
    let value = JSONValue.object([
      "version": Self.schemaVersion, "salt": salt, "check": check(salt),
      "sessions": sessions.map { .object(["name": $0.name, "end": Int($0.end)]) },
    ])
    try file.write(JSONWriter.write(value))
  }

  private func check(_ salt: String) -> String { String(StableHash.digits(of: salt + token).prefix(Self.checkDigits)) }
}
