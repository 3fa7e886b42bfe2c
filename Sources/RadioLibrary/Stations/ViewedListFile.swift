import AudioCore
import Glibc
import Stations
import Synchronization
import Terminal

/// A station list's file, as a view shows it. It is read again when it has changed.
public final class ViewedListFile: Sendable {
  /// What distinguishes two versions of a file.
  private struct Signature: Equatable {
    var seconds = 0
    var nanoseconds = 0
    var size = 0
    var number: UInt = 0

    /// The signature of the file at `path`; nil when there is none.
    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      (size, number) = (Int(status.st_size), UInt(status.st_ino))
    }
  }

  private struct State {
    var viewed: ViewedStations
    /// The signature of the version that was read last; nil before the first reading, else the present or missing file.
    var signature: Signature??
  }

  private let location: StationListLocation
  private let shipped: [UInt8]
  private let state: Mutex<State>

  /// Creates the list at `location`, which was read before as `stations`; `fault` says why it cannot be changed or was
  /// not read. `shipped` is the text of the list that comes with the program.
  public init(_ location: StationListLocation, stations: [Station], fault: String?, shipped: [UInt8]) {
    self.location = location
    self.shipped = shipped
    state = Mutex(State(viewed: ViewedStations(version: 1, stations: stations, fault: fault), signature: nil))
  }

  /// The list as it was read last.
  package var viewed: ViewedStations { state.withLock { $0.viewed } }

  /// Reads the file if it has changed since the last reading; may block. Returns the stations when they are others than
  /// before. A file that is not valid changes only the fault.
  package func refresh() -> [Station]? {
    let path: String
    switch location {
    case .named(let name), .user(let name): path = name
    case .shipped: return nil
    }
    let signature = Signature(path: path)
    guard state.withLock({ $0.signature != .some(signature) }) else { return nil }
    let result = Result { () throws(TuneError) in try StationList.load(from: location, shipped: shipped).stations }
    return state.withLock { state in
      state.signature = .some(signature)
      var viewed = state.viewed
      switch result {
      case .success(let stations): (viewed.stations, viewed.fault) = (stations, nil)
      case .failure(let error): viewed.fault = CleanText.singleLine(error.description)
      }
      guard viewed != state.viewed else { return nil }
      let areNew = viewed.stations != state.viewed.stations
      viewed.version += 1
      state.viewed = viewed
      return areNew ? viewed.stations : nil
    }
  }
}
