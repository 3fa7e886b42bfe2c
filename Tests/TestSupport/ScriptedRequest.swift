/// A request as a server's script sees it.
public struct ScriptedRequest: Sendable {
  /// The whole head, as it came.
  public let text: String
  /// When it had come.
  public let arrival = ContinuousClock.now

  /// A request whose head is `text`.
  public init(text: String) { self.text = text }

  /// Its first line: `GET /stream HTTP/1.1`.
  public var line: String { text.split(separator: "\r\n", maxSplits: 1).first.map(String.init) ?? "" }

  /// The path that was asked for: `/stream`, byte for byte.
  public var path: String {
    let words = line.split(separator: " ")
    return words.count > 1 ? String(words[1]) : ""
  }

  /// The bytes that `Range: bytes=100-199` names; nil when there is none.
  public var byteRange: Range<Int>? {
    guard let text = header("Range"), text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-").compactMap { Int($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]..<ends[1] + 1 : nil
  }

  /// The value of the first header with this name, in upper or lower case; nil when there is none.
  public func header(_ name: String) -> String? {
    for line in text.split(separator: "\r\n").dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return nil
  }
}
