import AudioCore
import Downloader
import HLS
import NIOCore
import NIOPosix
import TestSupport

/// The result of one HLS stream, in a form that is easy to compare.
struct HLSResult {
  /// The sound as text, titles as `[title]`, and `|` for a discontinuity.
  var text = ""
  /// The error that ended the stream; nil for a normal end.
  var failure: TuneError?
  /// The stream's head, once it is open.
  var head: StreamHead?

  /// A downloader for which the server at `publicPort` is on the Internet.
  static func downloader(publicPort: Int? = nil, limits: DownloadLimits = DownloadLimits()) -> Downloader {
    Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:], limits: limits) {
      $0.port == publicPort ? .everywhere : AddressScope($0)
    }
  }

  /// Opens the playlist at `url` within `time`.
  static func open(
    _ url: String, maximumKilobits: Int? = nil, within time: Duration? = nil, by downloader: Downloader = downloader()
  ) async throws -> HLSConnection {
    var request = StreamRequest(url: try StreamURL(url))
    request.timeLimit = time
    request.wantsTitles = false
    var connection = try await downloader.open(request)
    request.follow(connection)
    var offer = try await HLSOffer.read(
      &connection, request: request, downloader: downloader, maximumKilobits: maximumKilobits, until: .now + .seconds(5)
    )
    var failure: TuneError?
    while true {
      do {
        guard let stream = try await offer.next() else { throw failure ?? .emptyPlaylist(url) }
        return stream
      } catch let error as TuneError where offer.hasMore {
        failure = failure ?? error
      } catch let error as TuneError {
        throw failure ?? error
      }
    }
  }

  /// Follows the stream at `url` to its end, or until `isEnough`.
  init(
    _ url: String, maximumKilobits: Int? = nil, within time: Duration? = nil, by downloader: Downloader = downloader(),
    until isEnough: (HLSResult) -> Bool = { _ in false }
  ) async throws {
    do {
      var connection = try await Self.open(url, maximumKilobits: maximumKilobits, within: time, by: downloader)
      head = connection.head
      do {
        while !isEnough(self), let chunks = try await connection.next() {
          for chunk in chunks {
            switch chunk {
            case .audio(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .metadata(let metadata): text += "[\(metadata.title)]"
            case .discontinuity: text += "|"
            }
          }
        }
      } catch let error as TuneError {
        failure = error
      }
      await connection.close()
    } catch let error as TuneError {
      failure = error
    }
  }

  /// A playlist of a recording with these lines.
  static func recording(_ lines: [String]) -> [UInt8] {
    Array((["#EXTM3U", "#EXT-X-TARGETDURATION:2"] + lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
  }

  /// A server of the playlist `/list` and of `files` by their paths; every other path is not found.
  static func server(_ lines: [String], _ files: [String: String], knowsRanges: Bool = true) throws -> ScriptedServer {
    try ScriptedServer { call in
      if call.request.path == "/list" {
        call.serve(recording(lines))
      } else if let file = files[call.request.path] {
        call.serve(Array(file.utf8), knowsRanges: knowsRanges)
      } else {
        call.answer("404 Not Found")
      }
    }
  }
}
