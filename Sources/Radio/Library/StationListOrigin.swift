public import AudioCore
public import Stations

/// Where a ``StationLibrary`` reads its list, and where its changes go. All methods may block.
public protocol StationListOrigin: Sendable {
  /// The path of the file that changes are written to; nil when the list cannot be changed.
  var path: String? { get }
  /// Why the list cannot be changed when ``path`` is nil: one sentence.
  var unchangeable: String { get }
  /// Returns the list. Throws `TuneError` when it is invalid.
  func list() throws(TuneError) -> StationList
  /// Returns the list with which a missing file begins; nil when a missing file is an error. Throws `TuneError`.
  func beginning() throws(TuneError) -> StationList?
  /// Called after each change of the file. `beginning` is the list with which a new file began; nil when the file was
  /// there before.
  func changed(to list: StationList, beginning: StationList?)
}
