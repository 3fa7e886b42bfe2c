import AudioCore
import Bytes
import Glibc
import NIOCore
import Parser
import SystemSupport

/// Writes the files of a log and their lines. What the disk does not take is left out, and the gap noted. Used on one
/// thread, which waits for the disk.
package final class LogWriter {
  /// A file that is being written.
  private struct OpenFile {
    var file: RecordingFile
    var form: any FileForm
    var line: LogLine
    var nanoseconds = 0
    /// Those that are on the disk.
    var saved = 0

    var place: Double { Double(nanoseconds) / 1e9 }
  }

  /// Seconds between two attempts to write again.
  private static let retryInterval: Duration = .seconds(10)
  /// The file is brought up to date after this many bytes or nanoseconds: a program that is killed loses the rest.
  private static let (savedBytes, savedNanoseconds) = (
    RecordingFile.pieceBytes - 2 * RecorderBatch.pieceBytes, 30_000_000_000
  )
  /// The maximum length of a title in a line, in characters.
  private static let maximumTitle = 500
  /// The maximum number of lines that wait for space on the disk.
  private static let maximumWaiting = 1000

  private let settings: LogSettings
  private let source: RecordedSource
  private let index: LogIndex
  private let measures: Bool
  private let calls: RecordingFile.Calls
  private let now: () -> ContinuousClock.Instant
  private let report: (StationLogEvent) -> Void
  private let meter = LogSoundMeter()
  private var open: OpenFile?
  private var output = ByteBuffer()
  /// The piece of the day and the title of the sound that comes.
  private var piece: LogDivision.Piece?
  private var title = StreamMetadata(title: "")
  /// Gaps and reconnections before the next file.
  private var before: (gaps: [LogLine.Gap], reconnections: [LogLine.Mark]) = ([], [])
  private var lastReceived = 0.0
  /// When the last packet that is on the disk was received.
  private var lastSaved: Double?
  /// When to try again, once something could not be written; nil while all is. A file may be open: then it is being tried.
  private var nextAttempt: ContinuousClock.Instant?
  /// Lines that the disk did not take.
  private var waiting: [LogLine] = []
  /// Bytes that were passed to the file since it was brought up to date.
  private var unsaved = 0
  /// The sound in all files.
  private var nanoseconds = 0

  /// A writer into the folder of `index`. With `measures` it decodes the sound. `calls` and `now`, the clock for attempts
  /// after an error, are replaced by tests.
  package init(
    settings: LogSettings, source: RecordedSource, index: LogIndex, measures: Bool = true,
    calls: RecordingFile.Calls = RecordingFile.Calls(), now: @escaping () -> ContinuousClock.Instant = { .now },
    report: @escaping (StationLogEvent) -> Void
  ) {
    self.measures = measures
    self.calls = calls
    self.settings = settings
    self.source = source
    self.index = index
    self.now = now
    self.report = report
    lastSaved = index.end
  }

  /// Writes what `part` says. Throws ``RecordingError/noForm(codec:)``.
  package func write(_ part: LogSplitter.Output) throws(RecordingError) {
    switch part {
    case .begin(let span, let piece):
      self.piece = piece
      title = span.metadata
      if nextAttempt == nil { try begin(span, piece) }
    case .packet(let placed):
      guard let packet = placed.element.packet else { return }
      try write(packet, placed)
    case .title(let metadata, let time):
      title = metadata
      if let place = open?.place { open?.line.add(mark(metadata, time: time, place: place), to: \.titles) }
    case .reconnection(let time):
      let mark = LogLine.Mark(time: time, place: open?.place ?? 0)
      if open != nil { open?.line.add(mark, to: \.reconnections) } else { before.reconnections.append(mark) }
      if before.reconnections.count > LogLine.maximumCount { before.reconnections.removeFirst() }
    case .gap(let from, let to, let cause):
      meter.breaks()
      add(LogLine.Gap(begin: from, end: to, place: open?.place ?? 0, cause: cause))
    case .end(let time): end(at: time)
    }
  }

  private func mark(_ metadata: StreamMetadata, time: Double, place: Double) -> LogLine.Mark {
    LogLine.Mark(time: time, place: place, title: CleanText.singleLine(metadata.title, limit: Self.maximumTitle))
  }

  private func add(_ gap: LogLine.Gap) {
    if open != nil {
      open?.line.add(gap, to: \.gaps)
    } else if nextAttempt == nil, before.gaps.count < LogLine.maximumCount {  // a gap of the disk has all others in it
      before.gaps.append(gap)
    }
  }

  // MARK: - A file

  private func begin(_ span: SpanSplitter.Span, _ piece: LogDivision.Piece) throws(RecordingError) {
    lastReceived = span.receivedAt
    if lastSaved == nil { lastSaved = span.receivedAt }
    let tags = tags(of: span, piece)
    guard var form = FileForms.form(for: span.first, tags: tags) else { throw .noForm(codec: span.first.codec) }
    removeOldFiles(at: span.receivedAt)
    do throws(SystemError) {
      try settings.folder.make()
      try settings.folder.checkRoom()
      let name = RecordingName(folders: [], stem: piece.name, fileExtension: form.fileExtension)
      let file = try RecordingFile(name, in: settings.folder, calls: calls)
      let own = file.partPath.split(separator: "/").last?.dropLast(RecordingName.partEnd.count) ?? ""
      var line = LogLine(file: String(own), begin: span.receivedAt)
      line.codec = span.first.codec.rawValue
      addBefore(to: &line, at: span.receivedAt)
      if !span.metadata.title.isEmpty { line.add(mark(span.metadata, time: span.receivedAt, place: 0), to: \.titles) }
      output.clear()
      form.begin(after: span.before, to: &output)
      unsaved = 0
      open = OpenFile(file: file, form: form, line: line)
      index.saveDraft(line)
    } catch {
      fail(error)
    }
  }

  /// Adds what was noted since the last file, and what was lost because nothing was written.
  private func addBefore(to line: inout LogLine, at time: Double) {
    if nextAttempt != nil, let since = lastSaved {
      line.add(LogLine.Gap(begin: min(since, time), end: time, place: 0, cause: .disk), to: \.gaps)
    } else if nanoseconds == 0, let end = index.end, end < time {
      line.add(LogLine.Gap(begin: end, end: time, place: 0, cause: .stopped), to: \.gaps)
    }
    for gap in before.gaps { line.add(gap, to: \.gaps) }
    for mark in before.reconnections { line.add(mark, to: \.reconnections) }
    before = ([], [])
  }

  private func write(_ packet: Packet, _ placed: PlacedElement) throws(RecordingError) {
    if open == nil, nextAttempt != nil { try tryAgain(with: packet, placed) }
    lastReceived = placed.receivedAt
    guard open != nil else { return }
    if measures { meter.add(packet) }
    let duration = ElementRing.size(of: placed.element).nanoseconds
    open?.form.append(packet, to: &output)
    open?.nanoseconds += duration
    nanoseconds += duration
    let isDue = open.map { $0.nanoseconds - $0.saved >= Self.savedNanoseconds } ?? false || nextAttempt != nil
    guard isDue || output.readableBytes >= RecorderBatch.pieceBytes else { return }
    do throws(SystemError) {
      unsaved += output.readableBytes
      try open?.file.append(output)
      output.clear()
      if isDue || unsaved >= Self.savedBytes { try save() }
    } catch {
      fail(error)
    }
  }

  /// Brings the file up to date.
  private func save() throws(SystemError) {
    unsaved = 0
    try open?.file.flush()
    let written = open?.nanoseconds ?? 0
    open?.saved = written
    noteSaved()
    if var line = open?.line {
      line.seconds = open?.place ?? 0
      line.end = lastReceived
      index.saveDraft(line)
    }
    try settings.folder.checkRoom()
  }

  private func noteSaved() {
    lastSaved = lastReceived
    if nextAttempt != nil { report(.goesOn) }
    nextAttempt = nil
  }

  private func end(at time: Double?) {
    guard var last = open else { return }
    open = nil
    complete(&last, end: time ?? lastReceived)
    let patches = last.form.finish(to: &output)
    do throws(SystemError) {
      try last.file.append(output)
      output.clear()
      let name = try last.file.finish(patches, isComplete: true)
      noteSaved()
      try add(last, name: name)
    } catch {
      put(last, aside: error)
    }
  }

  private func complete(_ file: inout OpenFile, end: Double) {
    let measures = meter.takeFile()
    file.line.end = max(file.line.begin, end)
    file.line.seconds = file.place
    file.line.loudness = measures.loudness
    for silence in measures.silences { file.line.add(silence, to: \.silences) }
  }

  /// Adds the line of a file, which has the name `name` now.
  private func add(_ file: OpenFile, name: String) throws(SystemError) {
    var line = file.line
    line.file = name
    line.size = index.status(ofFile: name).map { Int($0.st_size) } ?? file.file.count
    report(.finished(path: settings.folder.path([name])))
    waiting.append(line)
    if waiting.count > Self.maximumWaiting { waiting.removeFirst() }
    try appendWaiting()
  }

  private func appendWaiting() throws(SystemError) {
    while let line = waiting.first {
      try index.append(line)
      waiting.removeFirst()
    }
  }

  // MARK: - A disk that takes nothing

  /// Ends the file as it is: what was written is kept.
  private func fail(_ error: SystemError) {
    guard var last = open else { return stopWriting(error) }
    open = nil
    complete(&last, end: lastReceived)
    put(last, aside: error)
  }

  private func put(_ file: OpenFile, aside error: SystemError) {
    var file = file
    output.clear()
    file.line.seconds = Double(file.saved) / 1e9
    file.line.end = max(file.line.begin, lastSaved ?? 0)
    if let name = file.file.abandon() { try? add(file, name: name) }
    stopWriting(error)
  }

  private func stopWriting(_ error: SystemError) {
    if nextAttempt == nil { report(.stopsWriting(reason: "\(error)")) }
    nextAttempt = now().advanced(by: Self.retryInterval)
  }

  /// Begins a file with `packet` when it is time to and the disk has space.
  private func tryAgain(with packet: Packet, _ placed: PlacedElement) throws(RecordingError) {
    guard let nextAttempt, let piece, now() >= nextAttempt else { return }
    removeOldFiles(at: placed.receivedAt)
    self.nextAttempt = now().advanced(by: Self.retryInterval)
    // A little more than the minimum, so that it does not end at once.
    if let space = DiskSpace(of: settings.folder.path), space.free < space.minimum + space.minimum / 10 { return }
    do throws(SystemError) { try appendWaiting() } catch { return }
    meter.breaks()
    try begin(
      SpanSplitter.Span(
        before: [], metadata: title, start: placed.start, receivedAt: placed.receivedAt, first: packet), piece)
  }

  // MARK: - The end

  /// Ends the log. Lines that the disk did not take are lost.
  package func finish() {
    end(at: nil)
    do throws(SystemError) {
      try appendWaiting()
      index.removeDraft()
    } catch {
      report(.fault("\(error)"))
    }
  }

  /// Removes files that are as old as the settings say, at `time` in seconds since 1970.
  func removeOldFiles(at time: Double) {
    guard let age = settings.deleteAfter else { return }
    let removal = index.removeFiles(endedBefore: time - age / .seconds(1))
    if !removal.names.isEmpty { report(.removed(paths: removal.names.map { settings.folder.path([$0]) })) }
    for fault in removal.faults { report(.fault("\(fault)")) }
  }

  private func tags(of span: SpanSplitter.Span, _ piece: LogDivision.Piece) -> RecordingTags {
    var tags = source.tags(receivedAt: span.receivedAt, station: source.name)
    tags.title = piece.name
    tags.artist = source.name
    return tags
  }
}
