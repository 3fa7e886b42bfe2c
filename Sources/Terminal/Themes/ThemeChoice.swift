/// The themes that a view offers, and the one that it shows.
public struct ThemeChoice: Sendable, Equatable {
  /// The names, in the order in which a key steps through them: the built-in themes, `station`, the user's own.
  public let names: [String]
  /// The name of the theme that is shown.
  public private(set) var name = Theme.dark.name

  private let own: [Theme]

  /// Creates a choice of the built-in themes, `station` and `own` ones. An own theme replaces a built-in one of its
  /// name.
  public init(own: [Theme] = []) {
    self.own = own
    let standard = Theme.builtIn.map(\.name) + [Theme.stationName]
    names = standard + own.map(\.name).filter { !standard.contains($0) }
  }

  /// Chooses a theme by its name. Returns false and changes nothing when there is none.
  public mutating func choose(_ name: String) -> Bool {
    guard names.contains(name) else { return false }
    self.name = name
    return true
  }

  /// Chooses the next theme, in a ring.
  public mutating func step() {
    let index = names.firstIndex(of: name) ?? -1
    name = names[(index + 1) % names.count]
  }

  /// Returns the chosen theme for a terminal with `depth` colours. In the theme `station` it has the dominant colour of
  /// the station's picture, `color`, or a colour of the name `station` when that is nil.
  package func theme(station: String, color: Color? = nil, depth: ColorDepth = .trueColor) -> Theme {
    if let theme = own.first(where: { $0.name == name }) ?? Theme.builtIn(named: name) { return theme }
    return .station(color ?? .ofName(station), depth: depth)
  }
}
