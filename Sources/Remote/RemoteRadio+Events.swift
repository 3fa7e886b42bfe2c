import RadioModel
import Synchronization
import SystemSupport

/// The communication that goes on while the radio is used.
extension RemoteRadio {
  /// The interval at which what no event reports is requested while it is read.
  private static let interval = Duration.seconds(1)

  /// Communicates with the daemon until the task is cancelled; call it once. Throws `DaemonError` when the daemon
  /// cannot be reached.
  public func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await self.followEvents() }
      group.addTask { await self.followTime() }
      group.addTask { for await _ in self.wake { await self.refresh() } }
      group.addTask { await self.sendCommands() }
      group.addTask { await self.samples.run() }
      group.addTask { await self.frames.run() }
      try await group.next()
    }
  }

  private func followEvents() async throws {
    for try await element in client.events(Endpoint.events.path(), reconnectMode: reconnectMode) {
      state.withLock { state in
        switch element {
        case .connected: state.reconnect()
        case .lost(let error):
          state.status.state = .retrying
          state.status.reason = error.description
          state.status.retryIn = 1
        case .event(let event): state.apply(event)
        }
      }
      wake.signal()
    }
  }

  /// Requests the values that no event reports. ``followEvents()`` reports the failures.
  private func followTime() async {
    while !Task.isCancelled {
      wake.signal()
      try? await Task.sleep(for: Self.interval)
      guard looks.isLookedAt(.status), let status = try? await client.status().cleaned else { continue }
      state.withLock { $0.apply(status) }
    }
  }

  private func sendCommands() async {
    for await command in commands.stream {
      // What the view shows is inverted, not what the daemon has by now.
      let command = command == .toggleMute ? .setMuted(!state.withLock { $0.status.isMuted }) : command
      guard command.request != nil else { continue }
      do {
        _ = try await perform(command)
      } catch {
        if let error = error as? DaemonError { state.withLock { $0.status.notice = error.description } }
      }
    }
  }
}
