/// Where the bytes of a stream come from. It decides what lost frames mean, and which bytes may be requested.
public enum StreamOrigin: Sendable, Equatable {
  /// A live stream: its end is not known, and lost frames count as a lost connection.
  case station
  /// A pipe of this machine: its end is not known either, but there is no connection.
  case pipe
  /// A file, from its first byte to its last: what an encoder added at its ends is cut off. A file of this machine is
  /// searched for frames to its end.
  case file(FileAccess)

  /// How the bytes of a file can be read.
  public enum FileAccess: Sendable {
    /// In order only.
    case inOrder
    /// From any place on, by a new request to the server.
    case byRanges
    /// From any place on, by seeking.
    case bySeeking
  }

  /// True for a file.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// True for a file of this machine, whose end is certain. A server may state a wrong one.
  var isLocalFile: Bool { self == .file(.bySeeking) }

  /// How bytes elsewhere in the stream can be read; nil when they cannot.
  var randomAccess: FileAccess? {
    switch self {
    case .station, .pipe, .file(.inOrder): nil
    case .file(let access): access
    }
  }
}
