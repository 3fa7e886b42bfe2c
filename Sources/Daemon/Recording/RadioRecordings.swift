import AudioCore
import Bytes
package import Logging
import Parser
package import Pictures
package import Radio
package import RadioModel
package import Recording
import Stations
package import SystemSupport

/// The recordings of a radio in this process, in the folder of the settings: of what its tuner plays, and of other stations.
package final class RadioRecordings: RecordingService {
  private let tuner: Tuner
  private let pictures: any StationPictureFiles
  /// The folder, or why there is none.
  private let folder: Result<RecordingFolder, SystemError>
  private let list: Recordings?
  private let receptions: StationReceptions

  /// The recordings of `tuner`, in `folder`, with `names`. Files that were left when a process was killed are put aside
  /// on a thread of their own; `logger` gets a line for each.
  package init(
    of tuner: Tuner, folder: Result<RecordingFolder, SystemError>, names: FileNames,
    pictures: any StationPictureFiles, logger: Logger
  ) {
    self.tuner = tuner
    self.folder = folder
    self.pictures = pictures
    receptions = StationReceptions(logger: logger)
    list = (try? folder.get()).map { folder in
      Recordings(settings: RecordingSettings(folder: folder, names: names)) { [weak tuner] count in
        tuner?.show(recordings: count)
      }
    }
    guard let folder = try? folder.get() else { return }
    _ = PlainThread.start { folder.adoptLeftovers().log(to: logger) }
  }

  package var recordings: [RecordingStatus] { list?.list ?? [] }
  package var failureCount: Int { list?.failureCount ?? 0 }

  package func keep(title id: Int?) throws(ServiceError) -> RecordingStatus {
    let (list, sound) = try recorded()
    return try refused { () throws(RecordingError) in try list.keep(id, at: sound.place, of: source(of: sound)) }
  }

  package func record(
    _ source: Source?, isSplit: Bool, isSongsOnly: Bool, duration: Duration?
  ) throws(ServiceError) -> RecordingStatus {
    var order = RecordingOrder(rule: isSplit ? .titles : .whole, beginning: 0)
    order.isSongsOnly = isSongsOnly
    order.duration = duration
    if let source { return try record(source, by: order) }
    let (list, sound) = try recorded()
    order.beginning = sound.place
    order.title = sound.buffer.titles.last { $0.start <= sound.place }
    return try refused { () throws(RecordingError) in try list.record(order, of: self.source(of: sound)) }
  }

  private func record(_ source: Source, by order: RecordingOrder) throws(ServiceError) -> RecordingStatus {
    let list = try writable()
    return try refused { () throws(RecordingError) in
      try receptions.begin(
        source, feed: tuner.makeFeed(), order: order, in: list, picture: picture(of: source.station))
    }
  }

  package func stopRecording(_ id: Int) throws(ServiceError) -> RecordingStatus {
    try refused { () throws(RecordingError) in
      guard let list else { throw .unknown(id) }
      try list.stop(id)
      return try list.status(id)
    }
  }

  package func recordedFile(_ index: Int, of id: Int) throws(ServiceError) -> (path: String, name: String) {
    let (root, files) = try refused { () throws(RecordingError) -> (RecordingFolder, [String]) in
      guard let list, let folder = try? folder.get() else { throw .unknown(id) }
      return (folder, try list.status(id).files)
    }
    guard files.indices.contains(index) else {
      throw ServiceError(.notFound, "recording \(id) has no file \(index)")
    }
    return (root.path + "/" + files[index], files[index].split(separator: "/").last.map(String.init) ?? "")
  }

  /// Ends all recordings, and waits until their files are finished, at most `limit`.
  package func stopAll(limit: Duration) async {
    await list?.stopAll(limit: limit)
    receptions.cancel()
  }

  /// Returns what `body` returns. Throws its error as that of a request.
  private func refused<Result>(_ body: () throws(RecordingError) -> Result) throws(ServiceError) -> Result {
    do throws(RecordingError) { return try body() } catch { throw ServiceError(error) }
  }

  // MARK: - What is recorded

  private func writable() throws(ServiceError) -> Recordings {
    if let list { return list }
    if case .failure(let error) = folder { throw ServiceError(.unavailable, "\(error)") }
    throw ServiceError(RecordingError.nothingToRecord)
  }

  private func recorded() throws(ServiceError) -> (Recordings, KeptSound) {
    let list = try writable()
    guard let sound = tuner.keptSound else { throw ServiceError(RecordingError.nothingToRecord) }
    if tuner.snapshot.codec == .alac { throw ServiceError(RecordingError.noForm(codec: .alac)) }
    return (list, sound)
  }

  private func source(of sound: KeptSound) -> RecordedSource {
    RecordedSource(
      buffer: sound.buffer, name: CleanText.singleLine(tuner.snapshot.name), address: sound.source.address ?? "",
      picture: picture(of: sound.source.station))
  }

  private func picture(of station: Station?) -> @Sendable () -> RecordingTags.Picture? {
    // It is looked for now, and there when the file begins.
    if let station { _ = pictures.file(of: station) }
    return { [pictures] in
      guard let station, case .ready(let file) = pictures.file(of: station) else { return nil }
      return RecordingTags.Picture(file.bytes, format: file.format)
    }
  }
}

extension ServiceError {
  /// The error of a request that could not be carried out.
  init(_ error: RecordingError) {
    switch error {
    case .noForm, .nothingToRecord, .tooMany: self.init(.conflict, error.description)
    case .notKept, .unknown: self.init(.notFound, error.description)
    case .noThread: self.init(.unavailable, error.description)
    }
  }
}
