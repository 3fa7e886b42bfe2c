import AudioCore
import Testing

@Suite("An invalid value of an option")
struct OptionErrorTests {
  private static let width = OptionName("width")
  private static let height = OptionName("maximumHeight")

  @Test("the sentence names options as the library does, or as the program that offers them does")
  func names() {
    let error = OptionError("\(option: Self.width) \(5) must be below \(option: Self.height) \(4.5)")
    #expect(error.description == "width 5 must be below maximumHeight 4.5")
    #expect(error.sentence { $0 == Self.height ? "--max-height" : "-w" } == "-w 5 must be below --max-height 4.5")
    #expect(OptionError("the width is odd").sentence { _ in "none" } == "the width is odd")
  }
}
