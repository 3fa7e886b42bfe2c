import AudioCore
package import RadioModel

extension RadioStatus {
  /// The status rounded to visible steps, so that rows are rewritten only when they will look different.
  package var inVisibleSteps: RadioStatus {
    var coarse = self
    coarse.elapsed = elapsed.rounded(.down)
    coarse.buffered = (buffered * 10).rounded() / 10
    coarse.bitRate = bitRate.map { BitRateText.kilobits($0) * 1000 }
    coarse.behindLive = behindLive?.rounded(.down)
    // Nothing shows them; the keys only need to know whether there is anything to move in.
    (coarse.titleElapsed, coarse.seekable) = (nil, seekable.map { _ in 0...0 })
    coarse.event = 0
    return coarse
  }

  /// True when nothing but the numbers differs that change all the time, and that only the status row shows.
  package func differsOnlyInFigures(from other: RadioStatus) -> Bool {
    var same = self
    (same.elapsed, same.buffered, same.bitRate) = (other.elapsed, other.buffered, other.bitRate)
    same.behindLive = other.behindLive
    return same == other
  }
}
