import AudioCore
import Stations

extension Probe {
  /// Probes the addresses of `station`, one after the other, until one plays. Throws the ``TuneError`` of the first
  /// when none does, or `CancellationError`.
  public func run(_ station: Station) async throws -> Report {
    var failure: TuneError?
    for request in try station.requests() {
      do {
        return try await run(request)
      } catch let error as TuneError {
        failure = failure ?? error
      }
    }
    throw failure ?? .invalidRequest(message: "it has no address")
  }
}
