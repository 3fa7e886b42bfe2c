import AudioCore

extension StationList {
  /// The list at `location`; `shipped` are the bytes of the list that came with the program. A file that is there but wrong
  /// is an error, never silently passed over.
  public static func load(from location: StationListLocation, shipped: [UInt8]) throws(TuneError) -> StationList {
    switch location {
    case .named(let path): return try load(path: path)
    case .user(let path) where StationFile(path: path).isThere: return try load(path: path)
    case .user, .shipped: return try parse(shipped, path: "shipped with the program")
    }
  }
}
