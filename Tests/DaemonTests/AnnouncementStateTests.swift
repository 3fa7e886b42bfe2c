import Foundation
import JSON
import Radio
import RadioModel
import Stations
import TestSupport
import Testing

@Suite("The saved state during an announcement", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct AnnouncementStateTests {
  /// Clears the queue, adds the announcement and plays it, as a client does.
  private static func announce(_ speech: Source, _ tuner: Tuner) async throws {
    let before = InterruptedRadio(tuner.snapshot)
    try tuner.edit(.clear)
    await tuner.answer()
    let id = try tuner.edit(.insert([speech], at: nil))[0]
    await tuner.perform(.playAnnouncement(id: id, before: before))
  }

  private static func ids(_ tuner: Tuner) -> [String?] { tuner.snapshot.queue.entries.map(\.source.station?.id) }

  @Test(
    "a restart or a crash during an announcement keeps the queue and the station from before",
    arguments: [true, false])
  func restart(wasPlaying: Bool) async throws {
    let home = try DaemonHome()
    let server = try ScriptedServer { $0.waitForEnd() }
    defer { server.stop() }
    let speech = Source.url(server.url("/speech.mp3"))
    try await home.live { life in
      try life.tuner.edit(.remove(0..<1))
      await life.tuner.perform(.playEntry(id: life.tuner.snapshot.queue.entries[1].id))
      if !wasPlaying { await life.tuner.perform(.stop) }
      try await Self.announce(speech, life.tuner)
      #expect(life.tuner.snapshot.source == speech)
      // What a crash leaves.
      #expect(
        await eventually {
          home.state?["source"]?.text == "three" && home.state?["queue"]?.elements?.count == 2
            && home.state?["playing"]?.flag == wasPlaying
        })
    }
    try await home.live { life in
      #expect(Self.ids(life.tuner) == ["two", "three"])
      if wasPlaying { #expect(await eventually { life.tuner.snapshot.state.isTunedIn }) }
      #expect(life.tuner.snapshot.source?.station?.id == "three" && life.tuner.snapshot.state.isTunedIn == wasPlaying)
    }
  }

  @Test(
    "what a listener does during the announcement ends it: then the new state is saved",
    arguments: [Command.stop, .pause, .play(.url("http://127.0.0.1:1/other"))])
  func over(command: Command) async throws {
    let home = try DaemonHome()
    let server = try ScriptedServer { $0.waitForEnd() }
    defer { server.stop() }
    let speech = Source.url(server.url("/speech.mp3"))
    try await home.live { life in
      await life.tuner.perform(.playEntry(id: life.tuner.snapshot.queue.entries[1].id))
      try await Self.announce(speech, life.tuner)
      #expect(life.tuner.snapshot.interrupted?.source?.station?.id == "two")
      await life.tuner.perform(command)
      #expect(life.tuner.snapshot.interrupted == nil)
    }
    #expect(home.state?["queue"]?.elements?.first?["url"]?.text == speech.address)
  }
}
