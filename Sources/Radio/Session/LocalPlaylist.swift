import AudioCore
import Downloader
import Glibc
import HLS
import Stations

/// A playlist in a local file: PLS, M3U, XSPF or ASX with the addresses of stations, or the HLS master playlist of a
/// station.
struct LocalPlaylist {
  private let path: String
  private let bytes: [UInt8]
  private let kind: Playlist.Kind

  /// Reads the playlist at `path`. Returns nil when the file does not begin like a playlist, or is not a regular file:
  /// a pipe, for example, can be read only once. Throws ``TuneError/cannotRead(path:reason:)``, or
  /// ``TuneError/redirect(reason:)`` when the playlist is too long.
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

  /// Returns requests for the entries, to be tried in turn. Of streams in several qualities, the best with at most
  /// `maximumKilobits` kbit/s comes first. The user chose the file, so its entries may name any host. Throws
  /// ``TuneError/emptyPlaylist(_:)`` when it names no web address, and ``TuneError/unsupported(source:kind:)`` for an
  /// HLS playlist that is not a usable master playlist.
  func requests(maximumKilobits: Int? = nil) throws(TuneError) -> [StreamRequest] {
    let addresses =
      Playlist.isHLS(bytes, kind: kind)
      ? try variants(maximumKilobits: maximumKilobits)
      : try Playlist.parse(bytes, kind: kind, base: "").map(\.url)
    let requests = addresses.compactMap { try? StreamRequest(url: StreamURL($0)) }
    if requests.isEmpty { throw .emptyPlaylist(path) }
    return requests
  }

  /// Returns the addresses of the streams in an HLS master playlist, the best first. Throws for a saved list of
  /// segments: it is useless without the server that adds to it.
  private func variants(maximumKilobits: Int?) throws(TuneError) -> [String] {
    do throws(HLSError) {
      if case .master(let master) = try HLSPlaylist(bytes) {
        return try HLSVariantChoice(master, maximumKilobits: maximumKilobits).candidates.map(\.uri)
      }
    } catch {
      throw .unsupported(source: path, kind: "an HLS playlist that \(error.reason)")
    }
    throw .unsupported(source: path, kind: "a saved list of HLS segments")
  }
}
