import AudioCore
import Downloader
import Glibc
import HLS
import Stations

/// A playlist that was saved as a file: PLS, M3U, XSPF or ASX with the addresses of stations, or the choice of an HLS station's streams.
struct LocalPlaylist {
  private let path: String
  private let bytes: [UInt8]
  private let kind: Playlist.Kind

  /// The playlist at `path`, or nil when the file begins like none, or is a pipe, which can be read only once. Throws
  /// ``TuneError/cannotRead(path:reason:)``.
  init?(path: String) throws(TuneError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let reader = LocalReader(path: path)
    var bytes = try reader.read()
    guard let kind = Playlist.recognize(contentType: nil, url: path, prefix: Array(bytes.prefix(Playlist.prefixBytes)))
    else { return nil }
    while bytes.count <= Playlist.maximumBytes {
      let more = try reader.read()
      if more.isEmpty { break }
      bytes += more
    }
    guard bytes.count <= Playlist.maximumBytes else {
      throw .redirect(reason: "the playlist \(path) is longer than \(Playlist.maximumBytes / 1024) KiB")
    }
    self.path = path
    self.bytes = bytes
    self.kind = kind
  }

  /// Requests for its entries, to be tried in turn; of streams in several qualities the best that takes no more than
  /// `maximumKilobits` kbit/s goes first. The user chose the file, so they may name any host. Throws ``TuneError/emptyPlaylist(_:)``
  /// when it names no web address.
  func requests(maximumKilobits: Int? = nil) throws(TuneError) -> [StreamRequest] {
    let addresses =
      Playlist.isHLS(bytes, kind: kind)
      ? try variants(maximumKilobits: maximumKilobits)
      : try Playlist.parse(bytes, kind: kind, base: "").map(\.url)
    let requests = addresses.compactMap { try? StreamRequest(url: StreamURL($0)) }
    if requests.isEmpty { throw .emptyPlaylist(path) }
    return requests
  }

  /// Addresses of the streams that an HLS master playlist offers, the best first. Segments without the server that adds to them are of
  /// no use.
  private func variants(maximumKilobits: Int?) throws(TuneError) -> [String] {
    do throws(HLSFault) {
      if case .master(let master) = try HLSPlaylist(bytes) {
        return try HLSVariantChoice(master, maximumKilobits: maximumKilobits).candidates.map(\.uri)
      }
    } catch {
      throw .unsupported(source: path, kind: "an HLS playlist that \(error.reason)")
    }
    throw .unsupported(source: path, kind: "a saved list of HLS segments")
  }
}
