/// An error of a call of the system, most often of a file. `path` may also be the name of something else, such as
/// "standard output" or "a thread".
public enum SystemError: Error, Sendable, Equatable {
  /// A file is missing or unreadable.
  case cannotRead(path: String, reason: String)
  /// A file cannot be created.
  case cannotCreate(path: String, reason: String)
  /// Writing failed after it began, for example because the disk is full.
  case cannotWrite(path: String, reason: String)
}

extension SystemError: CustomStringConvertible {
  /// One sentence: the path and the fault.
  public var description: String {
    switch self {
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .cannotCreate(let path, let reason): "cannot create \(path): \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}
