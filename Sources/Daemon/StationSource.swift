import AudioCore
import Glibc
import Logging
import Radio
import Stations

/// Where the daemon's station list comes from.
struct StationSource: Sendable {
  let folders: Folders
  /// The list that came with the program.
  let shipped: [UInt8]
  let logger: Logger

  /// The stations now, as `settings` want them. Throws `TuneError` when the file is wrong.
  ///
  /// The user's own list is copied to the state folder: what is remembered names its stations, and would be lost with them.
  func stations(_ settings: Settings) throws(TuneError) -> [Station] {
    if settings.stations == nil, let list = try seed() { return list.stations }
    let list = try StationList.load(from: location(settings), shipped: shipped)
    if settings.stations == nil, access(folders.stations, F_OK) == 0 { keepCopy(of: list) }
    return list.stations
  }

  /// The stations to begin with. The user's own list may be wrong: then it is as it was when it was good, or the one that came with
  /// the program, with a warning. Throws what ends the daemon when it is a list that was asked for.
  func firstStations(_ settings: Settings) throws -> [Station] {
    do throws(TuneError) {
      return try stations(settings)
    } catch {
      guard settings.stations == nil else { throw settings.fault(.stations, ": \(error.description)") }
      if let list = try? StationList.load(path: folders.goodStations) {
        logger.warning("\(error.description); going on with the stations that were in it when it was good")
        return list.stations
      }
      logger.warning("\(error.description); going on with the stations that come with radiod")
      return try StationList.load(from: .shipped, shipped: shipped).stations
    }
  }

  /// Begins the service's list with the administrator's, where there is one and the service has none yet. Returns the
  /// administrator's when it cannot be copied, with a warning: it serves as it is then. Throws `TuneError` when it is
  /// wrong.
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
    do throws(TuneError) {
      try AtomicFile.write(list.encoded(), to: folders.stations)
    } catch {
      logger.warning("\(error.description); the stations are those of \(path)")
      return list
    }
    logger.notice("\(folders.stations) is the list of this service from now on; it began with \(path)")
    return nil
  }

  /// When the file at `path` was changed, in seconds since 1970; nil when there is none.
  private static func changeTime(_ path: String) -> Double? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }

  private func keepCopy(of list: StationList) {
    let bytes = list.encoded()
    guard (try? BoundedFile.read(folders.goodStations, limit: StationList.maximumBytes)) != bytes else { return }
    do throws(TuneError) {
      try AtomicFile.write(bytes, to: folders.goodStations)
    } catch {
      logger.notice("no copy of the station list is kept: \(error.description)")
    }
  }

  private func location(_ settings: Settings) -> StationListLocation {
    guard settings.stations != nil else { return .user(path: folders.stations) }
    return .choose(option: settings.stations, environment: [:])
  }
}
