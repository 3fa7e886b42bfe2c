import AudioCore
import JSON
public import Stations
import Synchronization
import SystemSupport

/// The stations that were played last, each once, the latest first, kept in a file across runs. Nothing here blocks
/// the radio: the file is read once, by ``init(path:onFault:)``, and written on a separate thread, which exists only
/// while there is something to write.
///
/// The daemon and a player of the same user share the file. Each adds its stations to those that are in it.
public final class RecentStations: Sendable {
  /// The maximum number of stations.
  public static let maximumStations = 50
  /// The largest file that is read, in bytes.
  private static let maximumBytes = 1 << 20
  private static let schemaVersion = 1
  private static let stackBytes = 512 << 10

  private struct State {
    var stations: [Station] = []
    /// The stations that are not in the file yet, the latest first.
    var unwritten: [Station] = []
    /// Set while the writer's thread runs; it happens when the thread ends.
    var writer: OneShotEvent?
    var wasFaulty = false
  }

  private let file: StoredFile?
  private let onFault: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Creates the record in the file at `path`, which is read now; nil keeps it in memory only. A file that cannot be
  /// used counts as empty, and is renamed or left alone, as in ``StoredFile``.
  ///
  /// `onFault` gets one sentence when the file cannot be used. It is called on the writer's thread when the file cannot
  /// be written, and not again until the file was written.
  public init(path: String?, onFault: @escaping @Sendable (String) -> Void = { _ in }) {
    file = path.map { StoredFile(path: $0, maximumBytes: Self.maximumBytes, onFault: onFault) }
    self.onFault = onFault
    if let file { state.withLock { $0.stations = file.read(Self.content) ?? [] } }
  }

  /// Returns the station in the file at `path` that was played last; nil when there is none, or when the file cannot be
  /// used. Changes nothing.
  public static func latest(in path: String) -> Station? {
    let file = StoredFile(path: path, maximumBytes: maximumBytes) { _ in }
    return (try? file.inspect(content))?.first
  }

  /// The stations, the latest first; at most ``maximumStations``.
  public var stations: [Station] { state.withLock { $0.stations } }

  /// Records that `station` is played. The built-in station, whose address differs from run to run, is left out.
  public func add(_ station: Station) {
    guard station.id != Station.demoID, !station.url.isEmpty else { return }
    state.withLock { state in
      state.stations = Self.added([station], to: state.stations)
      guard file != nil else { return }
      state.unwritten = Self.added([station], to: state.unwritten)
      guard state.writer == nil else { return }
      let ended = OneShotEvent()
      let isStarted = PlainThread.start(stackBytes: Self.stackBytes) { [self] in
        while let new = takeUnwritten() { write(new) }
        ended.set()
      }
      if isStarted { state.writer = ended }  // otherwise the next station tries again
    }
  }

  /// Waits until everything was written or could not be written, at most `limit`. Returns false when the writer is not
  /// done by then.
  @discardableResult public func flush(limit: Duration = .seconds(1)) async -> Bool {
    guard let writer = state.withLock({ $0.writer }) else { return true }
    return await writer.wait(limit: limit)
  }

  // MARK: - The file

  private func takeUnwritten() -> [Station]? {
    state.withLock { state in
      guard !state.unwritten.isEmpty else {
        state.writer = nil
        return nil
      }
      defer { state.unwritten = [] }
      return state.unwritten
    }
  }

  private func write(_ new: [Station]) {
    guard let file else { return }
    do throws(SystemError) {
      try file.replace(Self.content) { known in
        let stations = Self.added(new, to: known ?? [])
        return JSONWriter.write(.object(["version": Self.schemaVersion, "stations": stations]))
      }
      state.withLock { $0.wasFaulty = false }
    } catch {
      let isFirst = state.withLock { state in
        defer { state.wasFaulty = true }
        return !state.wasFaulty
      }
      if isFirst { onFault("\(error.description); the stations played last are not remembered") }
    }
  }

  /// Reads the stations of the file. Those that are not valid are left out.
  private static let content = StoredFile.object(version: schemaVersion) { (json) throws(JSONError) -> [Station] in
    guard let elements = json["stations"]?.elements else {
      throw JSONError(line: json.line, reason: "\"stations\" is missing or wrong")
    }
    let stations = elements.prefix(maximumStations).enumerated().compactMap {
      try? Station($0.element, number: $0.offset + 1)
    }
    return added(Array(stations), to: [])
  }

  /// Returns `new` and behind them those of `stations` that are not a station of `new`: neither by the id nor by the
  /// address.
  private static func added(_ new: [Station], to stations: [Station]) -> [Station] {
    var ids: Set<String> = []
    var addresses: Set<String> = []
    let unique = (new + stations).filter { station in
      let isNewID = ids.insert(station.id).inserted
      let isNewAddress = addresses.insert(StreamURL.identity(station.url)).inserted
      return isNewID && isNewAddress
    }
    return Array(unique.prefix(maximumStations))
  }
}
