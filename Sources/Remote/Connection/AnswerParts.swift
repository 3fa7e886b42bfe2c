import NIOCore
import NIOHTTP1

/// The parts of one HTTP answer that came and were not taken yet, and when more is to be read. A value that knows no
/// channel.
///
/// More is read only while somebody waits for a part and none is here: what is held comes out of one read. What came
/// before a fault is taken before the fault is thrown.
package struct AnswerParts {
  /// A part of an answer.
  package enum Part: Equatable, Sendable {
    /// Status and header fields; the first part.
    case head(HTTPResponseHead)
    /// Some bytes of the body.
    case body(ByteBuffer)
    /// The end of the answer; from then on there is nothing else.
    case end
  }

  /// What is to be done now.
  package enum Action: Equatable {
    /// Nothing.
    case wait
    /// Read from the connection.
    case read
    /// Give this to the one who waits.
    case deliver(Part)
    /// Throw this at the one who waits.
    case fail(RemoteFault)
  }

  /// Bytes that may come without giving a part: the head, the size of a chunk, trailers.
  private let headBytes: Int
  private var parts: ArraySlice<Part> = []
  private var isWanted = false
  private var isComplete = false
  private var fault: RemoteFault?
  /// Bytes since the last part.
  private var bytesWithoutPart = 0
  private var hasNewPart = false

  /// An answer of which nothing came yet, with a head of at most `headBytes` bytes.
  package init(headBytes: Int) { self.headBytes = headBytes }

  /// Somebody waits for the next part.
  package mutating func want() -> Action {
    isWanted = true
    return next()
  }

  /// A part came.
  package mutating func received(_ part: Part) {
    guard !isComplete, fault == nil else { return }
    switch part {
    case .head: parts.append(part)
    case .body(let bytes):
      guard bytes.readableBytes > 0 else { return }
      parts.append(part)
    case .end: isComplete = true
    }
    hasNewPart = true
  }

  /// `count` bytes came, and the parts they gave were received. Returns what is wrong when they are too many for no
  /// part.
  package mutating func parsed(bytes count: Int) -> RemoteFault? {
    bytesWithoutPart = hasNewPart ? 0 : bytesWithoutPart + count
    hasNewPart = false
    return bytesWithoutPart > headBytes && !isComplete ? .notHTTP : nil
  }

  /// A read is over; it may have brought anything or nothing.
  package mutating func readEnded() -> Action { isWanted ? next() : .wait }

  /// No more comes, because of `newFault`; the first one counts, and none after the answer's end.
  package mutating func failed(_ newFault: RemoteFault) -> Action {
    if fault == nil { fault = newFault }
    return readEnded()
  }

  private mutating func next() -> Action {
    if let part = parts.popFirst() {
      if parts.isEmpty { parts = [] }  // a slice holds what was taken from it
      isWanted = false
      return .deliver(part)
    }
    if isComplete {
      isWanted = false
      return .deliver(.end)
    }
    if let fault {
      isWanted = false
      return .fail(fault)
    }
    return .read
  }
}
