/// Why the first bytes of a connection are not a response head.
package enum HeadError: Error, Equatable, Sendable {
  /// The bytes do not begin with `HTTP/`, `ICY ` or `ICE/`.
  case noHead
  /// The head is longer than ``HeadNormalizer/maximumHeadBytes``.
  case tooLong
  /// The status line has no three-digit status.
  case badStatusLine

  /// The fault in words, to follow `bad answer from HOST: `.
  package var reason: String {
    switch self {
    case .noHead: "it does not begin with an HTTP or ICY head"
    case .tooLong: "its head is longer than \(HeadNormalizer.maximumHeadBytes / 1024) KiB"
    case .badStatusLine: "its status line makes no sense"
    }
  }
}
