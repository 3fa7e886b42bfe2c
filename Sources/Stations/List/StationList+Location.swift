import AudioCore

extension StationList {
  /// Returns the list at `location`; `shipped` are the bytes of the list that is part of the program. A file that
  /// exists but is invalid is an error and is never skipped silently.
  public static func load(from location: StationListLocation, shipped: [UInt8]) throws(TuneError) -> StationList {
    switch location {
    case .named(let path): return try load(path: path)
    case .user(let path) where StationFile(path: path).isThere: return try load(path: path)
    case .user, .shipped: return try parse(shipped, path: "shipped with the program")
    }
  }
}
