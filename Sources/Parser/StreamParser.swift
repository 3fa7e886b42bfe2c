import AudioCore

/// Turns the bytes of an audio stream, in whatever pieces they come, into packets: whole frames of MPEG audio (layers
/// I, II and III; MPEG-1, 2 and 2.5; free format too) or of AAC in ADTS.
///
/// The kind is found from the bytes alone, at the start and again whenever it changes. Tags and the encoder's info
/// frames are left out. It holds at most about 50 KiB, whatever a tag or a header announces; what a container needs beside is said
/// where it is taken apart.
public struct StreamParser: Sendable {
  /// How far is searched for frames before the stream is given up, in bytes that are neither frames nor tags.
  public struct Limits: Sendable, Equatable {
    /// Before the first frame.
    public var firstFrame: Int
    /// Each time frames are lost in mid-stream.
    public var resync: Int

    /// The limits of a live stream unless said otherwise: 256 KiB at the start, 128 KiB in mid-stream.
    public init(firstFrame: Int = 256 << 10, resync: Int = 128 << 10) {
      self.firstFrame = firstFrame
      self.resync = resync
    }

    /// A limit beyond this is none, in bytes: sums with it must not overflow.
    private static let farthest = 1 << 60

    /// How far may be searched, in bytes, by whether sound was found before.
    func bytes(hasFoundFrames: Bool) -> Int { min(hasFoundFrames ? resync : firstFrame, Self.farthest) }
  }

  /// What was met on the way.
  public struct Counters: Sendable, Equatable {
    /// Bytes that are in no packet and no tag.
    public var bytesSkipped = 0
    /// Bytes of tags.
    public var tagBytes = 0
    /// Times that frames were lost from sight.
    public var resyncs = 0
    /// Times that another format or coding followed without a break.
    public var formatChanges = 0
    /// Xing, Info and VBRI frames left out.
    public var infoFrames = 0
    /// MPEG audio frames whose check sum is wrong; they are given out all the same.
    public var checksumErrors = 0

    /// Nothing but `tagBytes`.
    public init(tagBytes: Int = 0) { self.tagBytes = tagBytes }

    /// What was met in two stretches of a stream.
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

  /// What wraps the packets; nil when they follow each other as they are, and before the first.
  public private(set) var container: StreamContainer?

  /// Which bytes must be fed next; to be asked for after each ``feed(_:)-([UInt8])``. Always ``StreamDemand/next``
  /// where the stream is no file.
  public private(set) var demand = StreamDemand.next

  /// How long the sound of a file is, by what its head says of it; nil for a stream, and where the head says nothing or
  /// was not read yet. Heads may be wrong.
  public var length: Duration? {
    guard origin.isFile, let length = demultiplexer.length, length <= Self.longestBelieved else { return nil }
    return length
  }

  /// A head that says more is wrong: a year.
  private static let longestBelieved: Duration = .seconds(366 * 86_400)

  /// True once an error was found in the bytes: then nothing more comes of them.
  public var hasFailed: Bool { failure != nil }

  private let source: String
  private let origin: StreamOrigin
  private var queue = ByteQueue(capacity: 3 * Self.pieceSize)
  private var opening: StreamOpening? = StreamOpening()
  private let limits: Limits
  private let followsTitle: Bool
  private var demultiplexer: any StreamDemultiplexer
  /// What was met before the kind of stream changed.
  private var before = Counters()
  private var failure: TuneError?
  /// True when sound was found before the kind of stream changed.
  private var hadFrames = false
  /// True when the last title that was given is one.
  private var hasTitle = false
  private var hasBytes = false
  /// Bytes of tags before the sound.
  private var tagBytes = 0
  /// Bytes that must be in the queue before there is anything to do.
  private var wanted = 1

  /// How far is searched in mid-stream of a file on a server, in bytes: a frame between two such stretches plays long
  /// enough to bound the search to a part of a core, however fast the server sends.
  private static let servedResync = 1 << 20

  /// Input is taken in pieces of at most this size, so that a huge one does not make the queue grow.
  private static let pieceSize = 16 << 10

  /// A parser at the start of a stream; errors call it `source`. When it `followsTitle`, of a connection before, a
  /// container that tells the titles of its sound (Ogg, FLAC) clears it where it begins without one. Of a file, by its
  /// `origin`, more is searched than ``Limits/resync``: 1 MiB from a server, all of it from this machine.
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

  /// What was met so far.
  public var counters: Counters {
    var counters = demultiplexer.counters + before
    counters.tagBytes += tagBytes
    return counters
  }

  private static func frames(_ limits: Limits, _ origin: StreamOrigin) -> FrameParser {
    FrameParser(limits: limits, noticesContainers: true, cutsEncoderGap: origin.isFile)
  }

  /// Bytes of memory that unparsed input takes; stays the same whatever comes, unless a container needs more for a while.
  package var inputMemory: Int { queue.capacity + demultiplexer.memory }

  /// Takes the next bytes and gives the packets and titles that are complete with them.
  ///
  /// Throws `TuneError.notAudio` and `.unsupported` when the stream is of no known kind, and `.connectionLost` when no
  /// frame was found within the limit in mid-stream. Packets that were complete before are given first; the error then
  /// comes with the next call.
  public mutating func feed(_ bytes: [UInt8]) throws(TuneError) -> [StreamElement] { try feed(bytes[...]) }

  /// Takes the next bytes and gives the packets and titles that are complete with them; see ``feed(_:)-([UInt8])``.
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

  /// The stream has ended: gives the packets that only waited for a successor, down to the one frame of a single-frame
  /// file.
  ///
  /// Throws `TuneError.notAudio` or `.unsupported` when there was no audio in all the stream, whatever titles it had,
  /// and the error that ``feed(_:)-([UInt8])`` still owes.
  public mutating func finish() throws(TuneError) -> [StreamElement] {
    if let failure { throw failure }
    var elements: [StreamElement] = []
    if demand != .nothing { run(isEnd: true, into: &elements) }
    demultiplexer.end(&queue)
    if failure == nil, !hasFoundFrames { failure = .notAudio(source: source, found: nothingFound) }
    // Titles are worth nothing without sound.
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
        guard let made = container.map({ $0.demultiplexer(limits: limits) }) ?? Self.frames(limits, origin) else {
          failure = lost
          return
        }
        before = before + demultiplexer.counters
        before.formatChanges += 1
        hadFrames = hasFoundFrames
        if hasTitle { elements.append(.metadata(StreamMetadata(title: ""))) }
        hasTitle = false
        demultiplexer = made
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
        // What is heard of a file is all that it has.
        if origin.isLocalFile, hasFoundFrames { demand = .nothing } else { failure = lost }
        return
      }
    }
  }

  /// True when the start of the stream is behind us and frames may come.
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
        guard
          let made = container.demultiplexer(
            limits: limits, followsTitle: followsTitle && !hasTitle, origin: origin)
        else {
          failure = .unsupported(source: source, kind: container.displayName)
          return false
        }
        demultiplexer = made
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

  /// What the present part of the stream holds that cannot be played, by name, as in "is Ogg with Theora video"; nil
  /// where sound is heard or may come.
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
