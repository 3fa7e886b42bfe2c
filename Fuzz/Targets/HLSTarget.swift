import AudioCore
import HLS

extension FuzzTarget {
  /// Playlists of HTTP Live Streaming: bounded, with clean texts and usable numbers. A choice is one of the offered
  /// variants, and a schedule comes to an end.
  static let hls = FuzzTarget("hls") { input in
    let maximumKilobits = input.choice([nil, 1, 128, 100_000])
    let behaviour = input.byte()
    let bytes = input.payload
    let playlist: HLSPlaylist
    do throws(HLSError) {
      playlist = try HLSPlaylist(bytes)
    } catch {
      return claim(TextFault.inLine(error.reason) == nil, "a fault is a clean sentence: \(error.reason)")
    }
    switch playlist {
    case .master(let master): check(master, maximumKilobits: maximumKilobits)
    case .media(let media):
      check(media)
      follow(media, behaviour: behaviour)
    }
  }

  private static func check(_ master: HLSMaster, maximumKilobits: Int?) {
    claim((1...HLSPlaylist.maximumVariants).contains(master.variants.count), "\(master.variants.count) variants")
    claim(master.renditions.count <= HLSPlaylist.maximumVariants, "\(master.renditions.count) renditions")
    do throws(HLSError) {
      let choice = try HLSVariantChoice(master, maximumKilobits: maximumKilobits)
      claim(!choice.candidates.isEmpty, "a choice is of something")
      let offered = Set(master.variants.map(\.uri) + master.renditions.compactMap(\.uri))
      claim(choice.candidates.allSatisfy { offered.contains($0.uri) }, "a choice is of what there is")
      claim(Set(choice.candidates.map(\.uri)).count == choice.candidates.count, "each once")
    } catch {
      claim(TextFault.inLine(error.reason) == nil, "a fault is a clean sentence: \(error.reason)")
    }
  }

  private static func check(_ media: HLSMedia) {
    claim(media.segments.count <= HLSPlaylist.maximumSegments, "\(media.segments.count) segments")
    claim(media.targetDuration >= .seconds(1) && media.targetDuration <= .seconds(3600), "\(media.targetDuration)")
    claim(media.endSequence - media.firstSequence == media.segments.count, "numbers are in a row")
    for segment in media.segments {
      claim(!segment.uri.isEmpty, "a segment has an address")
      claim(segment.duration >= .zero && segment.duration <= .seconds(3600), "\(segment.duration)")
      if let fault = segment.title.flatMap({ TextFault.inLine($0) }) { fail("broken promise: a title has \(fault)") }
      claim(segment.title != "", "no title is none")
      for range in [segment.byteRange, segment.map?.byteRange] {
        if let range { claim(!range.isEmpty && range.lowerBound >= 0, "\(range)") }
      }
      if case .aes128(_, let vector?)? = segment.key { claim(vector.count == 16, "\(vector.count) bytes") }
    }
  }

  /// Follows `media` with a playlist that never changes; `behaviour` selects how its segments and reloads end.
  private static func follow(_ media: HLSMedia, behaviour: Int) {
    var now = ContinuousClock.now
    var schedule = HLSSchedule(media, at: now)
    var last = -1
    var steps = 0
    while true {
      steps += 1
      claim(steps < 4 * media.segments.count + 1000, "it comes to an end")
      switch schedule.next(at: now) {
      case .fetch(let fetch):
        claim(media.segment(fetch.sequence) == fetch.segment, "it is fetched what there is")
        claim(fetch.sequence > last || fetch.sequence == last && fetch.isContinued || behaviour % 4 == 3, "each once")
        claim(fetch.initializationVector.count == 16, "a vector of 16 bytes")
        last = fetch.sequence
        if behaviour % 4 != 3 { schedule.began() }
        switch behaviour % 4 {
        case 0: schedule.finished()
        case 1: schedule.broke(after: 100)
        case 2: schedule.missed()
        default: schedule.broke(after: 0, pausingUntil: now + .seconds(1))
        }
      case .pause(let moment):
        claim(moment > now, "not in the past")
        now = moment
      case .reload(let moment):
        claim(moment >= now, "not in the past")
        now = moment
        if behaviour & 4 == 0 { schedule.reloaded(media, at: now) } else { schedule.reloadFailed(at: now) }
      case .ended: return claim(media.isEnded, "only what has an end ends")
      case .stale(let time): return claim(!media.isEnded && time >= .seconds(10), "\(time)")
      case .lost: return claim(behaviour % 4 != 0, "nothing was missing")
      }
    }
  }
}
