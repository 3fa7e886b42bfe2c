import HTTPServer
import NIOCore
import Radio
import RadioModel

/// The endpoints that list and change the queue.
struct QueueRoutes {
  let radio: RadioHost
  /// Longest time an answer waits for the radio to obey.
  let limit: Duration

  /// Returns the queue.
  func list() -> HTTPAnswer { Self.answer(radio.queue()) }

  /// Makes the change that the body of `request`, for `endpoint`, describes. Throws ``HTTPFault``, `RequestError` and
  /// `ServiceError`.
  func edit(_ endpoint: Endpoint, _ request: HTTPRequest) async throws -> HTTPAnswer {
    Self.answer(try await radio.edit(try QueueRequest(endpoint, request.bodyBytes), within: limit))
  }

  private static func answer(_ queue: QueueState) -> HTTPAnswer { .json(ByteBuffer(json: queue.json)) }
}
