import AudioCore
import Downloader

/// Finds the stream behind an address. Follows playlists, recognized by content as well as by type, within bounds, and
/// joins the segments of HTTP Live Streaming.
public struct StreamOpener: Sendable {
  let downloader: Downloader
  /// The maximum bit rate where several qualities are offered, in kbit/s; nil for the best quality.
  let maximumKilobits: Int?
  /// The format of standard input when it is raw samples without a header; nil to detect the format from the bytes.
  public var inputFormat: RawSampleFormat?

  /// Makes an opener that fetches with `downloader`. Of streams in several qualities it takes the best with at most
  /// `maximumKilobits` kbit/s.
  public init(downloader: Downloader, maximumKilobits: Int? = nil) {
    self.downloader = downloader
    self.maximumKilobits = maximumKilobits
  }

  /// Runs tasks on the thread of the sockets, for tasks that only receive from them.
  var executor: EventLoopExecutor { downloader.executor }

  /// Returns a search for the streams behind `request`, which opens them one by one. Addresses from a playlist that are
  /// in `silent` come last.
  package func search(_ request: StreamRequest, silent: SilentAddresses = SilentAddresses()) -> StreamSearch {
    StreamSearch(request, downloader: downloader, maximumKilobits: maximumKilobits, silent: silent)
  }

  /// Opens the first stream behind `request` that can be opened. Throws ``TuneError`` or `CancellationError`.
  public func open(_ request: StreamRequest) async throws -> StationConnection {
    var search = search(request)
    return try await search.next()
  }
}
