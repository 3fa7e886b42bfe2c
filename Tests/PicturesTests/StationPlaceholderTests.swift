import Foundation
import Pictures
import TestSupport
import Testing

@Suite("The placeholder of a station's picture")
struct StationPlaceholderTests {
  /// The contrast of white on a colour, 1…21 (WCAG 2.2).
  private static func contrastOfWhite(on color: PictureColor) -> Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 1.05 / (0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue) + 0.05)
  }

  @Test("white text is readable on the colour of every name, and the same name has the same colour")
  func colors() {
    let names = (0..<2000).map { "Radio \($0)" }
    for name in names {
      let color = StationPlaceholder(name: name).color
      #expect(Self.contrastOfWhite(on: color) >= 4.5, "\(name): \(color.hexadecimal)")
      #expect(color == StationPlaceholder.color(of: name))
    }
    #expect(Set(names.map { StationPlaceholder.color(of: $0) }).count > 200)
  }

  @Test(
    "initials are those of the first two words",
    arguments: [
      ("Groove Salad", "GS"), ("jazz24", "J"), ("Радио Маяк", "РМ"), ("--- ♫ ---", "♪"), ("", "♪"),
      ("<script>alert(1)</script>", "SA"), ("R&B \"Soul\"", "RB"), ("ß", "SS"), ("1.FM", "1F"),
    ])
  func initials(name: String, initials: String) {
    #expect(StationPlaceholder(name: name).initials == initials)
  }

  @Test("the SVG picture is well-formed, whatever the name, and short")
  func svg() throws {
    let marks = "e" + String(repeating: "\u{301}", count: 5000)
    for name in ["A B", "<&>\"'", "<a <b", "]]>", "\u{1}\u{2}", marks, "नमस्ते दुनिया", String(repeating: "x ", count: 9999)]
    {
      let svg = StationPlaceholder(name: name).svg
      #expect(svg.utf8.count < 1024)
      let document = try XMLProbe(svg)
      #expect(document.isWellFormed, "\(svg)")
      #expect(document.names == ["svg", "defs", "linearGradient", "stop", "stop", "rect", "text"])
    }
  }
}

/// The elements of a text in markup, read by Python's parser.
private struct XMLProbe {
  let isWellFormed: Bool
  let names: [String]

  init(_ text: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(Array(text.utf8), as: "a.svg")
    let script = """
      import sys, xml.etree.ElementTree as tree
      print(" ".join(node.tag.split("}")[-1] for node in tree.parse(sys.argv[1]).iter()))
      """
    let result = try ProcessRunner.run("python3", ["-c", script, path])
    isWellFormed = result.exitCode == 0
    names = result.text.split { $0.isWhitespace }.map(String.init)
  }
}
