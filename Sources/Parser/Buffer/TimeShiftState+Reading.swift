package import AudioCore

/// An element with its place.
package struct PlacedElement: Sendable, Equatable {
  package var element: StreamElement
  /// Where it begins, in nanoseconds since the first packet.
  package var start: Int
  /// When it was received, in seconds since 1970; 0 where no sound is kept.
  package var receivedAt: Double
  /// The number of the connection that brought it. Between two connections sound is missing.
  package var connection: Int

  /// An element with these values.
  package init(element: StreamElement, start: Int, receivedAt: Double, connection: Int = 0) {
    self.element = element
    self.start = start
    self.receivedAt = receivedAt
    self.connection = connection
  }
}

/// Where someone reads who is not the listener.
package struct ReadingPlace: Sendable, Equatable {
  /// The number of the element that is read next.
  var number: Int
  /// How often the newest elements had been removed when the place was used last.
  var removals: Int
}

/// What was read.
package struct ReadElements: Sendable, Equatable {
  package var elements: [PlacedElement] = []
  /// The number of elements that were dropped before they were read; they come before ``elements``.
  package var lost = 0
  /// True when nothing follows.
  package var isOver = false
}

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
