import Bytes

/// Collects what a movie fragment box, `moof`, states of one track (ISO/IEC 14496-12 8.8): where its samples are.
struct MP4Fragment: Sendable {
  /// Maximum number of runs that are kept; with a second of sound in each they are four minutes.
  private static let maximumRuns = 256
  /// Maximum number of bytes of their tables that are kept.
  private static let maximumMemory = 2 << 20
  /// Farthest base behind the start of the fragment that is accepted, in bytes; one further away was right in another
  /// file.
  private static let farthestBase = 64 << 20

  /// The track's runs in order, with the samples that are left.
  private(set) var runs: [FragmentRun] = []
  /// True when a part of the fragment cannot be used.
  private(set) var isBroken = false

  /// How far in front of its file's place the present place is: bytes before it were lost, or inserted if negative.
  private var shift = 0
  /// The distance from a fragment's start to its base, if all fragments so far that state a base had the same.
  private var commonDistance: Int?
  private var hasUnusualDistances = false
  /// True when bytes may be missing since the last base.
  private var mayBeShifted = false

  private var start = 0
  /// The time at which a run begins that does not state it.
  private var time = 0
  private var track: Int?
  private var base = 0
  private var next = 0
  private var defaults = FragmentRun.Defaults()

  /// Bytes of memory that the runs' tables take.
  var memory: Int { runs.reduce(0) { $0 + $1.memory } }

  /// Begins a fragment; its box begins at `position`.
  mutating func begin(at position: Int) {
    start = position
    next = position
    track = nil
    runs = []
    isBroken = false
  }

  /// Reads the `body` of a box within a track's fragment, for the track `wanted` of `movie`.
  mutating func read(_ type: FourCC, _ body: ArraySlice<UInt8>, for wanted: Int?, of movie: MP4Movie) {
    switch type {
    case "tfhd": isBroken = !takeHead(body, movie) || isBroken
    case "tfdt":
      var reader = ByteReader(body)
      guard track == wanted, let version = reader.integer(1), reader.skip(3) != nil,
        let time = reader.integer(version == 1 ? 8 : 4)
      else { return }
      self.time = time
    case "trun":
      guard let run = FragmentRun(body, base: base, next: next, time: time, defaults: defaults),
        runs.count < Self.maximumRuns, memory + run.memory <= Self.maximumMemory
      else {
        isBroken = isBroken || track == wanted
        return
      }
      next = run.end
      guard track == wanted, wanted != nil, run.count > 0 else { return }
      time = run.endTime
      runs.append(run)
    default: break
    }
  }

  private mutating func takeHead(_ body: ArraySlice<UInt8>, _ movie: MP4Movie) -> Bool {
    var reader = ByteReader(body)
    guard let flags = reader.integer(4), let id = reader.integer(4) else { return false }
    let isFirst = track == nil
    track = id
    defaults = movie.defaults(of: id)
    base = flags & 0x2_0000 != 0 || isFirst ? start : next
    if flags & 0x1 != 0 {
      // In HLS segments the base counts from the start of a file that we do not have; it then always means the
      // fragment.
      guard let bytes = reader.bytes(8) else { return false }
      let distance = distance(to: Int(bigEndianBytes: bytes))
      base = (0...Self.farthestBase).contains(distance) ? start + distance : start
    }
    next = base
    if flags & 0x2 != 0, reader.skip(4) == nil { return false }
    if flags & 0x8 != 0 {
      guard let duration = reader.integer(4) else { return false }
      defaults.duration = duration
    }
    if flags & 0x10 != 0 {
      guard let size = reader.integer(4) else { return false }
      defaults.size = size
    }
    return true
  }

  /// Returns how far behind the fragment's start the place `base` of the file is. The first base after a loss of bytes
  /// shows how many there were, if a base always has the same distance.
  private mutating func distance(to base: Int) -> Int {
    let distance = base &- start &- shift
    defer { mayBeShifted = false }
    guard let commonDistance else {
      if !hasUnusualDistances { self.commonDistance = distance }
      return distance
    }
    if distance == commonDistance { return distance }
    guard mayBeShifted else {
      (self.commonDistance, hasUnusualDistances) = (nil, true)
      return distance
    }
    shift = shift &+ distance &- commonDistance
    return commonDistance
  }

  /// Notes that bytes may have been lost or inserted.
  mutating func stepWasLost() { mayBeShifted = true }

  /// Moves past the next sample of the first run, which must have one; drops the run when none is left.
  mutating func advance() {
    runs[0].advance()
    dropEmptyRuns()
  }

  /// Drops runs without samples from the front.
  mutating func dropEmptyRuns() {
    while let first = runs.first, first.count == 0 { runs.removeFirst() }
  }

  /// Drops the first run, or all runs.
  mutating func dropRuns(all: Bool) { runs.removeFirst(all ? runs.count : min(1, runs.count)) }
}
