import AudioCore
import Downloader
import Glibc
import Stations

/// A playlist that was saved as a file: PLS, M3U, XSPF or ASX with the addresses of stations.
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

  /// Requests for its entries, to be tried in turn. The user chose the file, so they may name any host. Throws ``TuneError/emptyPlaylist(_:)`` when it names no web address.
  func requests() throws(TuneError) -> [StreamRequest] {
    if kind == .hls { throw .unsupported(source: path, kind: "HLS") }
    let entries = try Playlist.parse(bytes, kind: kind, base: "")
    let requests = entries.compactMap { entry in try? StreamRequest(url: StreamURL(entry.url)) }
    if requests.isEmpty { throw .emptyPlaylist(path) }
    return requests
  }
}
