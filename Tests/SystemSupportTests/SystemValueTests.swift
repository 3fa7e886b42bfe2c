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

  @Test("the time of day is Foundation's")
  func time() {
    let before = Date().timeIntervalSince1970
    let times = [SystemTime.now, Double(SystemTime.milliseconds) / 1000, Double(SystemTime.seconds)]
    let after = Date().timeIntervalSince1970
    // The kernel's clock of whole seconds may be some milliseconds behind.
    for (time, unit) in zip(times, [0.05, 0.05, 1.05]) {
      #expect(time > before - unit && time < after + 0.05, "\(unit)")
    }
  }

  @Test("an error has the system's text, except for a full disk")
  func reasons() {
    #expect(SystemReason.text(of: EACCES) == "Permission denied")
    #expect(SystemReason.text(of: ENOSPC) == "the disk is full")
  }
}
