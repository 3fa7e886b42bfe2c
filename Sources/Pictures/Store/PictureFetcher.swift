import AudioCore
import Downloader
import SystemSupport

/// Gets pictures from the cache and from their servers, under the rules for addresses. Decodes each one, so that only
/// valid pictures are kept.
package struct PictureFetcher: Sendable {
  /// The time for one picture, from the lookup of the host's name to the last byte.
  package static let fetchTime: Duration = .seconds(10)

  let downloader: Downloader
  let cache: PictureCache
  let fetchTime: Duration
  let note: @Sendable (String) -> Void
  /// The only thread that decodes, and that reads and writes the cache.
  private let pool = BlockingPool(threads: 1)

  /// Returns the address of a request. Throws `TuneError` for one that is invalid or not allowed.
  func url(of request: PictureRequest) throws(TuneError) -> StreamURL {
    let url = try StreamURL(request.address)
    guard request.allowsLocalHosts || StreamURL.isPublic(request.address) else {
      throw .badURL(url.text, reason: "a directory may not name addresses of this machine or your network")
    }
    return url
  }

  /// Returns the picture in the cache and whether it should be fetched again; nil when there is none. The address must
  /// be allowed.
  func kept(_ request: PictureRequest) async throws -> (found: FetchedPicture, isOld: Bool)? {
    let cache = cache
    guard let entry = try await pool.run({ cache.entry(for: request.address) }),
      let found = try? await decode(entry.bytes)
    else { return nil }
    return (found, entry.isOld)
  }

  /// Fetches a picture from its server, and keeps it in the cache. Throws ``PictureError``, ``TuneError`` and
  /// `CancellationError`.
  func fetched(_ url: StreamURL, _ request: PictureRequest) async throws -> FetchedPicture {
    let message = request.allowsLocalHosts ? StreamRequest(url: url) : StreamRequest(namedByPublicServer: url)
    let document = try await downloader.document(
      message, maximumBytes: PictureHeader.maximumBytes, within: fetchTime)
    let found = try await decode(document.bytes)
    let (cache, note) = (cache, note)
    try await pool.run {
      // A picture that cannot be kept is still shown.
      do throws(SystemError) {
        try cache.keep(document.bytes, for: request.address)
      } catch {
        note("pictures: \(error)")
      }
    }
    return found
  }

  /// Returns `error` in words, with other wording where that for stations does not fit.
  static func words(_ error: any Error) -> String {
    switch error {
    case TuneError.network(.stalled(let host, let seconds)): "\(host) sent no whole picture within \(seconds) s"
    default: "\(error)"
    }
  }

  /// Notes why a picture is missing.
  func report(_ reason: String, _ request: PictureRequest) {
    note("pictures: \(StreamURL.withoutCredentials(request.address)): \(reason)")
  }

  private func decode(_ file: [UInt8]) async throws -> FetchedPicture {
    try await pool.run {
      let encoded = try EncodedPicture(file)
      return FetchedPicture(
        bytes: file, format: try PictureFormat.of(file), picture: try PictureDecoder.decode(encoded))
    }
  }
}
