package import RadioModel

/// Counts tracks: every title of every station is a separate track.
package struct TrackNumber {
  private var source: Source?
  private var title: String?
  private var number = 0

  /// No track yet.
  package init() {}

  /// Returns the number of the track in `snapshot`, from 1 up; 0 before anything was tuned in. The number is new when
  /// the source or the title differs from the last call.
  package mutating func update(_ snapshot: TunerSnapshot) -> Int {
    if snapshot.source != source || snapshot.title != title {
      (source, title) = (snapshot.source, snapshot.title)
      number += 1
    }
    return source == nil ? 0 : number
  }
}
