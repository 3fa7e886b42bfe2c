import AudioCore
package import RadioModel

/// The path of a request: its endpoint, and the id and the number in it.
package struct EndpointPath: Sendable, Equatable {
  /// What stands for an id in the path of an endpoint.
  private static let placeholder: Substring = "{id}"
  /// What stands for a number.
  private static let numberPlaceholder: Substring = "{n}"
  /// The most digits of a number.
  private static let maximumDigits = 9
  /// The endpoints with an id, by the parts of their paths.
  private static let templates = Endpoint.allCases.map { (endpoint: $0, parts: parts(of: $0.rawValue)) }
    .filter { $0.parts.contains(placeholder) }

  /// The endpoint.
  package let endpoint: Endpoint
  /// What the path has in the place of `{id}`, with its escapes decoded; empty when the endpoint has no id.
  package let id: String
  /// What the path has in the place of `{n}`; 0 when the endpoint has no number.
  package let number: Int

  /// Finds the endpoint of `path`, which has no query. The files of the page belong to ``Endpoint/page``. Returns nil
  /// when there is none, when the id is empty, and when digits alone are not in the place of a number.
  ///
  /// An endpoint without an id comes first: a station whose id is the last part of such an endpoint is reached when a
  /// character of the id is escaped.
  package init?(_ path: String) {
    if PageFiles.contains(path) {
      (endpoint, id, number) = (.page, "", 0)
      return
    }
    if let endpoint = Endpoint(rawValue: path), !path.contains(Self.placeholder) {
      (self.endpoint, id, number) = (endpoint, "", 0)
      return
    }
    let parts = Self.parts(of: path)
    let fitting = Self.templates.lazy.compactMap { template in
      Self.values(in: parts, by: template.parts).map { (template.endpoint, $0.id, $0.number) }
    }
    guard let (endpoint, id, number) = fitting.first, !id.isEmpty else { return nil }
    (self.endpoint, self.id, self.number) = (endpoint, PercentEncoding.decoded(String(id)), number)
  }

  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Returns what `parts` has in the places of the placeholders; nil when the others differ from `template`.
  private static func values(in parts: [Substring], by template: [Substring]) -> (id: Substring, number: Int)? {
    guard parts.count == template.count else { return nil }
    var (id, number): (Substring, Int) = ("", 0)
    for (part, wanted) in zip(parts, template) {
      switch wanted {
      case placeholder: id = part
      case numberPlaceholder:
        // No sign, and one spelling for each number.
        guard part.utf8.count <= maximumDigits, let value = Int(part), value >= 0, String(value) == part
        else { return nil }
        number = value
      default: guard part == wanted else { return nil }
      }
    }
    return (id, number)
  }
}
