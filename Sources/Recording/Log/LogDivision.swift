import AudioCore
import Glibc

/// How the log of a station is divided into files: into pieces of the local day, which all have the same length.
///
/// Where the clock is set back, an hour comes twice. Pieces of an hour or less then come twice, too: the name of each has
/// the offset from UTC. A longer piece is one file with the hour twice in it, and where the clock is set forward, it is
/// shorter.
package struct LogDivision: Sendable, Hashable {
  /// A piece of a day.
  package struct Piece: Sendable, Hashable {
    /// The local day, in days since 1970-01-01.
    package let day: Int
    /// Where it begins in the day, in minutes.
    package let minute: Int
    /// The offset from UTC by which pieces of the same hour differ, in seconds; 0 for pieces of more than an hour.
    fileprivate let distinction: Int
    /// The offset from UTC of its name, in seconds.
    private let offset: Int

    fileprivate init(day: Int, minute: Int, distinction: Int, offset: Int) {
      (self.day, self.minute) = (day, minute)
      (self.distinction, self.offset) = (distinction, offset)
    }

    package static func == (left: Self, right: Self) -> Bool {
      (left.day, left.minute, left.distinction) == (right.day, right.minute, right.distinction)
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(day)
      hasher.combine(minute)
      hasher.combine(distinction)
    }

    /// Day and time of its beginning, with the offset: `2026-10-25 02-00+0100`. No system forbids it in a name.
    package var name: String {
      var (midnight, parts) = (time_t(day * 86_400), tm())
      gmtime_r(&midnight, &parts)
      let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map { NumberText.twoDigits($0) }
      let zone = abs(offset) / 60
      return date.joined(separator: "-") + " \(NumberText.twoDigits(minute / 60))-\(NumberText.twoDigits(minute % 60))"
        + (offset < 0 ? "-" : "+") + NumberText.twoDigits(zone / 60) + NumberText.twoDigits(zone % 60)
    }
  }

  /// The divisions that people choose, by their words.
  package static let words = ["5m", "10m", "15m", "30m", "1h", "2h", "6h", "24h"]
  /// One that is too short for anything but tests.
  package static let testWord = "1m"

  private static let minutesPerDay = 24 * 60

  /// The length of a piece in minutes, a divisor of those of a day.
  package let minutes: Int

  /// Reads one of ``words``, or ``testWord``; nil for any other text.
  package init?(_ word: String) {
    guard Self.words.contains(word) || word == Self.testWord, let number = Int(word.dropLast()) else { return nil }
    minutes = word.last == "h" ? number * 60 : number
  }

  /// The length of a piece on a day on which the clock is not set.
  package var length: Duration { .seconds(minutes * 60) }

  /// Returns the piece that contains `time`, in seconds since 1970, by `clock`.
  package func piece(at time: Int, by clock: LocalClock) -> Piece {
    let offset = clock.offset(time)
    let minute = Self.floor(time + offset, by: 60)
    let day = Self.floor(minute, by: Self.minutesPerDay)
    let start = (minute - day * Self.minutesPerDay) / minutes * minutes
    guard minutes > 60 else { return Piece(day: day, minute: start, distinction: offset, offset: offset) }
    let beginning = (day * Self.minutesPerDay + start) * 60
    return Piece(day: day, minute: start, distinction: 0, offset: clock.offset(beginning - offset))
  }

  private static func floor(_ number: Int, by divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
