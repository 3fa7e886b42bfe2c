import AudioCore
import Glibc
import JSON
import Logging
import Radio
import RadioModel
import Stations
import SystemSupport

/// The state of the player at the start: from the settings, and otherwise from the saved state.
struct RestoredState: Sendable {
  /// The file of the saved state.
  let file: StateFile
  /// The options of the tuner.
  let options: TunerOptions
  /// The source to play at once; nil for none.
  let firstSource: Source?

  /// Reads `file`. `stations` is the station list, and `demo` starts the station that is in no list. Throws
  /// ``DaemonStartError`` when the setting `station` names no station and no valid address, and the error of `demo`.
  init(
    settings: Settings, file: StateFile, stations: [Station], demo: @Sendable () async throws -> Station
  ) async throws {
    self.file = file
    let json = file.read()
    let word = settings.text(.station)
    var demoStation: Station?
    if word == Station.demoID || json.map(DaemonState.mentionsDemo) == true { demoStation = try await demo() }
    let state = json.flatMap { Self.state($0, file: file, stations: stations + [demoStation].compactMap(\.self)) }

    var options = TunerOptions()
    options.stations = stations
    options.queue = state?.queue(after: stations)
    options.output = settings.output
    settings.timeShift.apply(to: &options.bufferLimits)
    options.volume = settings.number(.volume) ?? state?.volume ?? options.volume
    options.isMuted = settings.isSet(.volume) ? false : state?.isMuted ?? false
    options.endsWithFirstSource = false
    options.eventNumber = max(Self.now, state?.event ?? 0)
    options.lastSource = state?.source
    options.lastSourceWasHeard = state?.wasHeard ?? false
    self.options = options
    if let word {
      firstSource = try Self.source(for: word, stations: stations, demo: demoStation, settings: settings)
    } else {
      firstSource = settings.isOn(.resume) && state?.isPlaying == true ? state?.source : nil
    }
  }

  /// Milliseconds since 1970. Events of a later run therefore have greater numbers, even when there is no saved state.
  private static var now: UInt64 { UInt64(max(0, SystemTime.milliseconds)) }

  private static func state(_ json: JSONValue, file: StateFile, stations: [Station]) -> DaemonState? {
    do throws(JSONError) {
      return try DaemonState(json, stations: stations)
    } catch {
      file.setAside(error.description)
      return nil
    }
  }

  /// Returns the source that the setting `station` names.
  private static func source(
    for word: String, stations: [Station], demo: Station?, settings: Settings
  ) throws(DaemonStartError) -> Source {
    if let demo, word == Station.demoID { return .station(demo) }
    if StreamURL.mayBeAddress(word) {
      if let fault = StreamURL.fault(word) { throw settings.fault(.station, " \(fault)") }
      return .url(StreamURL.normalized(word))
    }
    do throws(TuneError) {
      return .station(try StationList(stations: stations).find(word))
    } catch {
      throw settings.fault(.station, ": \(error.description)")
    }
  }
}
