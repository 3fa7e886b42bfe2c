import AudioCore
import NIOCore
import RadioModel
import Stations

/// One command in progress: its arguments, and the client that sent it.
struct MPDCall {
  let name: String
  let arguments: [String]
  let hub: MPDHub
  let session: MPDSession

  /// Returns the current snapshot of the radio.
  func refresh() -> TunerSnapshot { hub.refresh() }

  /// Sends `command` to the radio. The answer comes when the radio has obeyed.
  func obey(_ command: Command) -> MPDReply { .future(hub.obey(command)) }

  /// Runs `work`, which may block on the disk.
  func onDisk(_ work: @escaping @Sendable (MPDPlaylists) throws -> MPDText) -> MPDReply { .future(hub.onDisk(work)) }

  /// Runs `work`, which may block on the disk. If it succeeds, notifies clients that the playlists have changed.
  func changePlaylists(_ work: @escaping @Sendable (MPDPlaylists) throws -> Void) -> MPDReply {
    .future(hub.changePlaylists(work))
  }

  /// Runs `work`, which examines many songs, on the thread for searches: the event loop serves other clients meanwhile.
  /// `work` gets the snapshot of the moment at which it begins.
  func search(_ work: @escaping @Sendable (TunerSnapshot) throws -> MPDText) -> MPDReply {
    _ = refresh()
    return .future(hub.search(work))
  }

  /// Runs `work` like ``search(_:)``, and then `next` with its result on the event loop.
  func search<Found: Sendable>(
    _ work: @escaping @Sendable (TunerSnapshot) throws -> Found,
    then next: @escaping (Found, MPDHub) -> EventLoopFuture<MPDText>
  ) -> MPDReply {
    _ = refresh()
    let hub = hub
    return .future(hub.search(work).assumeIsolated().flatMap { next($0, hub) }.nonisolated())
  }

  /// Changes the queue. Returns the ids of the new entries.
  @discardableResult func edit(_ edit: QueueEdit) throws(MPDError) -> [Int] {
    try MPDError.edit(hub.tuner, edit)
  }

  /// The answer to an edit that may have removed the entry that is tuned in or held: comes when the radio has left it.
  func settled() -> MPDReply {
    let snapshot = refresh()
    guard snapshot.state.isTunedIn || snapshot.isHeld, snapshot.entryID == nil else { return .done }
    return .future(hub.settle())
  }

  /// Returns an answer with these songs.
  func reply(_ songs: some Sequence<MPDSong>) -> MPDReply {
    .text(MPDText(songs, tags: session.tags))
  }

  // MARK: - Arguments

  /// Returns the argument at `index`; nil when there are fewer.
  func argument(_ index: Int) -> String? { arguments.indices.contains(index) ? arguments[index] : nil }

  /// Reads the argument at `index` as a whole number.
  func integer(_ index: Int) throws(MPDError) -> Int { try MPDNumber.integer(arguments[index]) }

  /// Reads the argument at `index` as a whole number from 0 to `limit`.
  func unsigned(_ index: Int, limit: Int = Int(Int32.max)) throws(MPDError) -> Int {
    let number = try integer(index)
    guard (0...limit).contains(number) else { throw MPDError(.argument, "Number too large: \(arguments[index])") }
    return number
  }

  /// Reads the argument at `index` as 0 or 1.
  func flag(_ index: Int) throws(MPDError) -> Bool {
    switch arguments[index] {
    case "0": return false
    case "1": return true
    default: throw MPDError(.argument, "Boolean (0/1) expected: \(arguments[index])")
    }
  }

  /// Reads the argument at `index` as positions in a queue of `count` entries. Returns all positions when it is
  /// missing.
  func places(_ index: Int, of count: Int) throws(MPDError) -> Range<Int> {
    guard let text = argument(index) else { return 0..<count }
    let range = try MPDNumber.range(text)
    guard range.lowerBound <= count else { throw .badSongIndex }
    return range.clamped(to: 0..<count)
  }

  /// Reads the argument at `index` as a place in the queue of `snapshot`: a position from 0, or `+n` and `-n` relative
  /// to the current entry. Returns nil when it is missing.
  func place(_ index: Int, in snapshot: TunerSnapshot) throws(MPDError) -> Int? {
    guard let text = argument(index) else { return nil }
    let count = snapshot.queue.entries.count
    guard let sign = text.first, sign == "+" || sign == "-" else { return try unsigned(index, limit: count) }
    guard let current = snapshot.entryID.flatMap(snapshot.queue.position(ofID:)) else { throw .noCurrentSong }
    let limit = sign == "+" ? count - current - 1 : current
    let distance = try MPDNumber.integer(String(text.dropFirst()))
    guard (0...limit).contains(distance) else { throw MPDError(.argument, "Number too large: \(text)") }
    return sign == "+" ? current + 1 + distance : current - distance
  }
}
