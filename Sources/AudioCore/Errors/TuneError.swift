public import SystemSupport

/// Every error that can prevent or end playback: the sum of the layers' errors. Each has one sentence for the user.
///
/// The cases of the layers can be made by their own names, such as `TuneError.refused(host:port:)`.
public enum TuneError: Error, Sendable, Equatable {
  /// An address, a connection or a server.
  case network(NetworkError)
  /// The bytes of a stream, a file or a playlist.
  case format(FormatError)
  /// A file, or another call of the system.
  case system(SystemError)
  /// A station list or one of its entries.
  case list(StationListError)
  /// The sound device cannot be used.
  case output(device: String, reason: String)
  /// The caller asks for something that is invalid; `message` says why, and what is valid.
  case invalidRequest(message: String)
}

extension TuneError: CustomStringConvertible {
  /// One sentence: the failure, its place, and what to do.
  public var description: String {
    switch self {
    case .network(let error): error.description
    case .format(let error): error.description
    case .system(let error): error.description
    case .list(let error): error.description
    case .output(let device, let reason): "cannot play to \(device): \(reason)"
    case .invalidRequest(let message): message
    }
  }
}

// An error of the system where any error of playback is thrown.
extension TuneError {
  /// See ``SystemError/cannotRead(path:reason:)``.
  public static func cannotRead(path: String, reason: String) -> TuneError {
    .system(.cannotRead(path: path, reason: reason))
  }
  /// See ``SystemError/cannotCreate(path:reason:)``.
  public static func cannotCreate(path: String, reason: String) -> TuneError {
    .system(.cannotCreate(path: path, reason: reason))
  }
  /// See ``SystemError/cannotWrite(path:reason:)``.
  public static func cannotWrite(path: String, reason: String) -> TuneError {
    .system(.cannotWrite(path: path, reason: reason))
  }
}
