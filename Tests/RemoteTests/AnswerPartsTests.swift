import NIOCore
import NIOHTTP1
import Remote
import Testing

@Suite("The parts of an answer")
struct AnswerPartsTests {
  private static let head = AnswerParts.Part.head(HTTPResponseHead(version: .http1_1, status: .ok))
  private static func body(_ text: String) -> AnswerParts.Part { .body(ByteBuffer(string: text)) }

  /// Gives `parts` to `answer` as the result of parsing `bytes` bytes; returns the fault, if there is one.
  private static func read(_ answer: inout AnswerParts, _ parts: [AnswerParts.Part], bytes: Int = 100) -> RemoteError? {
    for part in parts { answer.received(part) }
    return answer.parsed(bytes: bytes)
  }

  @Test("a read is requested only while a consumer waits and no part is there")
  func demand() {
    var answer = AnswerParts(headBytes: 1000)
    #expect(answer.readEnded() == .wait)
    #expect(answer.want() == .read)
    #expect(answer.readEnded() == .read, "a read that brought no part is followed by another")
    #expect(Self.read(&answer, [Self.head, Self.body("a"), Self.body(""), Self.body("b")]) == nil)
    #expect(answer.readEnded() == .deliver(Self.head))
    #expect(answer.readEnded() == .wait)
    #expect(answer.want() == .deliver(Self.body("a")))
    #expect(answer.want() == .deliver(Self.body("b")))
    #expect(answer.want() == .read)
    #expect(Self.read(&answer, [.end]) == nil)
    #expect(answer.readEnded() == .deliver(.end))
    #expect(answer.want() == .deliver(.end), "the end stays the end")
  }

  @Test("the received parts come before a fault; the first fault counts, and no fault after the end")
  func faults() {
    var answer = AnswerParts(headBytes: 1000)
    #expect(Self.read(&answer, [Self.head]) == nil)
    #expect(answer.failed(.closed) == .wait)
    #expect(answer.failed(.notHTTP) == .wait)
    #expect(Self.read(&answer, [Self.body("too late")]) == nil)
    #expect(answer.want() == .deliver(Self.head))
    #expect(answer.want() == .fail(.closed))
    #expect(answer.want() == .fail(.closed))
    var waited = AnswerParts(headBytes: 1000)
    #expect(waited.want() == .read)
    #expect(waited.failed(.silence(.seconds(1))) == .fail(.silence(.seconds(1))))
    var whole = AnswerParts(headBytes: 1000)
    #expect(Self.read(&whole, [Self.head, .end]) == nil)
    #expect(whole.failed(.closed) == .wait)
    #expect(whole.want() == .deliver(Self.head))
    #expect(whole.want() == .deliver(.end))
  }

  @Test("bytes that give no part are limited until the end of the answer, and are ignored after it")
  func bytesWithoutParts() {
    var answer = AnswerParts(headBytes: 1000)
    for _ in 0..<10 { #expect(Self.read(&answer, []) == nil) }
    #expect(Self.read(&answer, []) == .notHTTP)
    answer = AnswerParts(headBytes: 1000)
    for part in [Self.head, Self.body("x"), Self.body("y")] {
      for _ in 0..<10 { #expect(Self.read(&answer, []) == nil) }
      #expect(Self.read(&answer, [part]) == nil)
    }
    for _ in 0..<10 { #expect(Self.read(&answer, [Self.body("")]) == nil) }
    #expect(Self.read(&answer, []) == .notHTTP)
    answer = AnswerParts(headBytes: 1000)
    #expect(Self.read(&answer, [Self.head, .end]) == nil)
    #expect(Self.read(&answer, [], bytes: 1 << 20) == nil, "what comes behind an answer is none of it")
  }
}
