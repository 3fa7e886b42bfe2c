public import AudioCore
import Bytes
import Glibc

/// A POSIX extended regular expression for titles.
public struct TitlePattern: Sendable, Hashable {
  /// The longest pattern, in characters.
  public static let maximumLength = 512
  /// The product of all repetitions with a number: the C library's memory grows with it.
  private static let maximumRepetitions = 1000
  /// The most nodes that the C library may make of a pattern: 1 kB each.
  private static let maximumCopies = 10_000

  /// The pattern as it was written.
  public let text: String

  /// Checks the pattern. Throws ``OptionError`` when it is too long or not one.
  public init(_ text: String) throws(OptionError) {
    let option = Quantity.title.option
    guard text.count <= Self.maximumLength else {
      throw OptionError(
        "\(option: option) takes a pattern of at most \(Self.maximumLength) characters, not \(text.count)")
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
      guard (1...maximumRepetitions).contains(product) else {
        return "repetitions multiply to more than \(maximumRepetitions)"
      }
    }
    if let group = group(in: text) { return "\\\(group) refers to a group, which is not supported" }
    guard copies(in: text) <= maximumCopies else { return "repetitions are nested too deep" }
    var compiled = regex_t()
    let code = inUnicode { regcomp(&compiled, text, REG_EXTENDED | REG_NOSUB) }
    guard code != 0 else {
      regfree(&compiled)
      return nil
    }
    var message = [CChar](repeating: 0, count: 200)
    regerror(code, &compiled, &message, message.count)
    let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "there is a fault: " + reason
  }

  /// Returns the digit of the first back reference.
  private static func group(in text: String) -> Character? {
    var isEscaped = false
    for character in text {
      if isEscaped, character.isNumber { return character }
      isEscaped = !isEscaped && character == "\\"
    }
    return nil
  }

  /// Returns how many nodes the C library makes of the pattern, at most about: it copies what `+` and braces repeat, so
  /// that each level of nesting doubles them. A `+` in brackets counts, too.
  private static func copies(in text: String) -> Int {
    var (groups, last, isEscaped) = ([0], 0, false)
    var rest = Substring(text)
    while let character = rest.popFirst(), groups[groups.count - 1] <= maximumCopies {
      switch character {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "(" where !isEscaped:
        groups.append(0)
        last = 0
      case ")" where !isEscaped && groups.count > 1:
        last = groups.removeLast() + 1
        groups[groups.count - 1] += last
      case "+" where !isEscaped, "{" where !isEscaped:
        let numbers = character == "+" ? [] : rest.prefix { $0 != "}" }.split(separator: ",").compactMap { Int($0) }
        let times = min(max(numbers.max() ?? 1, 1), maximumRepetitions)
        last = min(last, maximumCopies)
        groups[groups.count - 1] += times * last
        last *= times + 1
      default:
        last = 1
        groups[groups.count - 1] += 1
      }
      isEscaped = false
    }
    return groups.reduce(0, +)
  }

  /// Runs `body` with characters of UTF-8, whatever the locale of the user; with bytes where the C library has no such
  /// locale.
  private static func inUnicode<Result>(_ body: () -> Result) -> Result {
    guard let unicode = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else { return body() }
    let before = uselocale(unicode)
    defer {
      uselocale(before)
      freelocale(unicode)
    }
    return body()
  }

  /// True when the pattern matches a part of `title`.
  func matches(_ title: String) -> Bool {
    Self.inUnicode {
      var compiled = regex_t()
      guard regcomp(&compiled, text, REG_EXTENDED | REG_NOSUB) == 0 else { return false }
      defer { regfree(&compiled) }
      return regexec(&compiled, title, 0, nil, 0) == 0
    }
  }
}
