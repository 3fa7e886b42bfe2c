import Foundation
import Glibc
import SystemSupport
import Testing

@Suite("Values of the system")
struct SystemValueTests {
  @Test(
    "secrets are equal only when they have the same bytes",
    arguments: [
      ("", "", true), ("a", "a", true), ("secret", "secret", true), ("", "a", false), ("a", "", false),
      ("a", "aa", false), ("aa", "a", false), ("abab", "ab", false), ("secreT", "secret", false),
      ("é", "e\u{301}", false),
    ])
  func secrets(given: String, secret: String, isEqual: Bool) {
    #expect(ConstantTime.isEqual(given, secret) == isEqual)
  }

  @Test("the time of day is Foundation's, within a second")
  func time() {
    let now = Date().timeIntervalSince1970
    #expect(abs(SystemTime.now - now) < 1)
    #expect(abs(Double(SystemTime.seconds) - now) < 2)
    #expect(abs(Double(SystemTime.milliseconds) / 1000 - now) < 1)
  }

  @Test("an error has the system's text, except for a full disk")
  func reasons() {
    #expect(SystemReason.text(of: EACCES) == "Permission denied")
    #expect(SystemReason.text(of: ENOSPC) == "the disk is full")
  }
}
