import Radio

/// Counts the changes that a client can see in the queue: those of the queue itself, and those of what is told of the entry that is tuned
/// in, which has the title of the moment.
package struct MPDQueueVersions {
  /// What is told of the entry that is tuned in.
  package struct Shown: Equatable, Sendable {
    /// Its number.
    package var id: Int
    /// What it is called.
    package var name: String
    /// The title of the moment.
    package var title: String?

    /// This entry in these words.
    package init(id: Int, name: String, title: String?) {
      self.id = id
      self.name = name
      self.title = title
    }
  }

  /// Changes that are remembered at most.
  private static let memory = 256
  /// Versions that stay known when some are forgotten.
  private static let keptVersions = 32

  /// The number of the last change, from 1 up.
  package private(set) var version = 1
  private var queueVersion: Int
  private var shown: Shown?
  /// What version the queue itself had at which of ours.
  private var known: [(version: Int, queueVersion: Int)]
  /// Entries that were told of anew, and in which version.
  private var changedAgain: [(version: Int, id: Int)] = []

  /// Begins with a queue of version `queueVersion`.
  package init(queueVersion: Int) {
    self.queueVersion = queueVersion
    known = [(1, queueVersion)]
  }

  /// Takes note of how things are; true when that is another version.
  @discardableResult package mutating func observe(queueVersion: Int, shown: Shown?) -> Bool {
    let before = version
    if queueVersion != self.queueVersion {
      version += 1
      self.queueVersion = queueVersion
      known.append((version, queueVersion))
    }
    if shown != self.shown {
      version += 1
      for id in Set([self.shown?.id, shown?.id].compactMap { $0 }) { changedAgain.append((version, id)) }
      self.shown = shown
    }
    if known.count + changedAgain.count > Self.memory { forget() }
    return version != before
  }

  /// Forgets all but the newest versions; who knows an older one gets the whole queue.
  private mutating func forget() {
    let floor = version - Self.keptVersions
    changedAgain.removeAll { $0.version <= floor }
    let last = known.last { $0.version <= floor }
    known.removeAll { $0.version <= floor }
    // From the floor on, the queue's version is known.
    if let last { known.insert((floor, last.queueVersion), at: 0) }
  }

  /// Whether the entry at its place is another than at `version`.
  package func hasChanged(_ entry: StationQueue.Entry, since version: Int) -> Bool {
    guard version <= self.version, let then = known.last(where: { $0.version <= version }) else { return true }
    return entry.version > then.queueVersion || changedAgain.contains { $0.version > version && $0.id == entry.id }
  }
}
