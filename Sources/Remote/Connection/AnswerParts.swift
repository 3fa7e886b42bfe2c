package import NIOCore
package import NIOHTTP1

/// The received parts of one HTTP answer that the caller has not taken yet, with the decision when to read more. A
/// value type without access to the channel.
///
/// It reads more only while a caller waits for a part and none is stored, so the stored parts come from a single read.
/// Parts that arrived before a fault are delivered before the fault is thrown.
package struct AnswerParts {
  /// A part of an answer.
  package enum Part: Equatable, Sendable {
    /// The status and the header fields; the first part.
    case head(HTTPResponseHead)
    /// Some bytes of the body.
    case body(ByteBuffer)
    /// The end of the answer; every later request returns it again.
    case end
  }

  /// The action that the channel handler takes next.
  package enum Action: Equatable {
    /// Nothing.
    case wait
    /// Read from the connection.
    case read
    /// Deliver this part to the waiting caller.
    case deliver(Part)
    /// Throw this error to the waiting caller.
    case fail(RemoteError)
  }

  /// The maximum number of bytes that may arrive without producing a part: the head, the size of a chunk, trailers.
  private let headBytes: Int
  private var parts: ArraySlice<Part> = []
  private var isWanted = false
  private var isComplete = false
  private var fault: RemoteError?
  /// The number of bytes since the last part.
  private var bytesWithoutPart = 0
  private var hasNewPart = false

  /// Creates an answer without any data. Its head may have at most `headBytes` bytes.
  package init(headBytes: Int) { self.headBytes = headBytes }

  /// Requests the next part for a caller.
  package mutating func want() -> Action {
    isWanted = true
    return next()
  }

  /// Stores a part that arrived.
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

  /// Counts `count` bytes whose parts were passed to ``received(_:)`` before. Returns a fault when more than
  /// `headBytes` bytes arrived without producing a part.
  package mutating func parsed(bytes count: Int) -> RemoteError? {
    bytesWithoutPart = hasNewPart ? 0 : bytesWithoutPart + count
    hasNewPart = false
    return bytesWithoutPart > headBytes && !isComplete ? .notHTTP : nil
  }

  /// Reports the end of a read, which may have brought any amount of data or none.
  package mutating func readEnded() -> Action { isWanted ? next() : .wait }

  /// Records `newFault`: no more data arrives. Only the first fault counts, and the end of a complete answer comes
  /// before it.
  package mutating func failed(_ newFault: RemoteError) -> Action {
    if fault == nil { fault = newFault }
    return readEnded()
  }

  private mutating func next() -> Action {
    if let part = parts.popFirst() {
      if parts.isEmpty { parts = [] }  // a slice keeps the elements that were removed from it
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
