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
      Recordings(
        settings: RecordingSettings(folder: folder, names: names) { title, station in
          if case .song = SongRule.verdict(on: title, stations: [station]) { true } else { false }
        }
      ) { [weak tuner] count in tuner?.show(recordings: count) }
    }
    guard let folder = try? folder.get() else { return }
    _ = PlainThread.start {
      let leftovers = folder.adoptLeftovers()
      for name in leftovers.names { logger.notice("a recording that was cut off is kept as \(name)") }
      for fault in leftovers.faults { logger.warning("\(fault)") }
    }
  }

  package var recordings: [RecordingStatus] { list?.list ?? [] }
  package var failureCount: Int { list?.failureCount ?? 0 }

  package func keep(title id: Int?) throws(ServiceError) -> RecordingStatus {
    let (list, sound) = try recorded()
    do throws(RecordingError) {
      return try list.keep(id, at: sound.place, of: source(of: sound))
    } catch {
      throw ServiceError(error)
    }
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
    do throws(RecordingError) {
      return try list.record(order, of: self.source(of: sound))
    } catch {
      throw ServiceError(error)
    }
  }

  private func record(_ source: Source, by order: RecordingOrder) throws(ServiceError) -> RecordingStatus {
    let list = try writable()
    do throws(RecordingError) {
      return try receptions.begin(
        source, feed: tuner.makeFeed(), order: order, in: list, picture: picture(of: source.station))
    } catch {
      throw ServiceError(error)
    }
  }

  package func stopRecording(_ id: Int) throws(ServiceError) -> RecordingStatus {
    do throws(RecordingError) {
      guard let list else { throw .unknown(id) }
      try list.stop(id)
      return try list.status(id)
    } catch {
      throw ServiceError(error)
    }
  }

  package func recordedFile(_ index: Int, of id: Int) throws(ServiceError) -> (path: String, name: String) {
    do throws(RecordingError) {
      guard let list, let folder = try? folder.get() else { throw .unknown(id) }
      let files = try list.status(id).files
      if files.indices.contains(index) {
        return (folder.path + "/" + files[index], files[index].split(separator: "/").last.map(String.init) ?? "")
      }
    } catch {
      throw ServiceError(error)
    }
    throw ServiceError(.notFound, "recording \(id) has no file \(index)")
  }

  /// Ends all recordings, and waits until their files are finished, at most `limit`.
  package func stopAll(limit: Duration) async {
    await list?.stopAll(limit: limit)
    receptions.cancel()
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
      switch file.format {
      case .jpeg: return RecordingTags.Picture(mediaType: "image/jpeg", bytes: file.bytes)
      case .png: return RecordingTags.Picture(mediaType: "image/png", bytes: file.bytes)
      default: return nil
      }
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
