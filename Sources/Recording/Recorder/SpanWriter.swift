import AudioCore
import NIOCore
import Parser
import RadioModel
import SystemSupport

/// Writes the spans of a recording as files. Used on one thread, which waits for the disk.
final class SpanWriter {
  /// What was written.
  struct Progress {
    /// The title of the file.
    var title = ""
    /// When the first sound was received, in seconds since 1970.
    var begin: Double?
    /// Nanoseconds of sound in all files.
    var nanoseconds = 0
    /// Bytes in the files that are finished.
    var finishedBytes = 0
    /// Bytes in the file that is written.
    var bytes = 0
    /// The finished files, below the folder.
    var files: [String] = []
    /// Whether the last file is complete.
    var isComplete = false
  }

  private(set) var progress = Progress()
  /// The name of the station.
  var station: String
  private let settings: RecordingSettings
  private let source: RecordedSource
  private let order: RecordingOrder
  private var file: RecordingFile?
  private var form: (any FileForm)?
  private var output = ByteBuffer()
  /// The span whose file is not open yet, since it may become too short, and its packets.
  private var span: SpanSplitter.Span?
  private var held: [Packet] = []
  private var heldNanoseconds = 0
  private var cues: CueSheet?
  private var number = 0
  /// Bytes written since the free space was checked.
  private var sinceCheck = 0

  init(settings: RecordingSettings, source: RecordedSource, order: RecordingOrder) {
    self.settings = settings
    self.source = source
    station = source.name
    self.order = order
  }

  /// Writes what `part` says. Throws ``RecordingError`` and `SystemError`.
  func write(_ part: SpanSplitter.Output) throws {
    switch part {
    case .begin(let span):
      let isLeftOut = order.isSongsOnly && !settings.isSong(span.metadata.title, station)
      self.span = isLeftOut ? nil : span
      (held, heldNanoseconds) = ([], 0)
    case .packet(let placed):
      guard let packet = placed.element.packet else { return }
      if file != nil { return try write(packet) }
      guard span != nil else { return }
      held.append(packet)
      heldNanoseconds += ElementRing.size(of: placed.element).nanoseconds
      if .nanoseconds(heldNanoseconds) >= order.shortest { try open() }
    case .title(let metadata, place: let place): cues?.add(metadata.title, at: place)
    case .end(let isComplete): try end(isComplete: isComplete)
    }
  }

  /// Ends a file that cannot be written any more: what was written is kept.
  func abandon() {
    guard let file else { return }
    self.file = nil
    if let name = file.abandon() { progress.files.append(name) }
    progress.finishedBytes += progress.bytes
    progress.bytes = 0
    progress.isComplete = false
  }

  // MARK: - A file

  private func open() throws {
    guard let span = span.take() else { return }
    let tags = tags(of: span)
    guard var form = FileForms.form(for: span.first, tags: tags) else {
      throw RecordingError.noForm(codec: span.first.codec)
    }
    try settings.folder.make()
    try settings.folder.checkRoom()
    number += 1
    let isOne = order.kind == .keep
    let name = settings.names.name(
      for: FileNames.Values(tags, number: isOne ? nil : number), fileExtension: form.fileExtension)
    file = try RecordingFile(name, in: settings.folder)
    output.clear()
    form.begin(after: span.before, to: &output)
    self.form = form
    progress.title = span.metadata.title
    progress.begin = progress.begin ?? span.receivedAt
    if case .whole = order.rule { cues = CueSheet(tags: tags, title: span.metadata.title, start: span.start) }
    for packet in held { try write(packet) }
    held = []
  }

  private func write(_ packet: Packet) throws {
    form?.append(packet, to: &output)
    progress.nanoseconds += ElementRing.size(of: .packet(packet)).nanoseconds
    guard output.readableBytes >= RecorderBatch.pieceBytes else { return }
    try flush()
  }

  private func flush() throws {
    sinceCheck += output.readableBytes
    progress.bytes += output.readableBytes
    try file?.append(output)
    output.clear()
    guard sinceCheck >= RecordingFile.pieceBytes else { return }
    sinceCheck = 0
    try settings.folder.checkRoom()
  }

  private func end(isComplete: Bool) throws {
    span = nil
    held = []
    guard let file else { return }
    let patches = form?.finish(to: &output) ?? []
    try flush()
    let name = try file.finish(patches, isComplete: isComplete)
    self.file = nil
    form = nil
    progress.files.append(name)
    progress.finishedBytes += progress.bytes
    progress.bytes = 0
    progress.isComplete = isComplete
    try writeCues(beside: name)
  }

  /// Writes the titles of a whole recording beside its file.
  private func writeCues(beside name: String) throws {
    guard let cues = cues.take(), cues.count > 1 else { return }
    let parts = name.split(separator: "/").map(String.init)
    guard let own = parts.last, let dot = own.lastIndex(of: ".") else { return }
    let sheet = try RecordingFile(
      RecordingName(folders: parts.dropLast(), stem: String(own[..<dot]), fileExtension: "cue"), in: settings.folder)
    try sheet.append(ByteBuffer(string: cues.text(for: own)))
    progress.files.append(try sheet.finish(isComplete: true))
  }

  private func tags(of span: SpanSplitter.Span) -> RecordingTags {
    var tags = source.tags(receivedAt: span.receivedAt, station: station)
    let parts = SongTitle(span.metadata.title)
    tags.title = parts.song
    tags.artist = parts.artist ?? ""
    return tags
  }
}
