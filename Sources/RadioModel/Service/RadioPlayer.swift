/// The player of a radio in this process, as its frontends see it: the whole state at once, each event, and the queue.
public protocol RadioPlayer: Sendable {
  /// The current state. Its cost does not depend on the length of the queue.
  var snapshot: TunerSnapshot { get }
  /// The current state in words and numbers for clients, with the number of the last event that it includes.
  var status: RadioStatus { get }
  /// The sound that is kept, with its titles; nil where none is kept.
  var timeShift: TimeShift? { get }
  /// Returns the events with their numbers: first the events after `number` if they are still kept, else the snapshot.
  func numberedEvents(after number: UInt64?) -> AsyncStream<NumberedEvent>
  /// Sends a command without waiting; commands are carried out in order.
  func send(_ command: Command)
  /// Sends a command, and calls `done` on any thread when it was carried out, or when the radio has ended.
  func send(_ command: Command, done: @escaping @Sendable () -> Void)
  /// Sends a command, and returns when it was carried out, or when the radio has ended.
  func perform(_ command: Command) async
  /// Returns when the radio carries out commands, or has ended.
  func answer() async
  /// Changes the queue at once. Returns the ids of added entries. Throws ``QueueError`` and changes nothing when the
  /// change is not possible.
  @discardableResult func edit(_ edit: QueueEdit) throws(QueueError) -> [Int]
  /// Resets the queue to the station list. The current source is not interrupted.
  func resetQueue()
}

extension RadioPlayer {
  /// Returns the events from now on, with their numbers: the snapshot first.
  public func numberedEvents() -> AsyncStream<NumberedEvent> { numberedEvents(after: nil) }
}
