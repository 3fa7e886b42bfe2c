import AudioCore
import Bytes

/// Extracts the sound from MP4 (ISO/IEC 14496-12), in fragments (8.8) as HLS has it, or with all of its sound behind
/// one index: the first track that can be played. It walks through boxes as they arrive, and gives the sound out sample
/// by sample; of the index it keeps only what it needs. Where the index stands behind the sound, it requests the bytes
/// in another order.
///
/// It is written by hand for the same reasons as ``TransportStreamParser``.
struct MP4Parser: StreamDemultiplexer {
  /// A box that was entered, and where it ends.
  struct OpenBox {
    let type: FourCC
    let end: Int
  }

  /// The properties that must stay the same from packet to packet.
  struct Kind: Equatable {
    let codec: Codec
    let format: AudioFormat
  }

  /// Maximum number of bytes without sound in between: an index, a picture, many seconds of video.
  static let maximumForeignBytes = 64 << 20
  /// Largest box that is accepted, in bytes; media data may be as long as ``maximumMediaLength``.
  static let maximumBoxSize = 64 << 20
  static let maximumMediaLength = 1 << 40
  /// Maximum number of boxes of media data that are passed over in search of the index. Each costs a request to a
  /// server; real files have one or two.
  static let maximumPassedMedia = 16
  static let maximumOpenBoxes = 8
  static let maximumMessages = 16
  static let containers: Set<FourCC> = [
    "moov", "trak", "mdia", "minf", "stbl", "edts", "mvex", "moof", "traf", "udta", "meta", "ilst", "©nam", "©ART",
    "----",
  ]
  /// Boxes that describe the sound, and are not needed to play it.
  static let descriptions: Set<FourCC> = ["udta", "meta"]
  /// Boxes that occur only at the top level.
  static let outermost: Set<FourCC> = ["ftyp", "styp", "moov", "moof", "mdat"]
  /// Boxes that are read, and how many of their bytes at most.
  static let leaves: [FourCC: Int] = [
    "mvhd": 128, "tkhd": 128, "mdhd": 128, "hdlr": 64, "elst": 256, "stsd": 16 << 10, "trex": 64, "tfhd": 64,
    "tfdt": 64,
    "trun": 1 << 20, "emsg": EventMessage.maximumBytes, "data": 4096, "name": 64,
  ]

  let limits: StreamParser.Limits
  let origin: StreamOrigin
  var counters = StreamParser.Counters()
  var hasFoundFrames = false

  /// Bytes of the stream before the front of the queue.
  var position = 0
  var isInStep = true
  var open: [OpenBox] = []
  var movie = MP4Movie()
  var track: MP4Track?
  var fragment = MP4Fragment()
  /// The samples of a file that is not in fragments, once its index is known.
  var samples: TabledSamples?
  /// The table that is being read, and its bytes that are still to come.
  var table: (type: FourCC, left: Int)?
  /// True when media data were passed over in search of the index.
  var hasPassedMedia = false
  /// Number of media data boxes that were passed over without being read.
  var passedMedia = 0
  /// When the sound of the programme ends, in units of the track's time scale, if the index states it.
  var endTime: Int?
  /// Duration of the programme, if the index states it.
  var length: Duration?
  var hasFragments = false
  /// Where fragments may begin that continue the samples of the tables, when they follow the index and not the samples.
  var fragmentsStart: Int?
  /// Where the current media data end; nil outside media data.
  var mediaEnd: Int?
  var messages: [EventMessage] = []
  var title: StreamMetadata?

  var isDiscontinuity = true
  var lastKind: Kind?
  /// True until the first sample behind an index.
  var isAtStart = true
  /// Frames that must still be cut from the start.
  var trimLeft = 0
  /// When the next sample should come, in units of the track's time scale.
  var expectedTime: Int?
  var junk = 0
  var foreign = 0
  var alignment = MP4Alignment()
  /// Bytes of the longest media data so far: behind damage as many may have to be passed over.
  var largestMedia = 0

  /// A parser at the start of a stream from `origin`.
  init(limits: StreamParser.Limits, origin: StreamOrigin = .station) {
    self.limits = limits
    self.origin = origin
  }

  /// Samples that the index, or the last fragment, lists did not come.
  var cut: StreamCut? {
    samples?.isEmpty == false || !fragment.runs.isEmpty && mediaEnd != nil ? .early(stated: length) : nil
  }
  var memory: Int { fragment.memory + movie.memory + (samples?.memory ?? 0) }

  mutating func next(from queue: inout ByteQueue, isEnd: Bool) -> DemultiplexerStep {
    while true {
      if let title {
        self.title = nil
        return .element(.metadata(title))
      }
      let step =
        if let table {
          takeTable(table, &queue)
        } else if let mediaEnd {
          samples == nil
            ? takeSample(&queue, mediaEnd: mediaEnd, isEnd: isEnd) : takeTabledSample(&queue, mediaEnd: mediaEnd)
        } else if isInStep {
          takeBox(&queue)
        } else {
          search(&queue)
        }
      if isEnd, hasPassedMedia, track == nil, case .needMore? = step { return .unsupported(kind: MP4Fault.cutOff) }
      if let step { return step }
    }
  }

  mutating func end(_ queue: inout ByteQueue) {
    counters.bytesSkipped += queue.count
    queue.drop(queue.count)
  }

  // MARK: Boxes

  /// Takes the box that must begin at the front. Nil when it made progress without a result.
  mutating func takeBox(_ queue: inout ByteQueue) -> DemultiplexerStep? {
    while let last = open.last, position >= last.end {
      open.removeLast()
      if let step = close(last.type) { return step }
      if mediaEnd != nil { return nil }
    }
    let shortSize = 8
    // QuickTime ends `udta` with 32 bits of zero.
    if let last = open.last, last.end - position < shortSize { return advance(last.end - position, &queue) }
    guard queue.count >= shortSize else { return .needMore(shortSize) }
    let type = FourCC(rawValue: queue.word(at: 4))
    var headSize = shortSize
    var size = Int(queue.word(at: 0))
    if size == 1 {
      headSize = 16
      guard queue.count >= headSize else { return .needMore(headSize) }
      size = Int(queue.word(at: 8) & 0x7FFF_FFFF) << 32 | Int(queue.word(at: 12))
    } else if size == 0, open.isEmpty, type == "mdat" {
      size = Self.maximumMediaLength
    }
    let maximum =
      open.last.map { $0.end - position } ?? (type == "mdat" ? Self.maximumMediaLength : Self.maximumBoxSize)
    guard size >= headSize, size <= maximum, !open.isEmpty || type.isBoxName else {
      // What is wrong in the description ends the description, not the index around it.
      if let place = open.firstIndex(where: { Self.descriptions.contains($0.type) }) {
        open.removeSubrange((place + 1)...)
        return advance(open[place].end - position, &queue)
      }
      return loseStep(&queue)
    }
    if Self.outermost.contains(type), !open.isEmpty {  // the box around it cannot be as long as it says
      open = []
      isDiscontinuity = true
      return nil
    }
    if type == "mdat" { return enterMedia(&queue, headSize: headSize, size: size) }
    if Self.containers.contains(type), open.count < Self.maximumOpenBoxes {
      if type == "meta" {  // ISO files have a version first, QuickTime files do not
        guard queue.count >= headSize + 8 || size < headSize + 8 else { return .needMore(headSize + 8) }
        if size >= headSize + 8, queue.word(at: headSize + 4) != FourCC("hdlr").rawValue { headSize += 4 }
      }
      open.append(OpenBox(type: type, end: position + size))
      enter(type)
      return advance(headSize, &queue)
    }
    if open.last?.type == "stbl", movie.beginTable(type, size: size - headSize) {
      table = (type, size - headSize)
      return advance(headSize, &queue)
    }
    if let maximum = Self.leaves[type], size >= headSize {
      let held = min(size, maximum)
      guard queue.count >= held else { return .needMore(held) }
      read(type, isWhole: held == size, queue.prefix(held)[headSize...])
    }
    return advance(size, &queue)
  }

  /// Keeps the bytes in the queue that belong to a table. Nil when it made progress without a result.
  mutating func takeTable(_ table: (type: FourCC, left: Int), _ queue: inout ByteQueue) -> DemultiplexerStep? {
    let number = min(table.left, queue.count)
    guard number > 0 || table.left == 0 else { return .needMore(1) }
    movie.appendTable(queue.prefix(number), to: table.type, left: table.left)
    self.table = number < table.left ? (table.type, table.left - number) : nil
    return advance(number, &queue)
  }

  mutating func enter(_ type: FourCC) {
    switch type {
    case "moov": movie = MP4Movie()
    case "trak": movie.beginTrack()
    case "moof":
      if !fragment.runs.isEmpty { isDiscontinuity = true }
      fragment.begin(at: position)
      hasFragments = true
    default: break
    }
  }

  mutating func read(_ type: FourCC, isWhole: Bool, _ body: ArraySlice<UInt8>) {
    switch type {
    case "tfhd", "tfdt": fragment.read(type, body, for: track?.id, of: movie)
    case "trun": fragment.read(type, isWhole ? body : [], for: track?.id, of: movie)
    case "emsg":
      guard messages.count < Self.maximumMessages, let message = EventMessage(body) else { return }
      messages.append(message)
    default: movie.read(type, in: open.last?.type ?? "    ", body)
    }
  }

  /// Handles the end of a box that was entered.
  mutating func close(_ type: FourCC) -> DemultiplexerStep? {
    switch type {
    case "trak": movie.endTrack()
    case "moof":
      fragment.dropEmptyRuns()
      if fragment.isBroken { isDiscontinuity = true }
    case "moov":
      guard let found = movie.track else { return .unsupported(kind: movie.kind) }
      if found.coding != track?.coding { isDiscontinuity = true }
      track = found
      track?.tables = SampleTables()
      isAtStart = true
      expectedTime = nil
      title = movie.tags.metadata
      let tables = movie.takeTables()
      guard !tables.isTooLong else { return .unsupported(kind: MP4Fault.tooLong) }
      let cursor = SampleCursor(tables)
      samples = cursor.map { TabledSamples($0, access: origin.randomAccess) }
      // The end that a movie states holds for the samples of its own tables, not for fragments that follow.
      endTime =
        movie.hasFragments ? nil : cursor?.endTime.map { found.end(mediaEnd: $0, movieTimescale: movie.timescale) }
      length = nil
      if let endTime, found.timescale > 0 {
        // In floating point: both numbers come from the file, and their difference may be anything.
        length = .seconds(max(0, Double(endTime) - Double(found.start ?? 0)) / Double(found.timescale))
      }
      if hasPassedMedia {
        guard samples != nil else { return .unsupported(kind: MP4Fault.noIndex) }
        mediaEnd = .max  // only the tables say where samples are
        fragmentsStart = movie.hasFragments ? position : nil
        hasPassedMedia = false
      }
    default: break
    }
    return nil
  }

  /// Drops `number` bytes that are not sound; gives up when there were too many in a row, except in a file of this
  /// machine.
  mutating func advance(_ number: Int, _ queue: inout ByteQueue) -> DemultiplexerStep? {
    queue.swallow(number)
    position += number
    foreign += number
    return foreign > Self.maximumForeignBytes && !origin.isLocalFile ? .lost : nil
  }

  // MARK: Sound

  /// Length in bytes below which media data before the index are read; longer ones are skipped by a request for the
  /// bytes behind them.
  static let shortMedia = 128 << 10

  // MARK: Damage

  /// Handles bytes that should be a box and are not.
  mutating func loseStep(_ queue: inout ByteQueue) -> DemultiplexerStep? {
    isDiscontinuity = true
    counters.resyncs += 1
    fragment.dropRuns(all: true)
    fragment.stepWasLost()
    // A container's end is trusted even when its content is not.
    if let outermost = open.first {
      open = []
      return advance(outermost.end - position, &queue)
    }
    isInStep = false
    return pass(1, &queue)
  }

  /// Out of step: searches for the beginning of an index, a segment or a fragment. Nil when one was found.
  mutating func search(_ queue: inout ByteQueue) -> DemultiplexerStep? {
    let window = 16
    var place = 0
    while place + window <= queue.count, !isLandmark(queue, at: place) { place += 1 }
    isInStep = place + window <= queue.count
    if isInStep { alignment.foundStep(at: position + place) }
    if let step = pass(place, &queue) { return step }
    return isInStep ? nil : .needMore(window)
  }

  /// Drops `number` bytes in search of a box; gives up at the limit.
  mutating func pass(_ number: Int, _ queue: inout ByteQueue) -> DemultiplexerStep? {
    // At most as many as show that the limit is reached: the count must not depend on the pieces in which bytes arrive.
    let number = min(number, searchLimit - junk + 1)
    queue.drop(number)
    position += number
    return passed(number)
  }

  mutating func passed(_ number: Int) -> DemultiplexerStep? {
    junk += number
    counters.bytesSkipped += number
    return junk > searchLimit ? .lost : nil
  }

  /// Maximum number of bytes that are skipped in search of a box. Behind damage that may be as much as one fragment's
  /// media data.
  var searchLimit: Int { limits.bytes(hasFoundFrames: hasFoundFrames) + largestMedia }

  func isLandmark(_ queue: ByteQueue, at offset: Int) -> Bool {
    let size = queue.word(at: offset)
    guard size >= 16, size < 1 << 24 else { return false }
    switch FourCC(rawValue: queue.word(at: offset + 4)) {
    case "styp", "ftyp": return size < 1 << 10
    case "moof": return FourCC(rawValue: queue.word(at: offset + 12)) == "mfhd"
    case "moov": return FourCC(rawValue: queue.word(at: offset + 12)) == "mvhd"
    default: return false
    }
  }
}
