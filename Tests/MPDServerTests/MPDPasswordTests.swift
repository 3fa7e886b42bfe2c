import MPDServer
import TestSupport
import Testing

@Suite(
  "Guesses of the MPD password, and places of clients without it", .serialized,
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDPasswordTests {
  private static let wrong = "ACK [3@0] {password} incorrect password"

  @Test("clients without the password that take all places give way to new ones; a client with it stays")
  func places() async throws {
    try await MPDFixture.with {
      $0.password = "sesame"
      $0.maximumClients = 64
    } _: { fixture in
      let owner = try fixture.client()
      #expect(try owner.ask("password sesame") == ["OK"])
      let crowd = try (0..<100).map { _ in
        let client = try fixture.client()
        #expect(try client.ask("ping") == ["OK"])
        return client
      }
      let late = try fixture.client()
      #expect(late.greeting == "OK MPD 0.23.5")
      #expect(try late.ask("password sesame") == ["OK"] && late.ask("status").last == "OK")
      #expect(try owner.ask("status").last == "OK")
      #expect(try crowd[0].answer() == ["closed"] && crowd[99].ask("ping") == ["OK"])
      #expect(await fixture.server.clientCount <= 64 - 64 / 8)
    }
  }
}
