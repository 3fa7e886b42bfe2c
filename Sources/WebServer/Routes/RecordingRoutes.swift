import Bytes
import HTTPServer
import JSON
import NIOCore
import NIOHTTP1
import Radio
import RadioModel
import ServerSupport
import SystemSupport

/// The endpoints that keep and record sound, and that send the files.
struct RecordingRoutes: Sendable {
  let radio: RadioHost
  /// The files that are being sent.
  let downloads: BoundedCount
  /// Reads them: a disk that hangs holds up nothing else.
  let readers: BlockingPool

  /// The maximum number of files that are sent at a time.
  static let maximumDownloads = 4
  /// The threads that read them.
  static let threads = 2
  /// The longest time that a disk may take for a piece.
  private static let readTime = Duration.seconds(10)
  /// The bytes of a file that are in memory at a time.
  private static let pieceBytes = 128 << 10

  private var recordings: (any RecordingService)? { radio.recordings }

  private func service() throws(ServiceError) -> any RecordingService {
    guard let recordings else { throw ServiceError(.unavailable, "this radio records nothing") }
    return recordings
  }

  /// Returns the recordings, the newest first.
  func list() -> HTTPAnswer { .json(.object(["recordings": (recordings?.recordings ?? []).map(\.json)])) }

  /// Keeps the title that the body of `request` names. Throws `RequestError` and ``ServiceError``.
  func keep(_ request: HTTPRequest) throws -> HTTPAnswer {
    let title = try KeepRequest(request.bodyBytes).title
    return .json(try service().keep(title: title).json)
  }

  /// Begins the recording that the body of `request` describes. Throws `RequestError` and ``ServiceError``.
  func record(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let wish = try RecordRequest(request.bodyBytes)
    let service = try service()
    let source = try await radio.source(for: wish.target)
    let recording = try service.record(
      source, isSplit: wish.isSplit, isSongsOnly: wish.isSongsOnly, duration: wish.duration)
    return .json(recording.json)
  }

  /// Ends the recording `id`. Throws `RequestError` and ``ServiceError``.
  func stop(_ id: String, _ request: HTTPRequest) throws -> HTTPAnswer {
    try request.refuseFields()
    return .json(try service().stopRecording(try Self.number(id)).json)
  }

  /// Sends the file with this number of the recording `id`, piece by piece. Throws ``ServiceError``, and ``HTTPError`` when
  /// too many files are being sent (503).
  func file(_ index: Int, of id: String, _ request: HTTPRequest) async throws -> HTTPAnswer {
    let (path, name) = try service().recordedFile(index, of: try Self.number(id))
    let file = try await reading { try SentFile(path, name: name) }
    let headers: HTTPHeaders = [
      "Content-Type": SentFile.mediaType(of: name), "Content-Disposition": SentFile.disposition(of: name),
    ]
    guard !request.isHead else { return HTTPAnswer(headers: headers, body: .pieces(file.count) { _ in }) }
    guard downloads.enter() else {
      throw HTTPError(503, "\(downloads.maximum) files are being sent already", header: ("retry-after", "5"))
    }
    return HTTPAnswer(
      headers: headers,
      body: .pieces(file.count) { connection in
        defer { downloads.leave() }
        var place = 0
        while place < file.count {
          let range = place..<min(file.count, place + Self.pieceBytes)
          try await connection.send(try await reading { try file.read(range) })
          place = range.upperBound
        }
      })
  }

  private static func number(_ id: String) throws(ServiceError) -> Int {
    guard let number = Int(id) else {
      throw ServiceError(.notFound, "there is no recording \(CleanText.singleLine(id, limit: 64))")
    }
    return number
  }

  /// Runs `body` on a thread for files. Throws ``ServiceError`` when the disk takes too long.
  private func reading<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    guard let result = try await readers.run(within: Self.readTime, body) else {
      throw ServiceError(.unavailable, "the disk does not answer")
    }
    return result
  }
}
