package import AudioCore
package import Downloader
import Glibc
package import Parser
import SystemSupport

/// The packets and titles of one stream, wherever its bytes come from: an open connection, which may be in segments, a
/// file of this machine, or standard input. Of a file it reads the parts in the order in which the parser needs them.
///
/// Nothing is read ahead: bytes are read only when everything of the last read was returned. A connection fails that
/// delivers no sound, or too little of it, while bytes are wanted.
package struct PacketSource {
  /// The next part of the stream.
  package enum Item {
    /// Packets and titles of the sound, perhaps none, and the container that holds them.
    case elements([StreamElement], container: StreamContainer?)
    /// A title that came beside the sound.
    case title(StreamMetadata)
    /// The server does not send titles where it announced them.
    case metadataBroken
    /// A segment could not be fetched, for this reason, and is left out.
    case segmentLeftOut(TuneError?)
    /// Everything of one read was returned.
    case endOfRead
  }

  /// What `next()` does when all chunks in hand are parsed.
  private enum Step {
    case read, checkRead, reportRead, continueFile
  }

  /// The file on a server that the connection sends; nil for other streams, and once it is taken.
  var transfer: FileTransfer?
  /// When the last read returned.
  private(set) var arrivedAt = ContinuousClock.now
  /// The parser of the bytes.
  private(set) var parser: StreamParser

  private var connection: StationConnection?
  private var file: LocalBytes.Iterator?
  private let opener: StreamOpener?
  private let fileName: String
  /// True for samples without a header of their own.
  private let isRaw: Bool
  private let isStandardInput: Bool
  /// True when a read returned bytes.
  private var hasRead = false

  private var step = Step.read
  /// The chunks of the last read that are not parsed yet.
  private var chunks: ArraySlice<StreamChunk> = []
  /// True until the parser wants bytes from another position than the rest of the read.
  private var wantsChunks = true
  /// Bytes and sound of the last read.
  private var bytesCount = 0
  private var sound: Duration = .zero
  /// When bytes were wanted that had not been read; opening another part of a file counts as waiting, too.
  private var asked = ContinuousClock.now
  private var stallDetector: StallDetector?
  private var wasMetadataBroken = false
  private var leftOutCount = 0

  /// The stream of `connection`, to which `request` led. It must give sound within `firstPacketLimit`. With
  /// `followsTitle`, an earlier connection had a title. `transfer` is the file that `connection` continues, if any.
  /// Parts of a file are opened by `opener`.
  package init(
    _ connection: StationConnection, request: StreamRequest, opener: StreamOpener, firstPacketLimit: Duration,
    followsTitle: Bool = false, continuing transfer: FileTransfer? = nil
  ) {
    let url = connection.head.url
    parser =
      transfer?.parser
      ?? StreamParser(source: url.text, followsTitle: followsTitle, origin: FileTransfer.origin(of: connection))
    self.transfer = transfer ?? FileTransfer(connection, source: request)
    self.transfer?.parser = nil
    self.connection = connection
    self.opener = opener
    (fileName, isRaw, isStandardInput) = ("", false, false)
    stallDetector = StallDetector(
      url: url.text, host: url.host, waited: .now - connection.openedAt, firstPacketLimit: firstPacketLimit)
  }

  /// The stream of the file or pipe `bytes`, which errors call `name`, after a `head` that it lacks. Throws
  /// ``TuneError/cannotRead(path:reason:)`` or `CancellationError`.
  package init(_ bytes: LocalBytes, name: String, head: [UInt8] = []) async throws {
    var file = bytes.makeAsyncIterator()
    // With an added head, the positions that the parser asks for are not positions in the file.
    let isSeekable = try await file.isSeekable() && head.isEmpty
    parser = StreamParser(source: name, origin: isSeekable ? .file(.bySeeking) : .pipe)
    self.file = file
    opener = nil
    (fileName, isRaw, isStandardInput) = (name, !head.isEmpty, bytes.isStandardInput)
    if isRaw {
      chunks = [.audio(head)]
      step = .checkRead
    }
  }

  // MARK: Facts

  /// The address or name for errors.
  var name: String { connection?.head.url.text ?? fileName }

  /// The response head of the connection; nil for a file or pipe.
  var head: StreamHead? { connection?.head }

  /// How long the socket may be left alone between two reads, which the receiver of the packets sets; nil for a file or
  /// pipe.
  var pacing: ReadPacing? { connection?.pacing }

  /// True when the next item does not need another read.
  var hasMoreOfRead: Bool { !chunks.isEmpty }

  /// True once the connection gave sound.
  var hasPackets: Bool { stallDetector?.hasPackets ?? false }

  /// The error of a file from a server of which only a part came before the end; nil for all other ends.
  var cutOff: TuneError? {
    guard let connection, let transfer, !transfer.isComplete, parser.demand != .nothing else { return nil }
    return .connectionLost(host: connection.head.url.host, reason: "it sent only a part of the file")
  }

  /// Returns the length of a file of this machine by `estimate` and by samples of the rest of the file; nil for any other
  /// stream, and when it is not known.
  func estimatedLength(_ estimate: LengthEstimate) async -> Duration? {
    guard estimate.isUsable, connection == nil, !isStandardInput, let status = stat(of: fileName), status.isPlainFile
    else { return nil }
    var samples = FileSamples(path: fileName, size: Int(status.st_size))
    return await samples.length(estimate, tagBytes: parser.counters.tagBytes)
  }

  /// True when the end of the bytes is that of the body: the protocol marks it, so a lost connection is not an end.
  var isEndMarked: Bool { connection?.isEndMarked ?? false }

  // MARK: Reading

  /// Returns the next item; nil at the end of the bytes, after which ``finish()`` gives the last elements. Throws
  /// ``TuneError`` or `CancellationError`.
  package mutating func next() async throws -> Item? {
    while true {
      if let chunk = chunks.popFirst() {
        if let item = try parse(chunk) { return item }
        continue
      }
      switch step {
      case .read:
        guard try await read() else { return nil }
        step = .checkRead
      case .checkRead:
        chunks = []
        try stallDetector?.received(
          bytes: bytesCount, sound: sound, waited: arrivedAt - asked - (connection?.rested ?? .zero),
          silentKind: parser.silentKind)
        step = .reportRead
      case .reportRead:
        if let event = newEvent() { return event }
        step = .continueFile
        return .endOfRead
      case .continueFile:
        asked = .now
        guard try await meetDemand() else { return nil }
        step = .read
      }
    }
  }

  /// Returns the elements that only waited for the end, and their container. Throws ``TuneError`` where the stream had
  /// no sound.
  package mutating func finish() throws(TuneError) -> (elements: [StreamElement], container: StreamContainer?) {
    do throws(TuneError) {
      return (try parser.finish(), parser.container)
    } catch {
      guard case .format(.notAudio) = error else { throw error }
      if isStandardInput, !hasRead { throw .emptyInput }
      guard isRaw else { throw error }
      throw .notAudio(source: name, found: "less than one sample")
    }
  }

  /// Closes the connection, or nothing.
  package func close() async { await connection?.close() }

  /// Reads the next chunks; false at the end.
  private mutating func read() async throws -> Bool {
    let new: [StreamChunk]? =
      if connection == nil { try await file?.next().map { [.audio($0)] } } else { try await connection?.next() }
    guard let new else { return false }
    hasRead = true
    arrivedAt = .now
    (chunks, wantsChunks, bytesCount, sound) = (new[...], true, 0, .zero)
    return true
  }

  private mutating func parse(_ chunk: StreamChunk) throws(TuneError) -> Item? {
    switch chunk {
    case .metadata(let metadata): return .title(metadata)
    case .audio(let bytes):
      guard wantsChunks else { return nil }
      bytesCount += bytes.count
      transfer?.position += bytes.count
      let elements = try parser.feed(bytes)
      wantsChunks = parser.demand == .next
      return record(elements, in: parser.container)
    case .discontinuity:
      let elements = try stallDetector?.end(of: &parser) ?? []
      let container = parser.container
      parser = StreamParser(source: name)
      return record(elements, in: container)
    }
  }

  private mutating func record(_ elements: [StreamElement], in container: StreamContainer?) -> Item {
    for case .packet(let packet) in elements { sound += packet.duration }
    return .elements(elements, container: container)
  }

  /// Returns what is new about the connection since the last read, one fact at a time.
  private mutating func newEvent() -> Item? {
    guard let connection else { return nil }
    if connection.metadataIsBroken, !wasMetadataBroken {
      wasMetadataBroken = true
      return .metadataBroken
    }
    let leftOut = connection.leftOut
    guard leftOut.count > leftOutCount else { return nil }
    leftOutCount = leftOut.count
    return .segmentLeftOut(leftOut.reason)
  }

  /// Moves to the position where the parser wants to read next. Returns false when it wants no more, and when the file
  /// has no bytes there.
  private mutating func meetDemand() async throws -> Bool {
    switch parser.demand {
    case .next: return true
    case .nothing: return false
    case .position(let position):
      guard let connection else {
        try await file?.seek(to: position)
        return true
      }
      transfer?.position = position
      guard let opener, let transfer, !transfer.isComplete else { return false }
      let part = try await opener.openPart(of: transfer)
      await connection.close()
      self.connection = part
      return true
    }
  }
}
