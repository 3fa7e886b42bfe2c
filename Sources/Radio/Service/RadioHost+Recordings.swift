public import RadioModel

extension RadioHost {
  /// The sound of the source that is kept, with its titles; nil where none is.
  public var timeShift: TimeShift? { tuner.timeShift }

  /// The recordings, the newest first.
  public var recordingList: [RecordingStatus] { recordings?.recordings ?? [] }

  /// Returns the source that a request names for a recording; nil when it names none. Throws ``ServiceError``.
  package func source(for target: RecordRequest.Target?) async throws -> Source? {
    switch target {
    case .station(let words): .station(try await lookup.station(words))
    case .url(let url): try StationLookup.address(url, of: "url")
    case nil: nil
    }
  }

  /// Keeps a title of the sound that is kept; nil is the one that is heard. Throws ``ServiceError``.
  public func keep(title id: Int?) async throws -> RecordingStatus {
    guard let recordings else { throw ServiceError(.unavailable, "this radio writes no recordings") }
    return try recordings.keep(title: id)
  }
}
