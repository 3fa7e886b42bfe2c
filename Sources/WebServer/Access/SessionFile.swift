import AudioCore
import JSON
import Stations
import SystemSupport

/// The file that keeps the sessions of browsers over a restart. They are valid for one token only: after a change of the
/// token the file counts as empty.
package struct SessionFile: Sendable {
  /// The highest version of the file that this program reads.
  private static let schemaVersion = 1
  /// Largest file that is read, in bytes: ``SessionStore/maximumCount`` sessions take less than 10 KB.
  private static let maximumBytes = 64 << 10
  /// Digits of ``check``. They show that the token is another one, and are too few to reveal it.
  private static let checkDigits = 8

  private let path: String
  private let token: String

  /// The file at `path` for the sessions that begin with `token`.
  package init(path: String, token: String) {
    self.path = path
    self.token = token
  }

  /// Returns the saved sessions: none when there is no file, or when they began with another token. Calls `onFault` with
  /// a sentence when the file cannot be read.
  package func read(onFault: (String) -> Void) -> [SessionStore.Session] {
    guard let value = content(onFault), let salt = value["salt"]?.text, value["check"]?.text == check(salt) else {
      return []
    }
    return (value["sessions"]?.elements ?? []).compactMap { session in
      guard let name = session["name"]?.text, let end = session["end"]?.double else { return nil }
      return SessionStore.Session(name: name, end: end)
    }
  }

  /// Replaces the file with `sessions`. Throws `.cannotCreate` and `.cannotWrite`.
  package func write(_ sessions: [SessionStore.Session]) throws(TuneError) {
    let salt = String(UInt64.random(in: 0 ... .max), radix: 16)
    let value = JSONValue.object([
      "version": .number(Self.schemaVersion), "salt": .text(salt), "check": .text(check(salt)),
      "sessions": .array(sessions.map { .object(["name": .text($0.name), "end": .number(Int($0.end))]) }),
    ])
    try AtomicFile.write(JSONWriter.write(value), to: path)
  }

  private func content(_ onFault: (String) -> Void) -> JSONValue? {
    guard let bytes = try? ReadableFile.bytes(of: path, limit: Self.maximumBytes),
      let value = try? JSONReader.read(bytes)
    else { return nil }
    return value["version"]?.integer(Int.self) == Self.schemaVersion ? value : nil
  }

  private func check(_ salt: String) -> String { String(StableHash.digits(of: salt + token).prefix(Self.checkDigits)) }
}
