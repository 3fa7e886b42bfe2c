package import JSON

/// What the listener set in a view with keys; nil for what was not set.
package struct RememberedView: Equatable, Sendable {
  /// The name of the theme.
  package var theme: String?
  /// What is drawn of the sound.
  package var visualizer: VisualizerMode?
  /// True for stereo, false for mono.
  package var isStereo: Bool?
  /// The pane that has the keys.
  package var pane: PaneKind?
  /// The widths of the lists.
  package var widths: ListWidths?

  /// The largest length of a theme's name in a file.
  private static let maximumName = 64
  private static let paneNames: [(name: String, pane: PaneKind)] = [
    ("stations", .stations), ("now-playing", .nowPlaying), ("titles", .titles), ("log", .log),
  ]

  /// Creates a view in which nothing was set.
  package init() {}

  /// Returns what differs from `earlier`; nil for what is the same.
  package func changes(since earlier: RememberedView) -> RememberedView {
    var changes = RememberedView()
    if theme != earlier.theme { changes.theme = theme }
    if visualizer != earlier.visualizer { changes.visualizer = visualizer }
    if isStereo != earlier.isStereo { changes.isStereo = isStereo }
    if pane != earlier.pane { changes.pane = pane }
    if widths != earlier.widths { changes.widths = widths }
    return changes
  }

  /// Returns this view with what is set in `changes`.
  package func applying(_ changes: RememberedView) -> RememberedView {
    var view = self
    view.theme = changes.theme ?? theme
    view.visualizer = changes.visualizer ?? visualizer
    view.isStereo = changes.isStereo ?? isStereo
    view.pane = changes.pane ?? pane
    view.widths = changes.widths ?? widths
    return view
  }
}

extension RememberedView {
  /// The view as the members of a JSON object.
  package var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    func add(_ key: String, _ text: String?) { if let text { members.append((key, JSONValue(.string(text)))) } }
    add("theme", theme)
    add("visualizer", visualizer?.rawValue)
    add("channels", isStereo.map { $0 ? "stereo" : "mono" })
    add("pane", pane.flatMap(Self.name))
    if let widths {
      let stored = widths.stored.sorted { $0.key < $1.key }
      members.append(
        ("widths", JSONValue(.object(stored.map { JSONMember($0.key, JSONValue(.number("\($0.value)"))) }))))
    }
    return members
  }

  /// Reads such an object. Names that this version does not know are left out. Throws `JSONError` for a value of another
  /// kind.
  package init(json: JSONValue) throws(JSONError) {
    theme = try Self.text("theme", of: json)
    visualizer = try Self.text("visualizer", of: json).flatMap(VisualizerMode.init)
    let channels = try Self.text("channels", of: json)
    isStereo = channels == "stereo" ? true : channels == "mono" ? false : nil
    let paneName = try Self.text("pane", of: json)
    pane = Self.paneNames.first { $0.name == paneName }?.pane
    guard let value = json["widths"] else { return }
    guard let stored = value.members else {
      throw JSONError(line: value.line, reason: "\"widths\" is \(value.kindName), not an object")
    }
    var columns: [String: Int] = [:]
    for member in stored {
      guard let number = member.value.integer(Int.self) else {
        throw JSONError(line: member.value.line, reason: "\"widths\" must have whole numbers")
      }
      columns[member.key] = number
    }
    widths = ListWidths(stored: columns)
  }

  private static func name(_ pane: PaneKind) -> String? { paneNames.first { $0.pane == pane }?.name }

  private static func text(_ key: String, of json: JSONValue) throws(JSONError) -> String? {
    guard let value = json[key] else { return nil }
    guard let text = value.text, text.count <= maximumName else {
      throw JSONError(line: value.line, reason: "\"\(key)\" must be a short text")
    }
    return text
  }
}
