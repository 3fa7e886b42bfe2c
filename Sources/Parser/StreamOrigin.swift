/// Where the bytes of a stream come from. It decides what lost frames mean, and what may be asked for.
public enum StreamOrigin: Sendable, Equatable {
  /// A live stream: its end is not known, and one without frames is a lost connection.
  case station
  /// A pipe of this machine: its end is not known either, but there is no connection.
  case pipe
  /// A file, from its first byte to its last: what an encoder added at its ends is cut off. One of this machine is
  /// searched for frames to its end.
  case file(FileAccess)

  /// How the bytes of a file can be read.
  public enum FileAccess: Sendable {
    /// In their order only.
    case inOrder
    /// From any place on, by a new request to its server.
    case byRanges
    /// From any place on.
    case bySeeking
  }

  /// True for a file.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// True for a file of this machine, whose end is certain. A server may lie about its file's.
  var isLocalFile: Bool { self == .file(.bySeeking) }

  /// How bytes elsewhere in the stream can be had; nil when they cannot.
  var randomAccess: FileAccess? {
    switch self {
    case .station, .pipe, .file(.inOrder): nil
    case .file(let access): access
    }
  }
}

/// Which bytes a ``StreamParser`` must be fed next.
public enum StreamDemand: Sendable, Equatable {
  /// Those that follow.
  case next
  /// Those from this place on, counted from the first byte of the file. Only asked for where the ``StreamOrigin``
  /// allows it.
  case position(Int)
  /// None: all that can be played has been given out.
  case nothing
}
