/// An invalid value of an option.
public struct OptionError: Error, Sendable, Equatable {
  /// The sentence for the user, in which the names of options can be replaced.
  public struct Message: Sendable, Equatable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Sendable, Equatable {
      case text(String)
      case option(OptionName)
    }

    /// Collects the parts of a message. `\(option: .bands)` is the name of an option, any other value is text.
    public struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var parts: [Part] = []

      /// Creates an empty message.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Appends text.
      public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

      /// Appends the description of a value.
      public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
        parts.append(.text(value.description))
      }

      /// Appends the name of an option.
      public mutating func appendInterpolation(option: OptionName) { parts.append(.option(option)) }
    }

    fileprivate let parts: [Part]

    /// A message that names no option.
    public init(stringLiteral text: String) { parts = [.text(text)] }

    /// A message of text and names of options.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
  }

  private let message: Message

  /// Creates an error with this message.
  public init(_ message: Message) { self.message = message }

  /// Returns the sentence with the names that `name` returns for the options.
  public func sentence(naming name: (OptionName) -> String) -> String {
    message.parts.map { part in
      switch part {
      case .text(let text): text
      case .option(let option): name(option)
      }
    }.joined()
  }
}

extension OptionError: CustomStringConvertible {
  /// The sentence in the library's own terms.
  public var description: String { sentence(naming: \.text) }
}
