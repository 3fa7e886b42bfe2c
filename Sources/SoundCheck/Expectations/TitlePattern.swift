import AudioCore
import Glibc

/// A POSIX extended regular expression for titles.
public struct TitlePattern: Sendable, Hashable {
  /// The longest pattern, in characters.
  public static let longest = 512
  /// The product of all repetitions with a number: the C library's memory grows with it.
  private static let mostRepetitions = 1000

  /// The pattern as it was written.
  public let text: String

  /// Checks the pattern. Throws ``OptionError`` when it is too long or not one.
  public init(_ text: String) throws(OptionError) {
    let option = Quantity.title.option
    guard text.count <= Self.longest else {
      throw OptionError("\(option: option) takes a pattern of at most \(Self.longest) characters, not \(text.count)")
    }
    if let fault = Self.fault(text) {
      throw OptionError(
        "\(option: option) takes a POSIX extended regular expression; in '\(CleanText.singleLine(text, limit: 60))' \(fault)"
      )
    }
    self.text = text
  }

  private static func fault(_ text: String) -> String? {
    var product = 1
    for part in text.split(separator: "{").dropFirst() {
      let numbers = part.prefix { $0 != "}" }.split(separator: ",").compactMap { Int($0) }
      product = product.multipliedReportingOverflow(by: max(1, numbers.max() ?? 1)).partialValue
      guard (1...mostRepetitions).contains(product) else {
        return "repetitions multiply to more than \(mostRepetitions)"
      }
    }
    for (character, next) in zip(text, text.dropFirst()) where character == "\\" && next.isNumber {
      return "\\\(next) refers to a group, which is not supported"
    }
    var compiled = regex_t()
    let code = regcomp(&compiled, text, REG_EXTENDED | REG_NOSUB)
    guard code != 0 else {
      regfree(&compiled)
      return nil
    }
    var message = [CChar](repeating: 0, count: 200)
    regerror(code, &compiled, &message, message.count)
    let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "there is a fault: " + reason
  }

  /// True when the pattern matches a part of `title`.
  func matches(_ title: String) -> Bool {
    var compiled = regex_t()
    guard regcomp(&compiled, text, REG_EXTENDED | REG_NOSUB) == 0 else { return false }
    defer { regfree(&compiled) }
    return regexec(&compiled, title, 0, nil, 0) == 0
  }
}
