import AudioCore
import Parser
import RadioModel

/// Where a ``Seek`` leads.
struct SeekTarget {
  /// The place to move to; nil to stay.
  var place: Duration?
  /// True when ``place`` is the newest one, which is a later one when it is reached.
  var isToNewest = false
  /// A notice, when the target is outside the sound that is kept.
  var notice: String?
}

extension PlaybackSession {
  /// True when there is sound whose place can be held.
  var hasSound: Bool { status.played > .zero || buffer.left > .zero }

  /// Returns where `seek` leads; nil where one cannot move.
  func target(of seek: Seek) -> SeekTarget? {
    let (position, kept) = places
    guard let span = kept else { return nil }
    let range = span.seekable
    switch seek {
    case .by(let step): return target(position + step, from: position, in: range)
    case .to(let time): return target(time, from: position, in: range)
    case .title(let step):
      guard let place = buffer.titlePlace(step, from: position, margin: Seek.titleStart) else {
        return target(step < 0 ? range.lowerBound : range.upperBound, from: position, in: range)
      }
      return target(min(max(place, range.lowerBound), range.upperBound), from: position, in: range)
    case .live: return SeekTarget(place: status.isLive && span.live != nil ? range.upperBound : nil, isToNewest: true)
    }
  }

  private func target(_ time: Duration, from position: Duration, in range: ClosedRange<Duration>) -> SeekTarget {
    if time < range.lowerBound {
      let oldest = status.isLive ? range.upperBound - range.lowerBound : range.lowerBound
      let text = PlayingTimeText.text(oldest / .seconds(1))
      return SeekTarget(place: range.lowerBound, notice: "\(text) is the oldest that is kept")
    }
    guard time > range.upperBound else {
      return SeekTarget(place: time == position ? nil : time, isToNewest: time == range.upperBound)
    }
    let isAtEnd = position >= range.upperBound
    return SeekTarget(
      place: isAtEnd ? nil : range.upperBound, isToNewest: true,
      notice: status.isLive ? "this is live" : "no more was received yet")
  }
}
