import HLS
import Testing

@Suite("The reloads of a live HLS playlist")
struct HLSReloadTests {
  private let start = ContinuousClock.now
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// The windows that a server answers, reload after reload, and all segments that are fetched. The first one behind a
  /// discontinuity is negative.
  struct Course: Sendable, CustomTestStringConvertible {
    var name: String
    var windows: [Window]
    var fetched: [Int]

    var testDescription: String { name }
  }

  /// A window of segments, whose names begin with `name`.
  struct Window: Sendable, ExpressibleByStringLiteral {
    var sequences: Range<Int>
    var name = "s"

    /// `FIRST-END NAME`; `END` is the number behind the last segment.
    init(stringLiteral text: String) {
      let words = text.split(separator: " ")
      let numbers = words[0].split(separator: "-").compactMap { Int($0) }
      sequences = numbers[0]..<numbers[1]
      if words.count > 1 { name = String(words[1]) }
    }
  }

  static let courses = [
    Course(
      name: "of two edges one lags by more than its window",
      windows: ["3-6", "0-3", "4-7", "1-4", "2-5", "5-8"], fetched: [3, 4, 5, 6, 7]),
    Course(
      name: "the same while the addresses carry tokens that change",
      windows: ["3-6 a?t=", "4-7 a?t=", "0-3 b?t=", "5-8 c?t="], fetched: [3, 4, 5, 6, 7]),
    Course(
      name: "an edge that lags, twice in a row, behind segments that were seen",
      windows: ["3-6", "4-7", "5-8", "6-9", "7-10", "3-6", "3-6", "4-7", "8-11"], fetched: [3, 4, 5, 6, 7, 8, 9, 10]),
    Course(name: "one playlist without segments", windows: ["3-6", "0-0", "4-7"], fetched: [3, 4, 5, 6]),
    Course(
      name: "an encoder that was started again, and begins with no segments",
      windows: ["100-103", "0-0", "0-1 new", "0-2 new", "1-4 new"], fetched: [100, 101, 102, -0, 1, 2, 3]),
    Course(
      name: "an encoder that was started again, while one edge has its old segments",
      windows: ["100-103", "0-2 new", "0-3 new", "100-103", "1-4 new"], fetched: [100, 101, 102, -0, 1, 2, 3]),
  ]

  @Test(
    "a playlist that steps back counts when the next one confirms it, and no segment is played twice",
    arguments: courses)
  func steps(course: Course) throws {
    var fetched: [Int] = []
    var schedule: HLSSchedule?
    for (second, window) in course.windows.enumerated() {
      let playlist = try HLSScheduleTests.playlist(window.sequences, name: window.name)
      if schedule == nil {
        schedule = HLSSchedule(playlist, at: at(0))
      } else {
        schedule?.reloaded(playlist, at: at(Double(second)))
      }
      while case .fetch(let fetch)? = schedule?.next(at: at(Double(second))) {
        fetched.append(fetch.isDiscontinuity ? -fetch.sequence : fetch.sequence)
        schedule?.began()
        schedule?.finished()
      }
    }
    #expect(fetched == course.fetched)
  }

  /// The server lists the last `window` segments, of `seconds` each, with a target duration of `target`.
  static let paces: [(target: Int, seconds: Int, window: Int)] = [
    (10, 2, 4), (60, 1, 3), (10, 2, 2), (6, 6, 3), (2, 2, 5),
  ]

  @Test("a target duration that is too long loses no segment", arguments: paces)
  func overstatedTarget(target: Int, seconds: Int, window: Int) throws {
    /// The server's playlist at `second`; the segment that ends then is complete.
    func playlist(at second: Double) throws -> HLSMedia {
      let end = 100 + Int(second) / seconds
      let tags = ["#EXT-X-TARGETDURATION:\(target)", "#EXT-X-MEDIA-SEQUENCE:\(end - window)"]
      let lines = tags + (end - window..<end).flatMap { ["#EXTINF:\(seconds),", "s\($0)"] }
      return try HLSPlaylistTests.media(lines.joined(separator: "\n"))
    }
    var now = 0.5
    var schedule = HLSSchedule(try playlist(at: now), at: at(now))
    var fetched: [Int] = []
    var reloads = 0
    while now < 100 {
      switch schedule.next(at: at(now)) {
      case .fetch(let fetch):
        fetched.append(fetch.sequence)
        schedule.began()
        schedule.finished()
      case .reload(let moment):
        now = (moment - start) / .seconds(1)
        reloads += 1
        schedule.reloaded(try playlist(at: now), at: at(now))
      case let step:
        Issue.record("\(step) after \(now) s")
        return
      }
    }
    let first = try #require(fetched.first)
    #expect(fetched == Array(first..<first + fetched.count), "none is left out")
    #expect(fetched.count >= 99 / seconds, "\(fetched.count) segments")
    #expect(reloads <= 2 * 100 / seconds + 2, "\(reloads) reloads")
  }
}
