/// Splits a line into a command and its arguments, by the quoting rules of Music Player Daemon.
package enum MPDTokenizer {
  /// Most arguments of a command.
  package static let maximumArguments = 70

  /// A command's name and its arguments.
  package struct Words: Equatable, Sendable {
    package var command: String
    package var arguments: [String]
  }

  /// The reason why a line is not a command.
  package struct TokenError: Error, Equatable {
    /// The error for the client.
    package var fault: MPDError
    /// True when a client that sends such a line does not speak the protocol.
    package var isFatal: Bool

    /// A failure with this error.
    package init(fault: MPDError, isFatal: Bool) {
      self.fault = fault
      self.isFatal = isFatal
    }
  }

  /// Returns the words of `line`.
  package static func split(_ line: [UInt8]) throws(TokenError) -> Words {
    var rest = line[...]
    let name = rest.prefix { !isBlank($0) }
    guard let first = name.first, isLetter(first) else { throw unknown("Letter expected", isFatal: true) }
    guard name.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }) else {
      throw unknown("Invalid word character", isFatal: true)
    }
    rest = rest[name.endIndex...].drop(while: isBlank)
    var arguments: [String] = []
    while !rest.isEmpty {
      let bytes = try argument(&rest)
      guard arguments.count < maximumArguments else {
        throw TokenError(fault: MPDError(.argument, "Too many arguments"), isFatal: false)
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw TokenError(fault: MPDError(.argument, "Invalid UTF-8"), isFatal: false)
      }
      arguments.append(text)
    }
    return Words(command: String(decoding: name, as: UTF8.self), arguments: arguments)
  }

  private static func argument(_ rest: inout ArraySlice<UInt8>) throws(TokenError) -> [UInt8] {
    guard rest.first == quote else {
      let word = rest.prefix { !isBlank($0) }
      guard word.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != quote && $0 != UInt8(ascii: "'") }) else {
        throw unknown("Invalid unquoted character")
      }
      rest = rest[word.endIndex...].drop(while: isBlank)
      return Array(word)
    }
    rest.removeFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case quote:
        guard rest.first.map(isBlank) ?? true else { throw unknown("Space expected after closing '\"'") }
        rest = rest.drop(while: isBlank)
        return text
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { throw unknown("Missing closing '\"'") }
        text.append(escaped)
      case 0..<0x20 where byte != tab, 0x7F: throw unknown("Control character in an argument")
      default: text.append(byte)
      }
    }
    throw unknown("Missing closing '\"'")
  }

  private static let quote = UInt8(ascii: "\"")
  private static let tab = UInt8(ascii: "\t")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == tab }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func unknown(_ message: String, isFatal: Bool = false) -> TokenError {
    TokenError(fault: MPDError(.unknown, message), isFatal: isFatal)
  }
}
