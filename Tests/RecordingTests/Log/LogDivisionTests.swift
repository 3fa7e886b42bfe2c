import Recording
import Testing

@Suite("The pieces of a log")
struct LogDivisionTests {
  private static let hour = 3600

  private static func division(_ word: String) throws -> LogDivision { try #require(LogDivision(word)) }

  /// The names of the pieces of the time from `start` on, in order, and how long each lasts, in seconds.
  private static func pieces(
    _ word: String, from start: Int, hours: Int, by clock: LocalClock
  ) throws -> [(name: String, seconds: Int)] {
    let division = try division(word)
    var pieces: [(piece: LogDivision.Piece, seconds: Int)] = []
    for time in start..<start + hours * hour {
      let piece = division.piece(at: time, by: clock)
      if pieces.last?.piece == piece { pieces[pieces.count - 1].seconds += 1 } else { pieces.append((piece, 1)) }
    }
    return pieces.map { ($0.piece.name, $0.seconds) }
  }

  @Test("48 h of hours over the change to summer time: each an hour, and the one that is left out has no file")
  func spring() throws {
    let start = ZoneClock.summer - 25 * Self.hour  // 2026-03-28 01:00 local
    let pieces = try Self.pieces("1h", from: start, hours: 48, by: ZoneClock.berlin)
    #expect(pieces.count == 48 && pieces.allSatisfy { $0.seconds == Self.hour })
    #expect(
      pieces[23...26].map(\.name) == [
        "2026-03-29 00-00+0100", "2026-03-29 01-00+0100", "2026-03-29 03-00+0200", "2026-03-29 04-00+0200",
      ])
    #expect(Set(pieces.map(\.name)).count == 48)
  }

  @Test(
    "48 h of hours over the change from summer time: the hour that comes twice is two files, with names of their own")
  func autumn() throws {
    let start = ZoneClock.winter - 27 * Self.hour  // 2026-10-24 00:00 local
    let pieces = try Self.pieces("1h", from: start, hours: 48, by: ZoneClock.berlin)
    #expect(pieces.count == 48 && pieces.allSatisfy { $0.seconds == Self.hour })
    #expect(
      pieces[25...28].map(\.name) == [
        "2026-10-25 01-00+0200", "2026-10-25 02-00+0200", "2026-10-25 02-00+0100", "2026-10-25 03-00+0100",
      ])
    #expect(Set(pieces.map(\.name)).count == 48)
  }

  @Test("a piece of more than an hour is one file, with the hour twice in it")
  func long() throws {
    let start = ZoneClock.winter - 3 * Self.hour  // 2026-10-25 00:00 local
    let two = try Self.pieces("2h", from: start, hours: 7, by: ZoneClock.berlin)
    #expect(
      two.map(\.name) == ["2026-10-25 00-00+0200", "2026-10-25 02-00+0200", "2026-10-25 04-00+0100"]
        && two.map(\.seconds) == [2, 3, 2].map { $0 * Self.hour }, "\(two)")
    let day = try Self.pieces("24h", from: start, hours: 49, by: ZoneClock.berlin)
    #expect(
      day.map(\.name) == ["2026-10-25 00-00+0200", "2026-10-26 00-00+0100"]
        && day.map(\.seconds) == [25, 24].map { $0 * Self.hour }, "\(day)")
    let six = try Self.pieces("6h", from: ZoneClock.summer - 2 * Self.hour, hours: 6, by: ZoneClock.berlin)
    #expect(
      six.map(\.name) == ["2026-03-29 00-00+0100", "2026-03-29 06-00+0200"]
        && six.map(\.seconds) == [5, 1].map { $0 * Self.hour }, "\(six)")
  }

  @Test("other zones: an offset of three quarters of an hour, one west of Greenwich, a change by half an hour")
  func zones() throws {
    let nepal = try Self.pieces("1h", from: 1_774_742_400, hours: 2, by: ZoneClock.kathmandu)  // 00:00 UTC
    #expect(
      nepal.map(\.name) == ["2026-03-29 05-00+0545", "2026-03-29 06-00+0545", "2026-03-29 07-00+0545"]
        && nepal.map(\.seconds) == [900, 3600, 2700], "\(nepal)")
    let west = try Self.pieces("30m", from: 1_793_512_800 - 1800, hours: 1, by: ZoneClock.newYork)
    #expect(west.map(\.name) == ["2026-11-01 01-30-0400", "2026-11-01 01-00-0500"], "\(west)")
    let half = try Self.pieces("1h", from: ZoneClock.lordHoweWinter - 3600, hours: 2, by: ZoneClock.lordHowe)
    #expect(
      half.map(\.name) == ["2026-04-05 01-00+1100", "2026-04-05 01-00+1030", "2026-04-05 02-00+1030"]
        && half.map(\.seconds) == [3600, 1800, 1800], "\(half)")
  }

  @Test("minutes divide the hour, days before 1970 and leap days have their dates")
  func dates() throws {
    let utc = LocalClock { _ in 0 }
    for (word, time, name) in [
      ("5m", 1_774_743_299, "2026-03-29 00-10+0000"), ("10m", 1_774_743_299, "2026-03-29 00-10+0000"),
      ("15m", 1_774_743_299, "2026-03-29 00-00+0000"), ("1m", 1_774_743_299, "2026-03-29 00-14+0000"),
      ("24h", -1, "1969-12-31 00-00+0000"), ("1h", 951_782_400, "2000-02-29 00-00+0000"),
      ("1h", 1_709_164_800, "2024-02-29 00-00+0000"), ("1h", 4_107_542_400, "2100-03-01 00-00+0000"),
    ] {
      #expect(try Self.division(word).piece(at: time, by: utc).name == name, "\(word) \(time)")
    }
  }

  @Test("only the lengths that divide a day are taken")
  func words() {
    for word in LogDivision.words { #expect(LogDivision(word).map { 1440 % $0.minutes } == 0, "\(word)") }
    for word in ["", "h", "3h", "7m", "60m", "1", "-1h", "1H", " 1h", "0m", "48h", "1d"] {
      #expect(LogDivision(word) == nil, "\(word)")
    }
  }
}
