/// The escape sequences of all styles for one theme and one colour depth.
package struct Palette: Sendable {
  /// The SGR sequence (ECMA-48, 8.3.117) of each role, by its number. Each sequence sets all attributes.
  package let sequences: [[UInt8]]
  /// The colours that are shown: those of the terminal, or fewer when the theme has fewer.
  package let depth: ColorDepth

  /// The SGR parameters of the theme's background with a semicolon before them; empty for the terminal's own.
  private let ground: String
  /// True when the theme has a background of its own.
  var hasGround: Bool { !ground.isEmpty }

  /// The gradient in the eight ANSI colours: cyan, green, yellow, red.
  private static let ansiStops: [(below: Double, code: String)] = [(0.3, "36"), (0.6, "32"), (0.85, "33"), (2, "31")]

  /// Creates the sequences of `theme` for terminals with `depth` colours.
  package init(depth: ColorDepth, theme: Theme = .dark) {
    let depth = min(depth, theme.depthLimit)
    self.depth = depth
    let ground = depth < .ansi256 ? "" : theme.background.map { ";" + Self.background($0, depth) } ?? ""
    self.ground = ground
    var looks = [String](repeating: "", count: Style.roleCount)
    func set(_ style: Style, _ look: String) { if let role = style.role { looks[role] = look } }
    switch depth {
    case .none:
      for style in [Style.strong, .notice, .alarm, .title, .focusedBorder] { set(style, "1") }
      for style in [Style.faint, .scale, .border] { set(style, "2") }
      set(.match, "4")
      set(.selected, "7")
      set(.inactiveSelected, "4")
    case .ansi16:
      for style in [Style.faint, .scale, .border] { set(style, "2") }
      for (style, look) in [
        (Style.strong, "1"), (.accent, "36"), (.notice, "33"), (.alarm, "31"), (.title, "1"), (.match, "1;36"),
        (.focusedBorder, "36"), (.selected, "7"), (.inactiveSelected, "4"),
      ] { set(style, look) }
    case .ansi256, .trueColor:
      let text = theme.text.map { Self.foreground($0, depth) }
      func code(_ color: Color) -> String { Self.foreground(color, depth) }
      set(.plain, text ?? "")
      set(.strong, ["1", text].compactMap(\.self).joined(separator: ";"))
      set(.title, ["1", text].compactMap(\.self).joined(separator: ";"))
      // Without a colour of their own the caps have the terminal's text colour, which is visible on any background.
      set(.cap, theme.cap.map(code) ?? text ?? "")
      for (style, color) in [
        (Style.faint, theme.faint), (.accent, theme.accent), (.notice, theme.notice), (.alarm, theme.alarm),
        (.scale, theme.scale), (.border, theme.scale), (.focusedBorder, theme.accent),
      ] { set(style, code(color)) }
      set(.match, "1;" + code(theme.accent))
      set(.selected, code(theme.selectionText) + ";" + Self.background(theme.selection, depth))
      set(.inactiveSelected, code(theme.selectionText) + ";" + Self.background(theme.inactiveSelection, depth))
    }
    for step in 0..<Style.gradientSteps {
      let height = Double(step) / Double(Style.gradientSteps - 1)
      let look =
        switch depth {
        case .none: ""
        case .ansi16: Self.ansiStops.first { height < $0.below }?.code ?? ""
        case .ansi256 where !theme.ramp.isEmpty:
          "38;5;\(theme.ramp[step * theme.ramp.count / Style.gradientSteps])"
        case .ansi256, .trueColor: Self.foreground(theme.gradientColor(at: height), depth)
        }
      set(.gradient(step), look)
    }
    let filled = Set([Style.selected, .inactiveSelected].compactMap(\.role))
    sequences = looks.enumerated().map { role, look in
      let all = (look.isEmpty ? "" : ";" + look) + (filled.contains(role) ? "" : ground)
      return Array((all.isEmpty ? "\u{1B}[m" : "\u{1B}[0\(all)m").utf8)
    }
  }

  /// Appends the sequence that changes the terminal's attributes from those of `old` to those of `new`. With `old` nil
  /// they are unknown.
  package func append(_ new: Style, after old: Style?, to bytes: inout [UInt8]) {
    if let role = new.role {
      bytes += sequences[role]
      if new.isReversed {
        bytes.removeLast()
        if bytes.last == 0x5B { bytes.append(0x30) }
        bytes += ";7m".utf8
      }
      return
    }
    guard let foreground = new.foreground else { return }
    let background = new.background
    guard depth >= .ansi256 else {
      bytes += sequences[0]
      return
    }
    // Between two styles with colours of their own only what differs is sent.
    let isPartial = old?.foreground != nil && (background != nil || old?.background == nil)
    if !isPartial { bytes += "\u{1B}[0".utf8 }
    var isOpen = !isPartial
    if !isPartial || old?.foreground != foreground {
      appendColor(foreground, base: 38, isOpen: &isOpen, to: &bytes)
    }
    if let background, !isPartial || old?.background != background {
      appendColor(background, base: 48, isOpen: &isOpen, to: &bytes)
    }
    if background == nil, !isPartial { bytes += ground.utf8 }
    if isOpen { bytes.append(0x6D) }
  }

  /// Appends SGR parameters: 38 begins those of the foreground, 48 those of the background. All bytes are appended at
  /// once, because pictures with a colour of its own in each cell consist of little else.
  private func appendColor(_ color: Color, base: UInt8, isOpen: inout Bool, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.maximumColorLength) { piece in
      var count = 0
      func put(_ byte: UInt8) {
        piece[count] = byte
        count += 1
      }
      /// Writes a number, 0…255.
      func put(decimal number: Int) {
        let number = UInt8(truncatingIfNeeded: number)
        if number >= 100 { put(0x30 + number / 100) }
        if number >= 10 { put(0x30 + number / 10 % 10) }
        put(0x30 + number % 10)
      }
      if isOpen {
        put(0x3B)
      } else {
        put(0x1B)
        put(0x5B)
        isOpen = true
      }
      put(decimal: Int(base))
      put(0x3B)
      if depth == .trueColor {
        put(0x32)
        put(0x3B)
        put(decimal: color.red)
        put(0x3B)
        put(decimal: color.green)
        put(0x3B)
        put(decimal: color.blue)
      } else {
        put(0x35)
        put(0x3B)
        put(decimal: color.xterm256Index)
      }
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: piece[..<count]))
    }
  }

  /// The maximum number of bytes of one colour: `ESC [ 38;2;255;255;255`.
  private static let maximumColorLength = 18

  /// Returns the SGR parameters that set the foreground.
  private static func foreground(_ color: Color, _ depth: ColorDepth) -> String { "38;" + parameters(color, depth) }
  /// Returns the SGR parameters that set the background.
  private static func background(_ color: Color, _ depth: ColorDepth) -> String { "48;" + parameters(color, depth) }

  private static func parameters(_ color: Color, _ depth: ColorDepth) -> String {
    depth == .trueColor ? "2;\(color.red);\(color.green);\(color.blue)" : "5;\(color.xterm256Index)"
  }
}
