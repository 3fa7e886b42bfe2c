/// An error of a file. `path` may also be the name of what a file stands for, such as "standard output".
public enum FileError: Error, Sendable, Equatable {
  /// A file is missing or unreadable.
  case cannotRead(path: String, reason: String)
  /// A file cannot be created.
  case cannotCreate(path: String, reason: String)
  /// Writing failed after it began, for example because the disk is full.
  case cannotWrite(path: String, reason: String)
}

extension FileError: CustomStringConvertible {
  /// One sentence: the path and the fault.
  public var description: String {
    switch self {
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .cannotCreate(let path, let reason): "cannot create \(path): \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

// A file error where any error of playback is thrown.
extension TuneError {
  /// See ``FileError/cannotRead(path:reason:)``.
  public static func cannotRead(path: String, reason: String) -> TuneError {
    .file(.cannotRead(path: path, reason: reason))
  }
  /// See ``FileError/cannotCreate(path:reason:)``.
  public static func cannotCreate(path: String, reason: String) -> TuneError {
    .file(.cannotCreate(path: path, reason: reason))
  }
  /// See ``FileError/cannotWrite(path:reason:)``.
  public static func cannotWrite(path: String, reason: String) -> TuneError {
    .file(.cannotWrite(path: path, reason: reason))
  }
}
