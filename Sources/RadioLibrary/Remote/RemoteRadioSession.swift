import Logging
import Remote
import Terminal

/// A daemon's radio for a view, and the work that it needs.
public struct RemoteRadioSession: Sendable {
  /// The radio for the view.
  public let viewed: any ViewedRadio
  private let radio: RemoteRadio
  private let samples: RemoteSamples
  private let library: RemoteLibrary

  /// Connects to the daemon of `client`. The view measures the sound where the daemon sends it. Throws `DaemonError`
  /// when the daemon cannot be reached, unless `reconnectMode` is `.forever`. For the rest see ``RemoteLibrary``.
  public init(
    _ client: RadioClient, reconnectMode: ReconnectMode, searcher: StationSearcher,
    change: @escaping RemoteLibrary.ListChanger, logger: Logger
  ) async throws {
    var isSampled = false
    do {
      isSampled = try await client.offersSamples()
    } catch let error as DaemonError {
      guard reconnectMode == .forever else { throw error }
      isSampled = client.isLocal
    }
    radio = RemoteRadio(client: client, reconnectMode: reconnectMode)
    samples = RemoteSamples(client: client)
    library = RemoteLibrary(
      client: client, radio: radio, searcher: searcher, change: change, logger: logger)
    viewed =
      isSampled
      ? SampledRemoteRadio(radio: radio, samples: samples, remote: library)
      : MeasuredRemoteRadio(radio: radio, remote: library)
  }

  /// Communicates with the daemon until the task is cancelled. Throws `DaemonError` when the daemon cannot be reached.
  public func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await self.radio.run() }
      group.addTask { await self.samples.run() }
      group.addTask { await self.library.run() }
      try await group.next()
    }
  }
}
