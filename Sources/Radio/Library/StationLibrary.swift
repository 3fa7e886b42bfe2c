public import AudioCore
import Bytes
import Glibc
public import RadioModel
public import Stations
import Synchronization
import SystemSupport

/// The station list of a radio that several clients show and change.
///
/// Changes and readings of the file run one after the other, on a thread of their own: a slow disk delays nothing else.
/// A change begins with the list that is in the file then, while no other program of ours writes it, so that no change
/// of another program is lost.
public final class StationLibrary: Sendable {
  /// Reasons to reject a change, in addition to errors of the list and its file.
  public enum ChangeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The list has another version than the one that the change is for.
    case outdated
    /// The list is not a file that can be changed, for this reason.
    case unchangeable(String)
    /// Too many changes wait.
    case busy
    /// The file was not read or written in time. The change may be made later.
    case late

    /// One sentence.
    public var description: String {
      switch self {
      case .outdated: "the station list was changed meanwhile: read it again"
      case .unchangeable(let reason): reason
      case .busy: "\(StationLibrary.maximumWaiting) changes of the station list wait already"
      case .late: "the disk with the station list does not answer; the change may be made later"
      }
    }
  }

  /// The maximum number of changes and readings that wait.
  static let maximumWaiting = 32
  /// The maximum number of removed stations that are kept, in memory only.
  package static let maximumRemoved = 20
  /// The time after which a caller gets no result. Another program may hold the file for 5 s.
  private static let limit: Duration = .seconds(10)
  /// The time in which another program writes a whole list.
  private static let writingTime: Duration = .milliseconds(200)

  private struct State {
    var origin: any StationListOrigin
    var version: Int
    var list: StationList
    var fault: String?
    /// The version of the file that was read last; nil for a missing one.
    var signature: FileSignature?
    /// The stations that changes have removed, the last one at the end.
    var removed: [Station] = []

    var snapshot: StationListState {
      StationListState(
        version: version, stations: list.stations,
        fault: fault ?? (origin.path == nil ? origin.unchangeable : nil))
    }
  }

  private let state: Mutex<State>
  private let publish: @Sendable ([Station]) -> Void
  private let disk = DiskQueue(maximumWaiting: maximumWaiting)
  private let limit: Duration

  /// The library of the list at `origin`, which was read as `list`. `fault` says why the list was not read, so that
  /// `list` stands in for it. `publish` is called with the stations after each change, on the thread of the library.
  public convenience init(
    _ origin: any StationListOrigin, list: StationList, fault: String? = nil,
    publish: @escaping @Sendable ([Station]) -> Void
  ) {
    self.init(origin, list: list, fault: fault, limit: Self.limit, publish: publish)
  }

  /// A library with another time limit.
  package init(
    _ origin: any StationListOrigin, list: StationList, fault: String? = nil, limit: Duration,
    publish: @escaping @Sendable ([Station]) -> Void
  ) {
    // Milliseconds since 1970: a later run begins with a greater version.
    state = Mutex(
      State(
        origin: origin, version: max(1, SystemTime.milliseconds), list: list, fault: fault,
        signature: FileSignature(origin)))
    self.publish = publish
    self.limit = limit
  }

  /// The list at present.
  public var snapshot: StationListState { state.withLock { $0.snapshot } }

  /// The version of the list at present.
  public var version: Int { state.withLock { $0.version } }

  /// The path of the file that changes are written to; nil when the list cannot be changed.
  public var path: String? { state.withLock { $0.origin.path } }

  /// Returns the station with `id` that a change has removed lately, with everything that it had; `address` is its own
  /// as answers show it, without credentials. Nil for none.
  package func removed(id: String, address: String) -> Station? {
    state.withLock { state in
      state.removed.last { $0.id == id && StreamURL.withoutCredentials($0.url) == address }
    }
  }

  /// True while a change or a reading is being made.
  package var isBusy: Bool { disk.isBusy }

  /// Changes the list by `body`, whose result is returned beside the list after the change. `wanted` is the version
  /// that the change is for; nil for any.
  ///
  /// Throws ``ChangeError``, the errors of `StationList.update` and of `body`, and `CancellationError`.
  public func change<Value: Sendable>(
    ifVersion wanted: Int? = nil, _ body: @escaping @Sendable (inout StationList) throws(TuneError) -> Value
  ) async throws -> (list: StationListState, value: Value) {
    try await perform { [self] in try make(ifVersion: wanted, body) }
  }

  /// Reads the list again, from `origin`. A list that cannot be read changes only the fault. Returns the list then.
  ///
  /// Throws ``ChangeError``, the errors of `origin`, and `CancellationError`.
  @discardableResult
  public func reload(from origin: any StationListOrigin) async throws -> StationListState {
    try await perform { [self] in
      _ = recordSignature(of: origin)
      do throws(TuneError) {
        let list = try origin.list()
        state.withLock { state in
          state.origin = origin
          _ = Self.apply(list, in: &state)
        }
      } catch {
        state.withLock { $0.fault = CleanText.singleLine(error.description, limit: nil) }
        throw error
      }
      let snapshot = snapshot
      publish(snapshot.stations)
      return snapshot
    }
  }

  /// Reads the list again when another program has changed its file since the last call. A list that cannot be read
  /// changes only the fault. Returns the error then, once for each version of the file.
  public func refresh() async -> TuneError? {
    let isChanged = try? await perform { [self] in
      let (origin, signature) = state.withLock { ($0.origin, $0.signature) }
      return FileSignature(origin) != signature
    }
    guard isChanged == true else { return nil }
    try? await Task.sleep(for: Self.writingTime)  // the other program may be in the middle of writing it
    let outcome = try? await perform { [self] () -> TuneError? in
      let origin = state.withLock { $0.origin }
      guard recordSignature(of: origin) else { return nil }
      do throws(TuneError) {
        apply(try origin.list())
        return nil
      } catch {
        let text = CleanText.singleLine(error.description, limit: nil)
        return state.withLock { state in
          defer { state.fault = text }
          return state.fault == text ? nil : error
        }
      }
    }
    return outcome ?? nil
  }

  // MARK: - On the thread of the library

  /// Runs `work` on the thread of the library, after the work that waits already. Throws its errors, ``ChangeError``
  /// and `CancellationError`.
  private func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    do {
      return try await disk.run(limit: limit, work)
    } catch let refusal as DiskQueue.QueueError {
      throw refusal == .busy ? ChangeError.busy : ChangeError.late
    }
  }

  private func make<Value>(
    ifVersion wanted: Int?, _ body: (inout StationList) throws(TuneError) -> Value
  ) throws -> (list: StationListState, value: Value) {
    let origin = state.withLock { $0.origin }
    guard let path = origin.path else { throw ChangeError.unchangeable(origin.unchangeable) }
    let beginning = access(path, F_OK) == 0 ? nil : try origin.beginning()
    var result: (before: StationList, after: StationList, value: Value)?
    var isOutdated = false
    var isThere = true
    do {
      try StationList.update(path: path, beginning: beginning) { (list, exists) throws(TuneError) in
        isThere = exists
        apply(list)
        guard wanted == nil || wanted == version else {
          isOutdated = true
          return
        }
        let before = list
        let value = try body(&list)
        result = (before, list, value)
      }
    } catch {
      if case .list(.badStationList) = error { state.withLock { $0.fault = CleanText.singleLine(error.description) } }
      throw error
    }
    guard let result, !isOutdated else { throw ChangeError.outdated }
    apply(result.after)
    keepRemoved(of: result.before, without: result.after)
    if result.after != result.before {
      origin.changed(to: result.after, beginning: isThere ? nil : result.before)
    }
    return (snapshot, result.value)
  }

  /// Keeps the stations of `before` that `after` has no more.
  private func keepRemoved(of before: StationList, without after: StationList) {
    guard after.stations.count < before.stations.count else { return }
    let ids = Set(after.stations.map(\.id))
    let removed = before.stations.filter { !ids.contains($0.id) }
    state.withLock { $0.removed = ($0.removed + removed).suffix(Self.maximumRemoved) }
  }

  /// Notes the version of the file of `origin`, which is read next. Returns false when it is the one that was read last.
  private func recordSignature(of origin: any StationListOrigin) -> Bool {
    let signature = FileSignature(origin)
    return state.withLock { state in
      defer { state.signature = signature }
      return state.signature != signature
    }
  }

  /// Applies the list that is in the file, and publishes it when its stations are others than before.
  private func apply(_ list: StationList) {
    let isNew = state.withLock { Self.apply(list, in: &$0) }
    if isNew { publish(list.stations) }
  }

  /// Applies `list`. Returns true when its stations are others than before.
  private static func apply(_ list: StationList, in state: inout State) -> Bool {
    let isNew = state.list.stations != list.stations
    if isNew { state.version += 1 }
    state.list = list
    state.fault = nil
    return isNew
  }
}

/// What distinguishes two versions of a file.
private struct FileSignature: Equatable {
  private var seconds = 0
  private var nanoseconds = 0
  private var size = 0
  private var number: UInt = 0

  /// The signature of the file of `origin`; nil when there is none.
  init?(_ origin: any StationListOrigin) {
    guard let path = origin.path, let status = stat(of: path) else { return nil }
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    (size, number) = (Int(status.st_size), UInt(status.st_ino))
  }
}
