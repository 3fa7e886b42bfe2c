import AudioCore
package import RadioModel

/// The path of a request: its endpoint, and the id in it.
package struct EndpointPath: Sendable, Equatable {
  /// What stands for an id in the path of an endpoint.
  private static let placeholder: Substring = "{id}"
  /// The endpoints with an id, by the parts of their paths.
  private static let templates = Endpoint.allCases.map { (endpoint: $0, parts: parts(of: $0.rawValue)) }
    .filter { $0.parts.contains(placeholder) }

  /// The endpoint.
  package let endpoint: Endpoint
  /// What the path has in the place of `{id}`, with its escapes decoded; empty when the endpoint has no id.
  package let id: String

  /// Finds the endpoint of `path`, which has no query. The files of the page belong to ``Endpoint/page``. Returns nil
  /// when there is none, and when the id is empty.
  ///
  /// An endpoint without an id comes first: a station whose id is the last part of such an endpoint is reached when a
  /// character of the id is escaped.
  package init?(_ path: String) {
    if PageFiles.contains(path) {
      (endpoint, id) = (.page, "")
      return
    }
    if let endpoint = Endpoint(rawValue: path), !path.contains(Self.placeholder) {
      (self.endpoint, id) = (endpoint, "")
      return
    }
    let parts = Self.parts(of: path)
    let fitting = Self.templates.lazy.compactMap { template in
      Self.id(in: parts, by: template.parts).map { (template.endpoint, $0) }
    }
    guard let (endpoint, id) = fitting.first, !id.isEmpty else { return nil }
    (self.endpoint, self.id) = (endpoint, PercentEncoding.decoded(String(id)))
  }

  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Returns the part of `parts` in the place of the placeholder; nil when the others differ from `template`.
  private static func id(in parts: [Substring], by template: [Substring]) -> Substring? {
    guard parts.count == template.count else { return nil }
    var id: Substring?
    for (part, wanted) in zip(parts, template) {
      if wanted == placeholder { id = part } else if part != wanted { return nil }
    }
    return id
  }
}
