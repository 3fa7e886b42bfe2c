import Glibc
import SystemSupport

/// A program of the user that runs when something happens.
public struct HookProgram: Sendable, Equatable {
  /// Its absolute path.
  public let path: String

  /// Checks `text`, an absolute path or one that begins with `~/`; `home` is the folder for `~`. Throws a fault when
  /// there is no executable file.
  public init(_ text: String, home: String?) throws(HookError) {
    if text.hasPrefix("/") {
      path = text
    } else if text.hasPrefix("~/"), let home, home.hasPrefix("/") {
      path = home + text.dropFirst()
    } else {
      throw HookError(description: "a program is an absolute path or begins with ~/, without arguments")
    }
    guard let status = stat(of: path) else {
      throw HookError(description: "\(path): \(SystemReason.text(of: errno))")
    }
    guard status.isPlainFile else { throw HookError(description: "\(path) is not a file") }
    guard access(path, X_OK) == 0 else {
      throw HookError(description: "\(path) is not executable ('chmod +x' makes it so)")
    }
  }
}
