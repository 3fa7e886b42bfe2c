public import AudioCore

/// Turns the bytes of an audio stream, in any pieces, into packets: whole frames of MPEG audio (layers I, II and III;
/// MPEG-1, 2 and 2.5; free format too) or of AAC in ADTS, or the packets in a ``StreamContainer``.
///
/// It recognises the kind from the bytes alone, at the start and again whenever it changes. It leaves out tags and the
/// encoder's info frames. It holds at most about 50 KiB, whatever a tag or a header announces; each container's parser
/// documents what it needs in addition.
public struct StreamParser: Sendable {
  /// The search limits for frames, in bytes that are neither frames nor tags. At a limit the parser gives the stream
  /// up.
  public struct Limits: Sendable, Equatable {
    /// The limit before the first frame.
    public var firstFrame: Int
    /// The limit each time frames are lost in mid-stream.
    public var resync: Int

    /// The limits of a live stream by default: 256 KiB at the start, 128 KiB in mid-stream.
    public init(firstFrame: Int = 256 << 10, resync: Int = 128 << 10) {
      self.firstFrame = firstFrame
      self.resync = resync
    }

    /// The largest limit that is used, in bytes: sums with it must not overflow.
    private static let farthest = 1 << 60

    /// The limit in bytes, which depends on whether sound was found before.
    func bytes(hasFoundFrames: Bool) -> Int { min(hasFoundFrames ? resync : firstFrame, Self.farthest) }
  }

  /// Counts of what the parser found in a stream.
  public struct Counters: Sendable, Equatable {
    /// Bytes that are in no packet and no tag.
    public var bytesSkipped = 0
    /// Bytes of tags.
    public var tagBytes = 0
    /// Number of times that frames were lost.
    public var resyncs = 0
    /// Number of times that another format or coding followed without a break.
    public var formatChanges = 0
    /// Xing, Info and VBRI frames left out.
    public var infoFrames = 0
    /// MPEG audio frames whose checksum is wrong; they are still returned.
    public var checksumErrors = 0

    /// Counters that are zero except for `tagBytes`.
    public init(tagBytes: Int = 0) { self.tagBytes = tagBytes }

    /// Adds the counts of two parts of a stream.
    static func + (first: Counters, second: Counters) -> Counters {
      var sum = first
      sum.bytesSkipped += second.bytesSkipped
      sum.tagBytes += second.tagBytes
      sum.resyncs += second.resyncs
      sum.formatChanges += second.formatChanges
      sum.infoFrames += second.infoFrames
      sum.checksumErrors += second.checksumErrors
      return sum
    }
  }

  /// The coding of the last packet; nil before the first.
  public private(set) var codec: Codec?

  /// The container of the packets; nil for frames that follow each other without one, and before it is recognised.
  public private(set) var container: StreamContainer?

  /// The bytes that must be fed next; the caller checks it after each ``feed(_:)-([UInt8])``. Always
  /// ``StreamDemand/next`` where the stream is not a file.
  public private(set) var demand = StreamDemand.next

  /// The duration of a file's sound, as its head states it; nil where the stream is not a file, and where the head does
  /// not state it, states more than a year, or was not read yet. Heads may be wrong.
  public var length: Duration? {
    guard origin.isFile, let length = demultiplexer.length, length <= Self.maximumBelieved else { return nil }
    return length
  }

  /// How the stream ended before its sound did, after ``finish()``; nil when all of the sound came, where its length is
  /// not known or not believed, and for a live stream.
  public var cut: StreamCut? {
    guard origin != .station, let cut = cutBefore ?? demultiplexer.cut else { return nil }
    if case .early(let stated?) = cut, stated > Self.maximumBelieved { return nil }
    return cut
  }

  /// The longest duration that is believed: a year. A head that states more is wrong.
  private static let maximumBelieved: Duration = .seconds(366 * 86_400)

  /// True once an error was found in the bytes; no more elements follow.
  public var hasFailed: Bool { failure != nil }

  private let source: String
  private let origin: StreamOrigin
  private var queue = ByteQueue(capacity: 3 * Self.pieceSize)
  private var opening: StreamOpening? = StreamOpening()
  private let limits: Limits
  private let followsTitle: Bool
  private var demultiplexer: any StreamDemultiplexer
  /// The counts before the kind of stream changed.
  private var before = Counters()
  /// How the sound before the kind of stream changed was cut off.
  private var cutBefore: StreamCut?
  private var failure: TuneError?
  /// True when sound was found before the kind of stream changed.
  private var hadFrames = false
  /// True when the last title that was returned is not empty.
  private var hasTitle = false
  private var hasBytes = false
  /// Bytes of tags before the sound.
  private var tagBytes = 0
  /// Bytes that must be in the queue before there is anything to do.
  private var wanted = 1

  /// How far the parser searches in mid-stream of a file on a server, in bytes. A frame between two such searches plays
  /// long enough to bound the search to a part of a core, however fast the server sends.
  private static let servedResync = 1 << 20

  /// Largest piece in which input is taken, in bytes, so that a huge input does not make the queue grow.
  private static let pieceSize = 16 << 10

  /// Makes a parser at the start of a stream, which errors call `source`. With `followsTitle`, an earlier connection
  /// had a title: a container that gives the titles of its sound (Ogg, FLAC) clears it where it begins without one. In
  /// a file (`origin`), the search in mid-stream exceeds ``Limits/resync``: at least 1 MiB from a server, the whole
  /// file from this machine.
  public init(
    source: String, limits: Limits = Limits(), followsTitle: Bool = false, origin: StreamOrigin = .station
  ) {
    self.source = source
    self.origin = origin
    self.limits =
      switch origin {
      case .station, .pipe: limits
      case .file(.bySeeking): Limits(firstFrame: limits.firstFrame, resync: .max)
      case .file: Limits(firstFrame: limits.firstFrame, resync: max(limits.resync, Self.servedResync))
      }
    self.followsTitle = followsTitle
    demultiplexer = Self.frames(self.limits, origin)
  }

  /// The counts so far.
  public var counters: Counters {
    var counters = demultiplexer.counters + before
    counters.tagBytes += tagBytes
    return counters
  }

  private static func frames(_ limits: Limits, _ origin: StreamOrigin) -> FrameParser {
    FrameParser(limits: limits, noticesContainers: true, cutsEncoderGap: origin.isFile)
  }

  /// Bytes of memory that unparsed input takes; constant whatever arrives, except while a container needs more.
  package var inputMemory: Int { queue.capacity + demultiplexer.memory }

  /// Takes the next bytes and returns the packets and titles that they complete.
  ///
  /// Throws `TuneError.notAudio` and `.unsupported` when the stream is of no known kind. When no frame was found within
  /// the limit in mid-stream, throws `.connectionLost` for a station and `.notAudio` for a pipe or a file from a
  /// server; a file of this machine ends there without an error. Packets that were complete before are returned first;
  /// the next call then throws the error.
  public mutating func feed(_ bytes: [UInt8]) throws(TuneError) -> [StreamElement] { try feed(bytes[...]) }

  /// Takes the next bytes and returns the packets and titles that they complete; see ``feed(_:)-([UInt8])``.
  public mutating func feed(_ bytes: ArraySlice<UInt8>) throws(TuneError) -> [StreamElement] {
    if let failure { throw failure }
    var elements: [StreamElement] = []
    var rest = bytes
    if !rest.isEmpty { hasBytes = true }
    if case .position = demand { demand = .next }  // these are the bytes from there on
    while !rest.isEmpty, failure == nil, demand == .next {
      queue.append(rest.prefix(Self.pieceSize))
      rest = rest.dropFirst(Self.pieceSize)
      if queue.count >= wanted { run(isEnd: false, into: &elements) }
    }
    if elements.isEmpty, let failure { throw failure }
    return elements
  }

  /// Ends the stream: returns the packets that only waited for a successor, down to the one frame of a single-frame
  /// file.
  ///
  /// Throws `TuneError.notAudio` or `.unsupported` when there was no audio in the whole stream, even if there were
  /// titles, and the error that ``feed(_:)-([UInt8])`` has not thrown yet.
  public mutating func finish() throws(TuneError) -> [StreamElement] {
    if let failure { throw failure }
    var elements: [StreamElement] = []
    if demand != .nothing { run(isEnd: true, into: &elements) }
    demultiplexer.end(&queue)
    if failure == nil, !hasFoundFrames { failure = .notAudio(source: source, found: nothingFound) }
    // Titles without sound are not usable.
    if elements.isEmpty || !hasFoundFrames, let failure { throw failure }
    return elements
  }

  private mutating func run(isEnd: Bool, into elements: inout [StreamElement]) {
    if opening != nil, !passOpening(isEnd: isEnd, into: &elements) { return }
    while true {
      switch demultiplexer.next(from: &queue, isEnd: isEnd) {
      case .element(let element):
        switch element {
        case .packet(let packet): codec = packet.codec
        case .metadata(let metadata): hasTitle = !metadata.title.isEmpty
        }
        elements.append(element)
      case .needMore(let count):
        wanted = count
        return
      case .another(let container):
        before = before + demultiplexer.counters
        cutBefore = cutBefore ?? demultiplexer.cut
        before.formatChanges += 1
        hadFrames = hasFoundFrames
        if hasTitle { elements.append(.metadata(StreamMetadata(title: ""))) }
        hasTitle = false
        demultiplexer = container?.demultiplexer(limits: limits) ?? Self.frames(limits, origin)
        self.container = container
      case .seek(let place):
        demand = .position(tagBytes + place)
        queue.drop(queue.count)
        queue.stopSwallowing()
        wanted = 1
        return
      case .end:
        demand = .nothing
        return
      case .unsupported(let kind) where !hasFoundFrames:
        failure = .unsupported(source: source, kind: kind)
        return
      case .lost, .unsupported:
        // A file of this machine that gave sound ends here: it has nothing else to play.
        if origin.isLocalFile, hasFoundFrames { demand = .nothing } else { failure = lost }
        return
      }
    }
  }

  /// Processes the start of the stream; true when it is complete and frames may come.
  private mutating func passOpening(isEnd: Bool, into elements: inout [StreamElement]) -> Bool {
    while var current = opening {
      let step = current.next(from: &queue, isEnd: isEnd)
      opening = current
      switch step {
      case .audio: opening = nil
      case .tag(let length, let title):
        tagBytes += length
        if let title { elements.append(.metadata(title)) }
        hasTitle = hasTitle || title != nil
      case .needMore(let count):
        wanted = count
        return false
      case .other(.unsupported(let kind)):
        failure = .unsupported(source: source, kind: kind)
        return false
      case .other(.notAudio(let found)):
        failure = .notAudio(source: source, found: found)
        return false
      case .other(.unknown): opening = nil
      case .other(.container(let container)):
        demultiplexer = container.demultiplexer(
          limits: limits, followsTitle: followsTitle && !hasTitle, origin: origin)
        self.container = container
        opening = nil
      }
    }
    return true
  }

  private var hasFoundFrames: Bool { hadFrames || demultiplexer.hasFoundFrames }

  private var lost: TuneError {
    if hasFoundFrames {
      let found = silentKind.map { ", but \($0)" } ?? ""
      return origin == .station
        ? .connectionLost(host: source, reason: "no more audio frames" + found)
        : .notAudio(source: source, found: "no audio frame in \(limits.resync >> 10) KiB behind the sound" + found)
    }
    let found =
      demultiplexer.sawOnlyZeros ? "nothing but zeros" : "\(noSound) in the first \(limits.firstFrame >> 10) KiB"
    return .notAudio(source: source, found: found)
  }

  /// Names what the current part of the stream holds when that cannot be played, as in "is Ogg with Theora video"; nil
  /// where sound is found or may come.
  package var silentKind: String? { demultiplexer.silentKind }

  private var noSound: String { container.map { "\($0.displayName) without sound" } ?? "no audio frame" }

  private var nothingFound: String {
    guard hasBytes else { return "nothing" }
    if counters.bytesSkipped == 0 {
      if counters.infoFrames > 0 { return "nothing but an encoder's info frame" }
      return counters.tagBytes > 0 && container == nil ? "nothing but tags" : noSound
    }
    return demultiplexer.sawOnlyZeros ? "nothing but zeros" : noSound
  }
}
