import Radio

/// Counts what is heard: every title of every station is a track of its own.
package struct TrackNumber {
  private var source: Source?
  private var title: String?
  private var number = 0

  /// No track yet.
  package init() {}

  /// The number of the track that `snapshot` is at, from 1 up; 0 before anything was tuned in. A new number when it is another
  /// than at the last call.
  package mutating func update(_ snapshot: TunerSnapshot) -> Int {
    if snapshot.source != source || snapshot.title != title {
      (source, title) = (snapshot.source, snapshot.title)
      number += 1
    }
    return source == nil ? 0 : number
  }
}
