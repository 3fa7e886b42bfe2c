/// An error of a station list or of one of its entries.
public enum StationListError: Error, Sendable, Equatable {
  /// The station list cannot be read or is invalid; `reason` names the line and the fault.
  case badStationList(path: String, reason: String)
  /// No station has this name; `suggestions` are similar ids.
  case unknownStation(String, suggestions: [String])
  /// Neither a station nor a file has this name; `suggestions` are ids of similar stations.
  case unknownSource(String, suggestions: [String])
  /// An entry to add is already in the list, or its id is taken; `message` says which.
  case conflict(message: String)
}

extension StationListError: CustomStringConvertible {
  /// One sentence: the list or the station, and the fault.
  public var description: String {
    switch self {
    case .badStationList(let path, let reason): "cannot use the station list \(path): \(reason)"
    case .unknownStation(let name, let suggestions):
      "no station named '\(name)'; " + Self.advice(suggestions)
    case .unknownSource(let name, let suggestions):
      "no station or file named '\(name)'; " + Self.advice(suggestions)
    case .conflict(let message): message
    }
  }

  private static func advice(_ suggestions: [String]) -> String {
    suggestions.isEmpty
      ? "'radiod stations' lists the stations" : "did you mean \(suggestions.joined(separator: ", "))?"
  }
}

// An error of a station list where any error of playback is thrown.
extension TuneError {
  /// See ``StationListError/badStationList(path:reason:)``.
  public static func badStationList(path: String, reason: String) -> TuneError {
    .list(.badStationList(path: path, reason: reason))
  }
  /// See ``StationListError/unknownStation(_:suggestions:)``.
  public static func unknownStation(_ name: String, suggestions: [String]) -> TuneError {
    .list(.unknownStation(name, suggestions: suggestions))
  }
  /// See ``StationListError/conflict(message:)``.
  public static func conflict(message: String) -> TuneError { .list(.conflict(message: message)) }
}
