public import RadioModel

extension RadioHost {
  /// The sound of the source that is kept, with its titles; nil where none is.
  public var timeShift: TimeShift? { tuner.timeShift }

  /// The recordings, the newest first.
  public var recordingList: [RecordingStatus] { recordings?.recordings ?? [] }

  /// Keeps a title of the sound that is kept; nil is the one that is heard. Throws ``ServiceError``.
  public func keep(title id: Int?) async throws -> RecordingStatus {
    guard let recordings else { throw ServiceError(.unavailable, "this radio writes no recordings") }
    return try recordings.keep(title: id)
  }
}
