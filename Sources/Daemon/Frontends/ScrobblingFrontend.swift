import Radio
import RadioModel
import Scrobbling
import Synchronization
import SystemSupport

/// Follows the radio for a ListenBrainz server.
final class ScrobblingFrontend: ConfiguredFrontend {
  private let tuner: Tuner
  private let scrobbler: Scrobbler
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// Creates the frontend; nil when the settings do not enable it.
  init?(_ context: FrontendContext) {
    guard context.settings.isOn(.scrobble), let token = context.settings.scrobbleToken else { return nil }
    tuner = context.radio.tuner
    scrobbler = Scrobbler(
      server: context.settings.scrobbleServer, token: token, path: context.folders.scrobbles,
      downloader: context.downloader, logger: context.logger)
  }

  func start() async throws {
    let events = tuner.events()
    let following = Task { [scrobbler, tuner] in
      for await event in events {
        let snapshot = tuner.snapshot
        scrobbler.receive(
          event, name: snapshot.name, isSilenced: snapshot.outputNotice != nil, titleStart: snapshot.titleStart)
      }
    }
    tasks.withLock { $0 = [Task { [scrobbler] in await scrobbler.run() }, following] }
  }

  func stop() async {
    await scrobbler.finish()
    let tasks = tasks.withLock { exchange(&$0, with: []) }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
