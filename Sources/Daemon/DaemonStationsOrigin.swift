import AudioCore
import Glibc
import Logging
import Radio
import Stations
import SystemSupport

/// The source of the daemon's station list.
struct DaemonStationsOrigin: StationListOrigin {
  /// The settings, which select the list.
  let settings: Settings
  let folders: Folders
  /// The text of the list that comes with the program.
  let shipped: [UInt8]
  let logger: Logger
  let unchangeable =
    "the list that comes with radiod stays as it is; without the setting 'stations' you have a list of your own"

  /// Returns the present list. Throws `TuneError` when the file is invalid.
  ///
  /// It copies the user's own list to the state folder: the saved state refers to the stations of that list, and would
  /// lose them if the list became invalid.
  func list() throws(TuneError) -> StationList {
    if isOwn, let list = try seed() { return list }
    let list = try StationList.load(from: location, shipped: shipped)
    if isOwn, access(folders.stations, F_OK) == 0 { keepCopy(of: list) }
    return list
  }

  /// Returns the list at the start, and why it is not the present one. When the user's own list is invalid, it returns
  /// the last valid copy, or else the list that comes with the program, with a warning. Throws the failure that ends
  /// the daemon when the list of the setting `stations` is invalid.
  func firstList() throws -> (list: StationList, fault: String?) {
    do throws(TuneError) {
      return (try list(), nil)
    } catch {
      guard isOwn else { throw settings.fault(.stations, ": \(error.description)") }
      if let list = try? StationList.load(path: folders.goodStations) {
        logger.warning("\(error.description); going on with the stations that were in it when it was good")
        return (list, error.description)
      }
      logger.warning("\(error.description); going on with the stations that come with radiod")
      return (try StationList.load(from: .shipped, shipped: shipped), error.description)
    }
  }

  /// Returns the list with which the own list begins: the administrator's, if there is one, else the list that comes
  /// with the program. A list of the setting `stations` must be there.
  func beginning() throws(TuneError) -> StationList? {
    guard isOwn else { return nil }
    if let path = folders.stationSeed, access(path, F_OK) == 0 { return try StationList.load(path: path) }
    return try StationList.load(from: .shipped, shipped: shipped)
  }

  func changed(to list: StationList, beginning: StationList?) {
    guard isOwn else { return }
    if let beginning {
      let count = beginning.stations.count
      logger.notice("\(folders.stations) is the list of this daemon from now on; it began with \(count) stations")
    }
    keepCopy(of: list)
  }

  /// True when the list is the user's own, and not one of the setting `stations`.
  private var isOwn: Bool { settings.stations == nil }

  /// Creates the daemon's list from the administrator's, if there is one and the daemon has none yet. Returns the
  /// administrator's list for direct use, with a warning, when it cannot be copied. Throws `TuneError` when it is
  /// invalid.
  private func seed() throws(TuneError) -> StationList? {
    guard let path = folders.stationSeed, let seedTime = Self.changeTime(path) else { return nil }
    if let ownTime = Self.changeTime(folders.stations) {
      if seedTime > ownTime {
        logger.notice(
          "\(path) was changed after \(folders.stations) began with it; without the latter it begins again"
        )
      }
      return nil
    }
    let list = try StationList.load(path: path)
    do throws(SystemError) {
      try AtomicFile.write(list.encoded(), to: folders.stations)
    } catch {
      logger.warning("\(error.description); the stations are those of \(path)")
      return list
    }
    logger.notice("\(folders.stations) is the list of this daemon from now on; it began with \(path)")
    return nil
  }

  /// Returns the time of the last change of the file at `path`, in seconds since 1970; nil when it does not exist.
  private static func changeTime(_ path: String) -> Double? { stat(of: path)?.st_mtim.inSeconds }

  private func keepCopy(of list: StationList) {
    let bytes = list.encoded()
    guard (try? BoundedFile.read(folders.goodStations, limit: StationList.maximumBytes)) != bytes else { return }
    do throws(SystemError) {
      try AtomicFile.write(bytes, to: folders.goodStations)
    } catch {
      logger.notice("no copy of the station list is kept: \(error.description)")
    }
  }

  /// The absolute path of the file with the stations; nil for the list that comes with the program.
  var path: String? {
    location.path.flatMap { path in path.hasPrefix("/") ? path : Self.workingFolder.map { $0 + "/" + path } }
  }

  private static var workingFolder: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    return getcwd(&buffer, buffer.count).map { String(cString: $0) }
  }

  private var location: StationListLocation {
    isOwn ? .user(path: folders.stations) : .choose(option: settings.stations, environment: [:])
  }
}
