/// What happens to the log of a station, for people.
package enum StationLogEvent: Sendable, Equatable {
  /// A file was finished; its path.
  case finished(path: String)
  /// Nothing can be written until further notice; why.
  case stopsWriting(reason: String)
  /// Writing goes on.
  case goesOn
  /// Files were removed because of their age; their paths.
  case removed(paths: [String])
  /// A file of a program that was killed is kept; its path.
  case keptCutOff(path: String)
  /// Something else cannot be done; why.
  case fault(String)
}
