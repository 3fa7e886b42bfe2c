import MPDServer
import ServerSupport
import TestSupport
import Testing

@Suite(
  "Guesses of the MPD password, and places of clients without it", .serialized,
  .timeLimit(.minutes(1 * TestTime.waitScale)))
struct MPDPasswordTests {
  private static let wrong = "ACK [3@0] {password} incorrect password"

  @Test("after ten wrong passwords every answer comes late, and the right password is still accepted")
  func guesses() async throws {
    let delay = Duration.milliseconds(400)
    try await MPDFixture.with {
      $0.password = "sesame"
      $0.wrongPasswordDelay = .milliseconds(1)
      $0.maximumPasswordDelay = delay
    } _: { fixture in
      let time = { (password: String) throws -> (answer: String, time: Duration) in
        let client = try fixture.client()
        let start = ContinuousClock.now
        return (try client.ask("password \(password)").first ?? "", ContinuousClock.now - start)
      }
      for number in 0..<SecretThrottle.burst { #expect(try time("guess\(number)").answer == Self.wrong) }
      // A right password that is answered faster than a wrong one would end a guess at once.
      for (password, answer) in [("guess", Self.wrong), ("sesame", "OK"), ("sesame", "OK")] {
        let result = try time(password)
        #expect(result.answer == answer && result.time >= delay, "\(password): \(result)")
      }
      let owner = try fixture.client()
      owner.lines.send("password sesame\nstatus\n")
      #expect(try fixture.client().ask("ping") == ["OK"], "others do not wait")
      #expect(try owner.answer() == ["OK"] && owner.answer().last == "OK")
    }
  }

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
