import RadioModel
import Remote
import Terminal

/// A view of a daemon's radio.
struct RemoteListening {
  let client: RadioClient
  let context: CommandContext
  /// With `.forever` the view stays open while no daemon runs.
  var reconnectMode = ReconnectMode.forever

  /// Shows the view until the user leaves it; stops the radio if the user wants that. Throws `DaemonError` when the
  /// daemon cannot be reached.
  func run(_ interface: RadioInterface) async throws {
    let radio = try await RemoteRadio.connect(client, reconnectMode: reconnectMode, logger: context.logger)
    let shown = ShownInterface(interface, of: radio, isClient: true, context: context)
    SignalWatch.onSignal { shown.requestStop() }
    let end = try await Log.withoutWriting {
      try await withThrowingTaskGroup(of: ViewEnd?.self) { group in
        defer { group.cancelAll() }  // the group waits while a cancelled view restores the terminal
        group.addTask {
          try await radio.run()
          return nil
        }
        group.addTask {
          if case .lines = interface { await Self.waitForStations(of: radio) }
          return await shown.run()
        }
        return try await group.next() ?? nil
      }
    }
    try await finish(end, interface, radio)
  }

  /// Waits for the daemon's stations, with a limit: the first line of a script may name one.
  private static func waitForStations(of radio: any RadioService) async {
    let limit = ContinuousClock.now + .seconds(2)
    while radio.stations.version == 0, ContinuousClock.now < limit, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func finish(_ end: ViewEnd?, _ interface: RadioInterface, _ radio: any RadioService) async throws {
    switch end {
    case .quitAndStop: _ = try await client.perform(.stop)
    case .quitKey:
      if case .screen = interface, radio.status.state.isTunedIn {
        try StandardOutput.writeLine("the daemon plays on; 'radiod ctl stop' stops it, and so does Q in the view")
      }
    case .terminalGone, .stopped, .noTerminal, nil: break
    }
  }
}
