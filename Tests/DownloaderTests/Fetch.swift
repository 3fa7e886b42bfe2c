import AudioCore
import Downloader
import NIOCore
import NIOPosix

/// One request of a test and its result.
enum Fetch {
  /// The content of a stream.
  struct Content {
    var head: StreamHead
    var audio: [UInt8] = []
    var titles: [StreamMetadata] = []
    var metadataIsBroken = false
    /// The error that ended the body; nil for a normal end.
    var failure: TuneError?
  }

  /// The threads of the tests' sockets.
  static var eventLoops: MultiThreadedEventLoopGroup { .singleton }

  /// A downloader. A test that waits for a limit passes a shorter one in `limits`.
  static func downloader(
    environment: [String: String] = [:], limits: DownloadLimits = DownloadLimits(),
    scope: @escaping @Sendable (SocketAddress) -> AddressScope = { AddressScope($0) }
  ) -> Downloader {
    Downloader(
      eventLoops: MultiThreadedEventLoopGroup.singleton, environment: environment, limits: limits, scope: scope)
  }

  /// Reads `url` to its end, or until it has `maximum` bytes of audio.
  static func all(
    _ url: String, charset: TextCharset = .default, maximum: Int = .max, by downloader: Downloader = downloader()
  ) async throws -> Content {
    var connection = try await downloader.open(StreamRequest(url: StreamURL(url), charset: charset))
    var content = Content(head: connection.head)
    do {
      while content.audio.count < maximum, let chunks = try await connection.next() {
        for chunk in chunks {
          switch chunk {
          case .audio(let bytes): content.audio += bytes
          case .metadata(let metadata): content.titles.append(metadata)
          case .discontinuity: break
          }
        }
      }
    } catch let error as TuneError {
      content.failure = error
    }
    content.metadataIsBroken = connection.metadataIsBroken
    await connection.close()
    return content
  }

  /// The error of opening `url`; nil when it opens.
  static func failure(_ url: String, by downloader: Downloader = downloader()) async throws -> TuneError? {
    do {
      let connection = try await downloader.open(StreamRequest(url: StreamURL(url)))
      await connection.close()
      return nil
    } catch let error as TuneError {
      return error
    }
  }

  /// Seconds that `body` takes.
  static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
