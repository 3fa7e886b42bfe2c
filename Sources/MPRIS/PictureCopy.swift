import AudioCore
import Glibc
package import Pictures
package import RadioModel
import Stations
import Synchronization
import SystemSupport

/// A plain copy of the picture of what is tuned in, which the programs of the desktop read. Its name changes with the
/// picture, because they remember what they have read by the name. There is at most one copy, and none at the end.
///
/// A picture is looked for only when a program wants it.
package final class PictureCopy: Sendable {
  /// The prefix of the names of copies.
  private static let prefix = "picture-"

  /// The copy on the disk.
  private struct Copy: Equatable {
    var path: String
    /// What names the picture: see ``name(of:)``.
    var picture: String
    var tag: String
  }

  private struct State {
    var copy: Copy?
    /// What names the picture that a program has read about.
    var wanted: String?
    /// True while programs follow what is tuned in.
    var isFollowed = false
    /// Wakes the task.
    var wake: WakeSignal?
    var task: Task<Void, Never>?
    var changed: (@Sendable () -> Void)?
  }

  private let tuner: any RadioPlayer
  private let pictures: any StationPictureFiles
  private let folder: String
  private let note: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// A copy in `folder`, a folder of this user. `note` receives log lines.
  package init(
    tuner: any RadioPlayer, pictures: any StationPictureFiles, folder: String,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.tuner = tuner
    self.pictures = pictures
    self.folder = folder
    self.note = note
  }

  /// Returns the address of the copy; nil while there is none of what is tuned in in `snapshot`.
  package func address(for snapshot: TunerSnapshot) -> String? {
    guard let copy = state.withLock({ $0.copy }), copy.picture == Self.name(of: snapshot.picturedStation.station) else {
      return nil
    }
    return Self.address(of: copy.path)
  }

  /// Notes that a program reads about what is tuned in in `snapshot`: its picture is looked for, and copied when it has
  /// come.
  package func want(_ snapshot: TunerSnapshot) {
    let name = Self.name(of: snapshot.picturedStation.station)
    let wake = state.withLock { state -> WakeSignal? in
      guard state.wanted != name else { return nil }
      state.wanted = name
      return state.wake
    }
    wake?.signal()
  }

  /// Notes whether programs follow what is tuned in: then each picture is looked for.
  package func follow(_ isFollowed: Bool) {
    let wake = state.withLock { state -> WakeSignal? in
      guard state.isFollowed != isFollowed else { return nil }
      state.isFollowed = isFollowed
      return isFollowed ? state.wake : nil
    }
    wake?.signal()
  }

  /// Calls `changed` now, and on any thread when ``address(for:)`` has changed.
  package func whenChanged(_ changed: @escaping @Sendable () -> Void) {
    state.withLock { $0.changed = changed }
    changed()
  }

  /// Follows the radio until ``end()``. Does nothing when it does so already.
  package func begin() {
    state.withLock { state in
      guard state.task == nil else { return }
      state.task = Task(priority: .utility) { [weak self] in
        if let self { await self.follow() }
      }
    }
  }

  /// Stops following the radio, and removes the copy.
  package func end() async {
    let task = state.withLock { state in
      (state.changed, state.wake) = (nil, nil)
      return state.task.take()
    }
    task?.cancel()
    await task?.value
  }

  // MARK: - Following

  private func follow() async {
    let wake = WakeSignal()
    let (events, arrivals) = (tuner.numberedEvents(), pictures.arrivals())
    state.withLock { $0.wake = wake }
    wake.signal()
    await Self.run { [folder] in Self.removeAll(in: folder) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in events {
          switch event.event {
          case .snapshot, .tuned, .listed, .stations: wake.signal()
          default: break
          }
        }
        wake.finish()
      }
      group.addTask {
        for await _ in arrivals { wake.signal() }
      }
      for await _ in wake { await update() }
      group.cancelAll()
    }
    await replace(with: nil, bytes: [])
  }

  /// Makes the copy that of the present picture, if a program wants it; else there is none.
  private func update() async {
    let station = tuner.snapshot.picturedStation.station
    let name = Self.name(of: station)
    guard state.withLock({ $0.isFollowed || $0.wanted == name || $0.copy?.picture == name }) else {
      return await replace(with: nil, bytes: [])
    }
    guard let file = pictures.file(of: station).content else { return await replace(with: nil, bytes: []) }
    let path = "\(folder)/\(Self.prefix)\(file.tag).\(file.format.suffix)"
    await replace(with: Copy(path: path, picture: name, tag: file.tag), bytes: file.bytes)
  }

  private func replace(with copy: Copy?, bytes: [UInt8]) async {
    let old = state.withLock { $0.copy }
    guard copy != old else { return }
    var new = copy
    if let copy, copy.path != old?.path {
      do {
        try await BlockingPool.shared.run { try AtomicFile.write(bytes, to: copy.path) }
      } catch {
        note("the picture cannot be copied for the desktop: \(error)")
        new = nil
      }
    }
    let changed = state.withLock { state in
      state.copy = new
      return state.changed
    }
    changed?()
    if let old, old.path != new?.path { await Self.run { unlink(old.path) } }
  }

  private static func run(_ body: @escaping @Sendable () -> Void) async {
    // A copy that stays is removed at the next start.
    try? await BlockingPool.shared.run(body)
  }

  /// Removes the copies that a run has left that was killed.
  private static func removeAll(in folder: String) {
    for file in CacheFolder.files(in: folder, prefixes: [prefix]) { unlink(file.path) }
  }

  // MARK: - Names

  /// Returns what names the picture of a station: its address, or the id of the demo.
  private static func name(of station: Station) -> String {
    station.id == Station.demoID ? Station.demoID : station.image ?? ""
  }

  /// Returns the address of a file (RFC 8089).
  private static func address(of path: String) -> String { "file://" + PercentEncoding.encoded(path, keeping: "/-._~") }
}
