package import RadioModel

/// Counts the changes that a client can see in the queue: changes of the queue itself, and changes of the visible
/// details of the entry that is tuned in, such as its current title.
package struct MPDQueueVersions {
  /// The details of the entry that is tuned in, as clients see them.
  package struct Shown: Equatable, Sendable {
    /// The id of the entry.
    package var id: Int
    /// The name of the entry.
    package var name: String
    /// The current title.
    package var title: String?

    /// An entry with these details.
    package init(id: Int, name: String, title: String?) {
      self.id = id
      self.name = name
      self.title = title
    }
  }

  /// Most changes that are remembered.
  private static let memory = 256
  /// The versions that stay known when older ones are forgotten.
  private static let keptVersions = 32

  /// The number of the last change, from 1.
  package private(set) var version = 1
  private var queueVersion: Int
  private var shown: Shown?
  /// The queue's own version at each of our versions.
  private var known: [(version: Int, queueVersion: Int)]
  /// Entries whose details changed, and in which version.
  private var changedAgain: [(version: Int, id: Int)] = []

  /// Starts with a queue of version `queueVersion`.
  package init(queueVersion: Int) {
    self.queueVersion = queueVersion
    known = [(1, queueVersion)]
  }

  /// Records the current state. Returns true when it is a new version.
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

  /// Forgets all but the newest versions. A client with an older version gets the whole queue.
  private mutating func forget() {
    let floor = version - Self.keptVersions
    changedAgain.removeAll { $0.version <= floor }
    let last = known.last { $0.version <= floor }
    known.removeAll { $0.version <= floor }
    // The queue's version stays known from the floor on.
    if let last { known.insert((floor, last.queueVersion), at: 0) }
  }

  /// True when the entry at this place differs from the one at `version`, and when `version` is unknown.
  package func hasChanged(_ entry: StationQueue.Entry, since version: Int) -> Bool {
    guard version <= self.version, let then = known.last(where: { $0.version <= version }) else { return true }
    return entry.version > then.queueVersion || changedAgain.contains { $0.version > version && $0.id == entry.id }
  }
}
