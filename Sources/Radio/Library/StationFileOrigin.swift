public import AudioCore
public import Stations

/// A list in a file that is there.
public struct StationFileOrigin: StationListOrigin {
  /// The path of the file.
  public let path: String?
  /// Not used: the list has a file.
  public var unchangeable: String { "" }

  /// The list in the file at `path`.
  public init(path: String) { self.path = path }

  /// Returns the list in the file.
  public func list() throws(TuneError) -> StationList { try StationList.load(path: path ?? "") }

  /// Returns nil: the file must be there.
  public func beginning() throws(TuneError) -> StationList? { nil }

  /// Does nothing.
  public func changed(to list: StationList, beginning: StationList?) {}
}
