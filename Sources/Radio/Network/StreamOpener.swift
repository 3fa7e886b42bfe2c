public import AudioCore
public import Downloader
public import RadioModel
import Stations

/// Finds the stream behind an address. Follows playlists, recognized by content as well as by type, within bounds, and
/// joins the segments of HTTP Live Streaming.
public struct StreamOpener: Sendable {
  package let downloader: Downloader
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

  /// Returns the requests for `source`, to be tried in turn: a station's addresses, or those of a playlist in a file.
  /// Returns nil for an audio file and for standard input, which are read. Throws ``TuneError``.
  public func requests(for source: Source) throws(TuneError) -> [StreamRequest]? {
    switch source {
    case .station(let station): try station.requests()
    case .url(let text): [StreamRequest(url: try StreamURL(text))]
    case .file(let path): try LocalPlaylist(path: path)?.requests(maximumKilobits: maximumKilobits)
    case .standardInput: nil
    }
  }

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

extension StreamOpener {
  /// The result of asking for the rest of a file.
  enum Continuation {
    /// The connection continues after the bytes that were received.
    case rest(StationConnection)
    /// The server sent the whole file, or another one: it starts from the beginning.
    case restart(StationConnection)
  }

  /// Asks for the rest of `transfer`. When its address is no longer valid, or its server does not send parts, opens the
  /// address from which `transfer` began. That may lead to the same file at another address; its rest is then requested
  /// there. Throws ``TuneError`` or `CancellationError`.
  func resume(_ transfer: inout FileTransfer) async throws -> Continuation {
    do {
      switch try await openRest(of: transfer) {
      case .rest(let connection): return .rest(connection)
      case .restart(let connection) where connection.head.status == 200: return .restart(connection)
      case .restart(let connection): await connection.close()
      }
    } catch let error as TuneError {
      // After a 4xx status the server no longer knows this address. Any other error may be temporary.
      guard case .network(.status(400..<500, _, _, _)) = error else { throw error }
    }
    let connection = try await open(transfer.source)
    guard let moved = transfer.moved(to: connection), moved.rest.url != transfer.rest.url else {
      return .restart(connection)
    }
    transfer = moved
    if case .rest(let rest)? = try? await openRest(of: transfer) {
      await connection.close()
      return .rest(rest)
    }
    return .restart(connection)
  }

  /// Opens the part of `transfer` that begins at its position, where the parser wants to read next. Throws
  /// ``TuneError/unsupported(source:kind:)`` when the server does not send it, and ``TuneError`` or
  /// `CancellationError`.
  func openPart(of transfer: FileTransfer) async throws -> StationConnection {
    switch try await openRest(of: transfer) {
    case .rest(let connection): return connection
    case .restart(let connection):
      await connection.close()
      throw TuneError.unsupported(source: connection.head.url.text, kind: Self.noParts)
    }
  }

  private static let noParts =
    "an MP4 file whose index is at its end, on a server that sends no parts of files (save it and play the file)"

  private func openRest(of transfer: FileTransfer) async throws -> Continuation {
    let connection = StationConnection.direct(try await downloader.open(transfer.rest))
    return transfer.isContinued(by: connection.head) ? .rest(connection) : .restart(connection)
  }
}
