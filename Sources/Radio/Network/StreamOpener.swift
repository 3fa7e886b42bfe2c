import AudioCore
import Downloader

/// Finds the stream behind an address: follows playlists, by their content as much as by their type, within bounds, and joins the
/// segments of HTTP Live Streaming.
public struct StreamOpener: Sendable {
  let downloader: Downloader
  /// What a stream may take where there is a choice, in kbit/s; nil for the best.
  let maximumKilobits: Int?
  /// What standard input is when it is samples without a head; nil to find out by its bytes.
  public var inputFormat: RawSampleFormat?

  /// An opener that fetches by `downloader`. Of streams in several qualities it takes the best with at most `maximumKilobits` kbit/s.
  public init(downloader: Downloader, maximumKilobits: Int? = nil) {
    self.downloader = downloader
    self.maximumKilobits = maximumKilobits
  }

  /// The thread of the sockets, for tasks that only take what comes from them.
  var executor: EventLoopExecutor { downloader.executor }

  /// The streams behind `request`, to be opened one by one; of those that a playlist names the ones in `silent` come
  /// last.
  package func search(_ request: StreamRequest, silent: SilentAddresses = SilentAddresses()) -> StreamSearch {
    StreamSearch(request, downloader: downloader, maximumKilobits: maximumKilobits, silent: silent)
  }

  /// Opens the first stream behind `request` that can be opened. Throws ``TuneError`` or `CancellationError`.
  public func open(_ request: StreamRequest) async throws -> StationConnection {
    var search = search(request)
    return try await search.next()
  }
}
