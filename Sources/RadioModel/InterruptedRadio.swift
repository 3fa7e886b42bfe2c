/// The queue and the source of a radio before an announcement.
public struct InterruptedRadio: Sendable, Equatable {
  /// The entries of the queue, but for a temporary one.
  public var queue: [Source]
  /// True when the queue is equal to the station list.
  public var isStationList: Bool
  /// The source that was played; nil when nothing was.
  public var source: Source?
  /// The position of that source in the queue.
  public var position: Int?
  /// The source that was played or was the last one.
  public var lastSource: Source?
  /// True when sound of `lastSource` was heard.
  public var wasHeard: Bool

  /// The queue and the source of `snapshot`.
  public init(_ snapshot: TunerSnapshot) {
    let entries = snapshot.queue.lasting
    queue = entries.map(\.source)
    isStationList = snapshot.queueIsStationList
    lastSource = snapshot.source
    wasHeard = snapshot.wasHeard
    source = snapshot.state.isTunedIn ? snapshot.source : nil
    position = source == nil ? nil : entries.firstIndex { $0.id == snapshot.entryID }
  }
}
