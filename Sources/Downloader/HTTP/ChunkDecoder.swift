import AudioCore

/// Decodes a chunked body (RFC 9112, 7.1), as leniently as players do: lines may end with a bare LF, and blanks may
/// follow a size. A state machine over bytes: the result does not depend on how they are split.
package struct ChunkDecoder: Sendable {
  /// What is wrong with a body.
  package enum ChunkError: Error, Equatable {
    /// A chunk does not begin with a valid size.
    case badSize
    /// No line end follows the data of a chunk.
    case badEnd
  }

  private enum Position {
    case size
    /// Blanks and extensions after the size, up to the end of the line.
    case restOfLine
    case data
    case dataEnd
    /// The last chunk has arrived, or a fault has occurred.
    case end
  }

  /// The maximum number of digits of a size, without leading zeros.
  private static let maximumDigits = 15
  /// The maximum number of bytes in a size line that have no effect: leading zeros of the size, and extensions behind
  /// it.
  private static let maximumExtension = 4096

  private var position = Position.size
  private var digits = 0
  private var hasSize = false
  private var extensionBytes = 0
  private var bytesLeft = 0

  /// True once the last chunk has arrived; the decoder ignores all further bytes.
  package var hasEnded: Bool { position == .end && fault == nil }
  /// What is wrong with the body, once that is known; after a fault no content follows.
  package private(set) var fault: ChunkError?

  /// A decoder for one body.
  package init() {}

  /// Processes the next bytes of the body and returns the content in them.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      switch position {
      case .end: return output
      case .data:
        let piece = rest.prefix(bytesLeft)
        output.append(contentsOf: piece)
        bytesLeft -= piece.count
        rest = rest.dropFirst(piece.count)
        if bytesLeft == 0 { position = .dataEnd }
        continue
      case .dataEnd:
        if byte == .lineFeed { position = .size } else if byte != .carriageReturn { fail(.badEnd) }
      case .size:
        if let digit = byte.hexDigitValue {
          hasSize = true
          if digits > 0 || digit > 0 { digits += 1 } else { extensionBytes += 1 }
          if digits > Self.maximumDigits || extensionBytes > Self.maximumExtension {
            fail(.badSize)
          } else {
            bytesLeft = bytesLeft << 4 | digit
          }
        } else if hasSize {
          endOfSize(byte)
        } else {
          fail(.badSize)
        }
      case .restOfLine: endOfSize(byte)
      }
      rest = rest.dropFirst()
    }
    return output
  }

  private mutating func endOfSize(_ byte: UInt8) {
    guard byte == .lineFeed else {
      let mayFollowSize = [UInt8(ascii: ";"), UInt8(ascii: " "), UInt8(ascii: "\t"), .carriageReturn]
      extensionBytes += 1
      if extensionBytes > Self.maximumExtension || position == .size && !mayFollowSize.contains(byte) {
        fail(.badSize)
      } else {
        position = .restOfLine
      }
      return
    }
    position = bytesLeft == 0 ? .end : .data
    (digits, hasSize, extensionBytes) = (0, false, 0)
  }

  private mutating func fail(_ fault: ChunkError) {
    self.fault = fault
    position = .end
  }
}
