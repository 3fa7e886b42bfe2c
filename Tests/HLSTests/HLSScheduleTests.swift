import HLS
import Testing

@Suite("The schedule of an HLS stream")
struct HLSScheduleTests {
  private let start = ContinuousClock.now
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// A playlist with the segments `sequences`, of 6 s each. `tags` come in front of them, and their names begin with
  /// `name`.
  static func playlist(_ sequences: Range<Int>, name: String = "s", ended: Bool = false, tags: [String] = []) throws
    -> HLSMedia
  {
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:\(sequences.lowerBound)"] + tags
    for sequence in sequences {
      lines += ["#EXTINF:6,", "\(name)\(sequence)"]
    }
    if ended { lines.append("#EXT-X-ENDLIST") }
    guard case .media(let media) = try HLSPlaylist(Array(lines.joined(separator: "\n").utf8)) else {
      throw NoMediaError()
    }
    return media
  }

  private struct NoMediaError: Error {}

  /// The numbers of the segments that are fetched at `time`, where all of them come, and the step behind them. The
  /// first one behind a discontinuity is negative.
  private func fetchAll(_ schedule: inout HLSSchedule, at time: Double) -> ([Int], HLSSchedule.Step) {
    var fetched: [Int] = []
    while true {
      let step = schedule.next(at: at(time))
      guard case .fetch(let fetch) = step else { return (fetched, step) }
      fetched.append(fetch.isDiscontinuity ? -fetch.sequence : fetch.sequence)
      schedule.began()
      schedule.finished()
    }
  }

  @Test(
    "a live stream begins three target durations before its end, a recording at its start, or at the playlist's offset",
    arguments: [
      (100..<110, false, nil, 107), (5..<7, false, nil, 5), (0..<10, true, nil, 0),
      (0..<10, false, "TIME-OFFSET=-13", 7),
      (0..<10, false, "TIME-OFFSET=12.0", 2), (0..<10, true, "TIME-OFFSET=13", 2),
      (0..<10, true, "TIME-OFFSET=-999", 0),
      (0..<10, true, "TIME-OFFSET=999", 9), (0..<10, true, "TIME-OFFSET=0", 0),
      (0..<10, true, "TIME-OFFSET=" + String(repeating: "9", count: 30), 9),
      (0..<10, true, "TIME-OFFSET=-" + String(repeating: "9", count: 30), 0),
    ] as [(Range<Int>, Bool, String?, Int)])
  func beginning(sequences: Range<Int>, ended: Bool, start: String?, first: Int) throws {
    let tags = start.map { ["#EXT-X-START:" + $0] } ?? []
    var schedule = HLSSchedule(try Self.playlist(sequences, ended: ended, tags: tags), at: at(0))
    let (fetched, then) = fetchAll(&schedule, at: 1)
    #expect(fetched == Array(first..<sequences.upperBound))
    #expect(ended ? then == .ended : then == .reload(at: at(6)))
  }

  @Test("with a target duration of an hour, a stream begins three minutes before its end")
  func longTarget() throws {
    let tags = ["#EXT-X-TARGETDURATION:3600"]
    var schedule = HLSSchedule(try Self.playlist(0..<600, tags: tags), at: at(0))
    guard case .fetch(let fetch) = schedule.next(at: at(0)) else { throw NoMediaError() }
    #expect(fetch.sequence == 570, "three minutes before the end")
  }

  @Test("a playlist is reloaded after its target duration, and after half of it when it had nothing new")
  func reloads() throws {
    var schedule = HLSSchedule(try Self.playlist(0..<3), at: at(0))
    #expect(fetchAll(&schedule, at: 1) == ([0, 1, 2], .reload(at: at(6))))
    schedule.reloaded(try Self.playlist(0..<3), at: at(6))
    #expect(schedule.next(at: at(6.1)) == .reload(at: at(9)))
    schedule.reloadFailed(at: at(9))
    #expect(schedule.next(at: at(9.1)) == .reload(at: at(12)))
    schedule.reloaded(try Self.playlist(1..<5), at: at(12))
    #expect(fetchAll(&schedule, at: 13) == ([3, 4], .reload(at: at(18))))
    schedule.reloaded(try Self.playlist(3..<6, ended: true), at: at(18))
    #expect(fetchAll(&schedule, at: 18) == ([5], .ended))
  }

  @Test("a playlist without new segments for three target durations is stale; time without any demand does not count")
  func stale() throws {
    var schedule = HLSSchedule(try Self.playlist(0..<3), at: at(0))
    _ = fetchAll(&schedule, at: 100)  // a long time without any demand
    #expect(schedule.next(at: at(100)) == .reload(at: at(100)))
    for second in stride(from: 100.0, through: 115, by: 3) {
      schedule.reloaded(try Self.playlist(0..<3), at: at(second))
      #expect(schedule.next(at: at(second + 0.1)) == .reload(at: at(second + 3)))
    }
    schedule.reloaded(try Self.playlist(0..<3), at: at(118))
    #expect(schedule.next(at: at(118)) == .stale(after: .seconds(18)))
    schedule.reloaded(try Self.playlist(0..<4), at: at(118.5))
    #expect(fetchAll(&schedule, at: 119).0 == [3])
  }

  @Test("a playlist of short segments is stale after ten seconds, not earlier")
  func minimumStale() throws {
    let tags = ["#EXT-X-TARGETDURATION:1"]
    var schedule = HLSSchedule(try Self.playlist(0..<3, tags: tags), at: at(0))
    _ = fetchAll(&schedule, at: 0)
    schedule.reloadFailed(at: at(9))
    #expect(schedule.next(at: at(9)) == .reload(at: at(9.5)))
    schedule.reloadFailed(at: at(10))
    #expect(schedule.next(at: at(10)) == .stale(after: .seconds(10)))
  }

  @Test("an encoder's restart is followed once two playlists show it; a playlist that lags is ignored")
  func restarts() throws {
    var schedule = HLSSchedule(try Self.playlist(100..<106), at: at(0))
    _ = fetchAll(&schedule, at: 1)
    schedule.reloaded(try Self.playlist(98..<104), at: at(6))
    #expect(schedule.next(at: at(6)) == .reload(at: at(9)))
    schedule.reloaded(try Self.playlist(101..<107), at: at(9))
    #expect(fetchAll(&schedule, at: 9).0 == [106])
    for time in [15.0, 18] {
      #expect(schedule.next(at: at(time - 1)) == .reload(at: at(time)))
      schedule.reloaded(try Self.playlist(0..<2), at: at(time))
    }
    #expect(fetchAll(&schedule, at: 18).0 == [0, 1])
    for time in [24.0, 27] { schedule.reloaded(try Self.playlist(0..<1, name: "again"), at: at(time)) }
    #expect(fetchAll(&schedule, at: 27).0 == [0])
  }

  @Test("a restart and a lost window are discontinuities; a tag in the playlist is one at its segment, once")
  func discontinuities() throws {
    var schedule = HLSSchedule(try Self.playlist(100..<104), at: at(0))
    #expect(fetchAll(&schedule, at: 0).0 == [101, 102, 103])
    schedule.reloaded(try Self.playlist(200..<210), at: at(60))  // the window has moved on meanwhile
    #expect(fetchAll(&schedule, at: 60).0 == [-207, 208, 209])
    for time in [66.0, 69] { schedule.reloaded(try Self.playlist(1..<3), at: at(time)) }
    #expect(fetchAll(&schedule, at: 69).0 == [-1, 2])
    schedule.reloaded(try Self.playlist(3..<5, tags: ["#EXT-X-DISCONTINUITY"]), at: at(72))
    #expect(fetchAll(&schedule, at: 72).0 == [-3, 4])
  }

  @Test("a missing segment is left out, three in a row lose the stream, and a gap tag does not count as missing")
  func missing() throws {
    var schedule = HLSSchedule(try Self.playlist(0..<8, ended: true, tags: ["#EXT-X-GAP"]), at: at(0))
    func fetch() -> Int? {
      guard case .fetch(let fetch) = schedule.next(at: at(0)) else { return nil }
      return fetch.isDiscontinuity ? -fetch.sequence : fetch.sequence
    }
    #expect(fetch() == 1)
    schedule.began()
    schedule.finished()
    #expect(fetch() == 2)
    schedule.missed()
    #expect(fetch() == -3)
    schedule.missed()
    #expect(fetch() == -4)
    schedule.began()
    schedule.finished()
    for sequence in 5...7 {
      #expect(fetch().map(abs) == sequence)
      schedule.missed()
    }
    #expect(schedule.next(at: at(0)) == .lost)
  }

  @Test("a segment that breaks off continues where it broke, once")
  func broken() throws {
    var schedule = HLSSchedule(try Self.playlist(0..<2, ended: true, tags: ["#EXT-X-MAP:URI=\"m\""]), at: at(0))
    func fetch() throws -> HLSFetch {
      guard case .fetch(let fetch) = schedule.next(at: at(0)) else { throw NoMediaError() }
      return fetch
    }
    #expect(try fetch().map?.uri == "m")
    schedule.began()
    schedule.broke(after: 4000)
    let again = try fetch()
    #expect(
      again.sequence == 0 && again.offset == 4000 && again.map == nil && again.isContinued && !again.isDiscontinuity)
    schedule.broke(after: 5000)
    let next = try fetch()
    #expect(next.sequence == 1 && next.offset == 0 && next.isDiscontinuity && next.map?.uri == "m" && !next.isContinued)
  }

  @Test("after a pause the same segment is fetched, then the next one; three failed segments lose the stream")
  func pauses() throws {
    var schedule = HLSSchedule(try Self.playlist(0..<9, ended: true), at: at(0))
    var steps: [Double] = []
    for (now, number) in [(0.0, 0), (2, 0), (4, 1), (6, 1), (8, 2), (10, 2)] {
      guard case .fetch(let fetch) = schedule.next(at: at(now)) else { throw NoMediaError() }
      steps.append(Double(fetch.sequence) - Double(number))
      schedule.broke(after: 0, pausingUntil: at(now + 2))
      if number < 2 || now < 10 { #expect(schedule.next(at: at(now + 1.9)) == .pause(until: at(now + 2))) }
    }
    #expect(steps.allSatisfy { $0 == 0 } && schedule.next(at: at(10)) == .lost)
  }

  @Test("a new map comes once, with its first segment, and is a discontinuity where there was no map before")
  func maps() throws {
    let lines =
      "#EXTM3U\n#EXTINF:6,\na\n#EXT-X-MAP:URI=\"m\"\n#EXTINF:6,\nb\n#EXTINF:6,\nc\n#EXT-X-MAP:URI=\"n\"\n#EXTINF:6,\nd\n#EXT-X-ENDLIST"
    guard case .media(let media) = try HLSPlaylist(Array(lines.utf8)) else { throw NoMediaError() }
    var schedule = HLSSchedule(media, at: at(0))
    var maps: [String?] = []
    var breaks: [Bool] = []
    while case .fetch(let fetch) = schedule.next(at: at(0)) {
      maps.append(fetch.map?.uri)
      breaks.append(fetch.isDiscontinuity)
      schedule.began()
      schedule.finished()
    }
    #expect(maps == [nil, "m", nil, "n"] && breaks == [false, true, false, false])
  }

  @Test("a segment's number is its initialisation vector")
  func vector() throws {
    var schedule = HLSSchedule(try Self.playlist(0x1234..<0x1235, ended: true), at: at(0))
    guard case .fetch(let fetch) = schedule.next(at: at(0)) else { throw NoMediaError() }
    #expect(fetch.initializationVector == [UInt8](repeating: 0, count: 14) + [0x12, 0x34])
  }
}
