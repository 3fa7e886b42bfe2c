import Glibc
import Pictures

/// The colours of the view. The names of the members are those of a theme in config.json.
public struct Theme: Sendable, Equatable {
  /// A colour of the bars at a height.
  public struct Stop: Sendable, Equatable {
    /// The height, 0…1.
    public var height: Double
    /// The colour.
    public var color: Color

    /// Creates a stop.
    public init(_ height: Double, _ color: Color) {
      self.height = height
      self.color = color
    }
  }

  /// The name by which users choose it.
  public var name: String
  /// The most colours that the theme uses.
  public var depthLimit = ColorDepth.trueColor
  /// The background of the whole screen; nil for that of the terminal.
  public var background: Color?
  /// Text; nil for the terminal's colour.
  public var text: Color?
  /// Secondary text.
  public var faint: Color
  /// A good state, the filled part of a gauge, the frame of the pane that has the keys.
  public var accent: Color
  /// A state that deserves attention.
  public var notice: Color
  /// A failure.
  public var alarm: Color
  /// The scales, and the frames of panes.
  public var scale: Color
  /// The peak caps; nil for the colour of text.
  public var cap: Color?
  /// The background of the chosen row in the list that has the keys.
  public var selection: Color
  /// The background of the chosen row in another list.
  public var inactiveSelection: Color
  /// Text on both.
  public var selectionText: Color
  /// The colours of the bars from the bottom to the top: at least one, in ascending order of their heights.
  public var gradient: [Stop]
  /// The colours of the bars from the bottom to the top in xterm's palette of 256, 16…255, for terminals with that
  /// palette; empty for those nearest to `gradient`, which may look like stripes.
  public var ramp: [Int] = []

  /// Returns the colour of the bars at `height`, 0…1.
  func gradientColor(at height: Double) -> Color {
    guard let last = gradient.last else { return accent }
    guard let upper = gradient.firstIndex(where: { $0.height >= height }) else { return last.color }
    let (above, below) = (gradient[upper], gradient[max(upper - 1, 0)])
    let span = above.height - below.height
    return span > 0 ? below.color.mixed(with: above.color, share: (height - below.height) / span) : above.color
  }
}

extension Theme {
  /// The contrast that text needs (WCAG 2.2, success criterion 1.4.3).
  static let textContrast = 4.5

  /// Returns a theme in one colour, such as the dominant one of a station's picture: it is the background; all text has
  /// a contrast of at least 4.5 : 1 on it, scales included. In a palette of 256 colours this holds for what is shown.
  public static func station(_ dominant: Color, depth: ColorDepth = .trueColor) -> Theme {
    let color = dominant.shown(with: depth)
    // One of black and white always has a contrast of at least 4.58 : 1, the root of 21.
    let (white, black) = (Color(255, 255, 255), Color(0, 0, 0))
    let text = white.contrast(with: color) >= black.contrast(with: color) ? white : black
    func readable(_ wanted: Color) -> Color {
      wanted.mixedForContrast(textContrast, with: text, on: color, depth: depth)
    }
    let selection = color.mixed(with: text == white ? black : white, share: 0.45).shown(with: depth)
    return Theme(
      name: stationName, background: color, text: text, faint: readable(color.mixed(with: text, share: 0.6)),
      accent: readable(color.mixed(with: text, share: 0.75)), notice: readable(Color(222, 168, 40)),
      alarm: readable(Color(228, 62, 62)), scale: readable(color.mixed(with: text, share: 0.5)), cap: text,
      selection: selection,
      inactiveSelection: color.mixed(with: selection, share: 0.5).shown(with: depth), selectionText: text,
      gradient: [
        Stop(0, color.mixed(with: text, share: 0.3)), Stop(0.6, color.mixed(with: text, share: 0.65)), Stop(1, text),
      ])
  }

  /// The name of the theme in the station's colour.
  public static let stationName = "station"
}

extension Color {
  /// The relative luminance, 0…1 (WCAG 2.2, from sRGB).
  package var luminance: Double {
    func linear(_ value: Int) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast with another colour, 1…21 (WCAG 2.2).
  package func contrast(with other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns the colour, mixed with `text` until its contrast on `background` is at least `contrast` on a terminal with
  /// `depth` colours; `text` when nothing less is enough.
  func mixedForContrast(
    _ contrast: Double, with text: Color, on background: Color, depth: ColorDepth = .trueColor
  ) -> Color {
    for step in 0..<16 {
      let mixed = mixed(with: text, share: Double(step) / 16).shown(with: depth)
      if mixed.contrast(with: background) >= contrast { return mixed }
    }
    return text
  }

  /// Returns the colour of a name, as its placeholder has it: always the same for the same name, dark enough for white
  /// text.
  package static func ofName(_ name: String) -> Color { Color(StationPlaceholder.color(of: name)) }
}
