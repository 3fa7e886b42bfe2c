import RadioModel
import Stations
import Synchronization

/// Recordings that a test has made up; it notes what is requested of them.
final class FakeRecordings: RecordingService {
  struct State {
    var recordings: [RecordingStatus] = []
    /// The paths and names of the files of recording 1.
    var files: [(path: String, name: String)] = []
    var failureCount = 0
    /// What all requests are refused with.
    var fault: ServiceError?
    var requests: [String] = []
  }

  private let state = Mutex(State())

  /// Recordings with the state that `change` makes.
  init(_ change: (inout State) -> Void = { _ in }) { set(change) }

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// What was requested so far.
  var requests: [String] { state.withLock { $0.requests } }
  var recordings: [RecordingStatus] { state.withLock { $0.recordings } }
  var failureCount: Int { state.withLock { $0.failureCount } }

  private func answer(_ request: String, _ status: RecordingStatus) throws(ServiceError) -> RecordingStatus {
    let fault = state.withLock { state in
      state.requests.append(request)
      return state.fault
    }
    if let fault { throw fault }
    return status
  }

  func keep(title id: Int?) throws(ServiceError) -> RecordingStatus {
    try answer(
      "keep \(id.map { String($0) } ?? "-")", RecordingStatus(id: 1, kind: .keep, title: "A - B", station: "FIP"))
  }

  func record(
    _ source: Source?, isSplit: Bool, isSongsOnly: Bool, duration: Duration?
  ) throws(ServiceError) -> RecordingStatus {
    let time = duration.map { "\($0 / .seconds(1))" } ?? "-"
    let target =
      switch source {
      case .station(let station): " station \(station.id)"
      case .url(let url): " url \(url)"
      case .file, .standardInput: " file"
      case nil: ""
      }
    return try answer(
      "record \(isSplit) \(isSongsOnly) \(time)\(target)", RecordingStatus(id: 2, kind: .record, station: "FIP"))
  }

  func stopRecording(_ id: Int) throws(ServiceError) -> RecordingStatus {
    let status = try answer("stop \(id)", RecordingStatus(id: id, kind: .record, station: "FIP"))
    guard (1..<100).contains(id) else { throw ServiceError(.notFound, "there is no recording \(id)") }
    return status
  }

  func recordedFile(_ index: Int, of id: Int) throws(ServiceError) -> (path: String, name: String) {
    let files = state.withLock { $0.files }
    guard id == 1 else { throw ServiceError(.notFound, "there is no recording \(id)") }
    guard files.indices.contains(index) else { throw ServiceError(.notFound, "recording 1 has no file \(index)") }
    return files[index]
  }
}
