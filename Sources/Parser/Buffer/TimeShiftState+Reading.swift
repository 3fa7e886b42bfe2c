// MARK: - Reading beside the listener

extension TimeShiftState {
  /// Begins to read with the element that contains `target`, or with the oldest one that is kept, or behind the newest
  /// one.
  package mutating func beginReading(at target: Int) -> ReadingPlace {
    readers += 1
    return ReadingPlace(number: ring.number(at: target), removals: removals.count)
  }

  /// Returns at most `limit` elements from `place` on that begin before `end`, in nanoseconds, and moves it behind them.
  package func read(_ place: inout ReadingPlace, limit: Int, before end: Int = .max) -> ReadElements {
    if place.removals != removals.count { place.number = min(place.number, removals.first) }
    var read = ReadElements(lost: max(0, ring.first - place.number))
    place = ReadingPlace(number: max(place.number, ring.first), removals: removals.count)
    let last = min(ring.end, place.number + max(0, limit))
    read.elements.reserveCapacity(last - place.number)
    while place.number < last, let element = ring[place.number] {
      let (start, reception) = (ring.totals(before: place.number).nanoseconds, ring.reception(of: place.number))
      if start >= end { break }
      read.elements.append(
        PlacedElement(element: element, start: start, receivedAt: reception.time, connection: reception.connection))
      place.number += 1
    }
    read.isOver = (isClosed || isFinished) && place.number == ring.end
    return read
  }

  /// Ends the reading of one reader.
  package mutating func endReading() {
    readers -= 1
    if readers == 0, isClosed, !isSuspended { clear() }
  }
}
