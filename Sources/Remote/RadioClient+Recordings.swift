import JSON
public import RadioModel

/// The requests for the sound that is kept, and for what is kept and recorded of it in files.
extension RadioClient {
  /// Returns the sound that the daemon keeps, with its titles; nil where it keeps none.
  public func timeShift() async throws -> TimeShift? { TimeShift(json: try await get(.timeShift)) }

  /// Returns the daemon's recordings, the newest first; at most 100.
  public func recordings() async throws -> [RecordingStatus] {
    try value(try await get(.recordings)["recordings"]?.elements, "recordings").compactMap(RecordingStatus.init(json:))
  }

  /// Has the daemon keep the title with the number `id` of the sound that it keeps; nil is the one that is heard.
  public func keep(title id: Int?) async throws -> RecordingStatus {
    try recording(of: try await post(.keep, KeepRequest(title: id).json))
  }

  /// Has the daemon record as `request` says.
  package func record(_ request: RecordRequest) async throws -> RecordingStatus {
    try recording(of: try await post(.recordings, request.json))
  }

  /// Ends the daemon's recording with the number `id`.
  public func stopRecording(_ id: Int) async throws -> RecordingStatus {
    try recording(of: try await post(.recordingStop, id: String(id), .object([:])))
  }

  private func recording(of answer: JSONValue) throws(DaemonError) -> RecordingStatus {
    try value(RecordingStatus(json: answer), "recording")
  }
}
