public import JSON

extension Theme {
  /// The members of a theme in config.json that hold one colour.
  private static let colorMembers: [(name: String, set: @Sendable (inout Theme, Color) -> Void)] = [
    ("faint", { $0.faint = $1 }), ("accent", { $0.accent = $1 }), ("notice", { $0.notice = $1 }),
    ("alarm", { $0.alarm = $1 }), ("scale", { $0.scale = $1 }), ("selection", { $0.selection = $1 }),
    ("inactiveSelection", { $0.inactiveSelection = $1 }), ("selectionText", { $0.selectionText = $1 }),
    // These may be left to the terminal.
    ("background", { $0.background = $1 }), ("text", { $0.text = $1 }), ("cap", { $0.cap = $1 }),
  ]
  private static let maximumStops = 16

  /// Reads a theme: an object whose members are colours as `"#rrggbb"`, `gradient`, a list of them from the bottom to
  /// the top, and `from`, the name of the built-in theme that gives what is left out (`dark`).
  ///
  /// Throws ``ThemeError``.
  public init(name: String, json: JSONValue) throws(ThemeError) {
    func fault(_ text: String) -> ThemeError { ThemeError(description: "the theme \"\(name)\" \(text)") }
    guard let members = json.members else { throw fault("is \(json.kindName), not an object") }
    self = .dark
    if let base = json["from"] {
      guard let theme = base.text.flatMap(Self.builtIn(named:)) else {
        throw fault("begins \"from\" a theme that there is not; there are \(Self.builtInNames)")
      }
      self = theme
    }
    self.name = name
    for member in members where member.key != "from" {
      func color(_ value: JSONValue) throws(ThemeError) -> Color {
        guard let color = value.text.flatMap(Color.init(hex:)) else {
          throw fault("has no colour such as \"#1c9c86\" in \"\(member.key)\"")
        }
        return color
      }
      if let entry = Self.colorMembers.first(where: { $0.name == member.key }) {
        entry.set(&self, try color(member.value))
      } else if member.key == "gradient" {
        guard let values = member.value.elements, (1...Self.maximumStops).contains(values.count) else {
          throw fault("takes 1 to \(Self.maximumStops) colours in \"gradient\"")
        }
        var stops: [Stop] = []
        for (index, value) in values.enumerated() {
          stops.append(Stop(Double(index) / Double(max(values.count - 1, 1)), try color(value)))
        }
        (gradient, ramp) = (stops, [])
      } else {
        let names = Self.colorMembers.map(\.name).sorted().joined(separator: ", ")
        throw fault("has no member \"\(member.key)\"; there are from, gradient, \(names)")
      }
    }
  }

  /// Returns the built-in theme with this name.
  public static func builtIn(named name: String) -> Theme? { builtIn.first { $0.name == name } }

  private static var builtInNames: String { builtIn.map(\.name).joined(separator: ", ") }
}

extension Color {
  /// Creates a colour from `#rrggbb`; nil for any other text.
  public init?(hex text: String) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6,
      digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let value = Int(digits, radix: 16)
    else { return nil }
    self.init(value >> 16, value >> 8 & 0xFF, value & 0xFF)
  }
}
