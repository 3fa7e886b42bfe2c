/// A search of a client: a filter, an order, and a part of the result.
package struct MPDSearch: Sendable {
  /// The filter for songs.
  package private(set) var filter: MPDFilter
  private let foldsCase: Bool
  private var sortTag: MPDTag?
  private var isDescending = false
  private var window = 0..<Int.max
  /// The place in the queue for the result, as the client wrote it.
  package private(set) var position: String?

  /// Parses `FILTER [sort TAG] [window FROM:TO] [position P]`. A filter is expressions in brackets or pairs of field
  /// and value. When `foldsCase` is true, case is ignored, and in a pair the value may be a part of the field's text.
  package init(_ arguments: ArraySlice<String>, foldsCase: Bool) throws(MPDError) {
    var rest = arguments
    position = Self.option("position", &rest)
    if let text = Self.option("window", &rest) { window = try MPDNumber.range(text) }
    if let text = Self.option("sort", &rest) {
      isDescending = text.hasPrefix("-")
      guard let tag = MPDTag(named: isDescending ? String(text.dropFirst()) : text) else {
        throw MPDError(.argument, "Unknown sort tag")
      }
      sortTag = tag
    }
    guard !rest.isEmpty else { throw Self.badCount }
    self.foldsCase = foldsCase
    filter = try Self.filter(rest, foldsCase: foldsCase)
  }

  /// Parses a filter alone. It may be empty, which matches all songs.
  package init(filter arguments: ArraySlice<String>) throws(MPDError) {
    foldsCase = false
    filter = try Self.filter(arguments, foldsCase: false)
  }

  private static func filter(_ arguments: ArraySlice<String>, foldsCase: Bool) throws(MPDError) -> MPDFilter {
    var rest = arguments
    var filters: [MPDFilter] = []
    while let first = rest.popFirst() {
      if first.hasPrefix("(") {
        filters.append(try MPDFilterParser.parse(first))
        continue
      }
      guard let value = rest.popFirst() else { throw badCount }
      switch first.lowercased() {
      case "base":
        guard !value.isEmpty else { throw MPDError(.argument, "Bad URI") }
        filters.append(.test(.unknown, .equal, ""))
      case "modified-since", "added-since": filters.append(.test(.unknown, .equal, ""))
      default:
        guard let field = MPDFilter.Field(name: first) else { throw MPDError(.argument, "Unknown filter type") }
        filters.append(.test(field, foldsCase ? .contains : .equal, value))
      }
    }
    let filter = filters.count == 1 ? filters[0] : MPDFilter.all(filters)
    guard filter.testCount <= MPDFilter.maximumTests else {
      throw MPDError(.argument, "Too many tests in a filter: at most \(MPDFilter.maximumTests) are allowed")
    }
    return filter
  }

  private static let badCount = MPDError(.argument, "Incorrect number of filter arguments")

  /// Removes `name VALUE` from the end of `arguments`. Returns the value; nil when the end is different.
  private static func option(_ name: String, _ arguments: inout ArraySlice<String>) -> String? {
    guard arguments.count >= 2, arguments[arguments.endIndex - 2] == name else { return nil }
    defer { arguments.removeLast(2) }
    return arguments.last
  }

  /// Returns the result of the search among `songs`.
  package func found(in songs: [MPDSong]) -> [MPDSong] {
    let filter = MPDPreparedFilter(filter, foldsCase: foldsCase)
    var found = songs.filter { song in
      var texts = MPDSongTexts(song, foldsCase: foldsCase)
      return filter.matches(&texts)
    }
    if let sortTag {
      let keys = found.map { $0.values(of: sortTag).first ?? "" }
      // Songs with equal keys keep their order.
      let order = keys.indices.sorted { left, right in
        if keys[left] == keys[right] { return left < right }
        return (keys[left] < keys[right]) != isDescending
      }
      found = order.map { found[$0] }
    }
    return Array(found[window.clamped(to: 0..<found.count)])
  }
}
