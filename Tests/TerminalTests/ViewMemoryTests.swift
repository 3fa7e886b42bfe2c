import Foundation
import RadioModel
import Spectrum
import Synchronization
import Terminal
import TestSupport
import Testing

/// The file view.json, and what views do with it.
@Suite("What a view remembers")
struct ViewMemoryTests {
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("state/view.json")
    try FileManager.default.createDirectory(atPath: scratch.path("state"), withIntermediateDirectories: true)
  }

  private final class Faults: Sendable {
    private let texts = Mutex<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock { $0 } }
  }

  private func memory(_ faults: Faults = Faults()) -> ViewMemory { ViewMemory(path: path) { faults.add($0) } }

  private var text: String { String(decoding: scratch.read("state/view.json"), as: UTF8.self) }

  private static var sample: RememberedView {
    var view = RememberedView()
    (view.theme, view.visualizer, view.isStereo, view.pane) = ("light", .waterfall, false, .log)
    view.widths = ListWidths(stored: ["wide": 50, "medium": 36])
    return view
  }

  @Test("what was set is there in the next run, and only what was changed is replaced")
  func roundTrip() {
    #expect(memory().remembered == RememberedView())
    memory().remember(Self.sample)
    #expect(memory().remembered == Self.sample)
    #expect(
      text.filter { !$0.isWhitespace }.contains(
        #""theme":"light","visualizer":"waterfall","channels":"mono","pane":"log","widths":{"medium":36,"wide":50}"#))
    var changes = RememberedView()
    changes.theme = "16"
    memory().remember(changes)
    var expected = Self.sample
    expected.theme = "16"
    #expect(memory().remembered == expected)
    let before = text
    memory().remember(RememberedView())
    #expect(text == before)
  }

  @Test("of two views the last one to end wins, and neither takes the other's other changes away")
  func twoViews() {
    let (one, two) = (memory(), memory())
    _ = (one.remembered, two.remembered)
    var (first, second) = (RememberedView(), RememberedView())
    (first.theme, first.isStereo) = ("light", false)
    (second.theme, second.pane) = ("none", .titles)
    one.remember(first)
    two.remember(second)
    first.theme = "none"
    first.pane = .titles
    #expect(memory().remembered == first)
  }

  @Test(
    "a damaged file gives the defaults and one sentence, and is kept under another name",
    arguments: [
      #"{"version":1,"theme":"li"#, "", "[]", "{}", #"{"version":0}"#, #"{"version":1,"theme":3}"#,
      #"{"version":1,"widths":[1]}"#, #"{"version":1,"widths":{"log":"x"}}"#, "\u{0}\u{1}",
      #"{"version":1,"pane":""# + String(repeating: "x", count: 20_000) + "\"}",
    ])
  func damaged(content: String) throws {
    try scratch.write(content, as: "state/view.json")
    let faults = Faults()
    let memory = memory(faults)
    #expect(memory.remembered == RememberedView())
    memory.remember(Self.sample)
    #expect(faults.all.count == 1 && faults.all[0].contains("the view begins with its defaults"), "\(faults.all)")
    #expect(self.memory().remembered == Self.sample)
    #expect(String(decoding: scratch.read("state/view.json.bad"), as: UTF8.self) == content)
  }

  @Test("a file of a newer version is left alone, with one sentence")
  func newer() throws {
    let content = #"{"version":2,"theme":"sunset"}"#
    try scratch.write(content, as: "state/view.json")
    let faults = Faults()
    let memory = memory(faults)
    #expect(memory.remembered == RememberedView())
    memory.remember(Self.sample)
    #expect(text == content)
    #expect(faults.all.count == 1 && faults.all[0].contains("a later version of radiod wrote it (version 2)"))
  }

  @Test("names that this version does not know are ignored, and widths are bounded")
  func unknownNames() throws {
    try scratch.write(
      #"{"version":1,"theme":"gone","visualizer":"fog","channels":"quad","pane":"attic","more":1,"#
        + #""widths":{"wide":100000,"attic":4}}"#, as: "state/view.json")
    let faults = Faults()
    var expected = RememberedView()
    expected.theme = "gone"
    expected.widths = ListWidths()
    #expect(memory(faults).remembered == expected && faults.all == [])
    var options = ViewOptions()
    let standard = options.themes
    options.apply(expected)
    #expect(options.themes == standard && options.visualizer == nil && options.widths == ListWidths())
  }

  @Test("a folder in the place of the file, or in that of its folder a file, causes one sentence and no more")
  func noFile() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let faults = Faults()
    #expect(memory(faults).remembered == RememberedView() && faults.all.count == 1)
    try scratch.write("x", as: "file")
    let blocked = Faults()
    let memory = ViewMemory(path: scratch.path("file/view.json")) { blocked.add($0) }
    #expect(memory.remembered == RememberedView())
    memory.remember(Self.sample)
    #expect(blocked.all.count == 1, "\(blocked.all)")
  }

  @Test("options and settings win over what was remembered, and the rest is taken over")
  func precedence() {
    var options = ViewOptions()
    options.apply(Self.sample)
    #expect(options.themes.name == "light" && options.visualizer == .waterfall && options.spectrum.channels == .mono)
    #expect(options.startPane == .nowPlaying, "where something plays at once")
    options = ViewOptions()
    options.chosen = [.theme, .visualizer, .channels]
    options.remembersPane = true
    options.apply(Self.sample)
    #expect(options.themes.name == "dark" && options.visualizer == nil && options.spectrum.channels == .stereo)
    #expect(options.startPane == .log && options.widths == Self.sample.widths)
  }

  @Test("a screen knows what its keys changed, and nothing of what it began with")
  func changes() {
    var options = ViewOptions()
    options.remembersPane = true
    options.apply(Self.sample)
    let traits = TerminalTraits(colors: .none, glyphs: .eighths, hasCursorControl: true)
    var screen = ViewScreen(radio: FakeRadio(), options: options, traits: traits)
    screen.redraw(size: (160, 40))
    #expect(screen.changes == RememberedView())
    for key in ["s", "1", "}"] as [Unicode.Scalar] { _ = screen.handle(.key(.character(key)), now: 0) }
    var expected = RememberedView()
    (expected.isStereo, expected.pane) = (true, .stations)
    expected.widths = screen.changes.widths
    #expect(screen.changes == expected)
    #expect(expected.widths != nil && expected.widths != Self.sample.widths)
    _ = screen.handle(.key(.character("s")), now: 0)
    #expect(screen.changes.isStereo == nil)
    // A view that does not begin with the remembered pane leaves it as it is.
    options.remembersPane = false
    var playing = ViewScreen(radio: FakeRadio(), options: options, traits: traits)
    playing.redraw(size: (160, 40))
    for key in ["s", "1"] as [Unicode.Scalar] { _ = playing.handle(.key(.character(key)), now: 0) }
    expected = RememberedView()
    expected.isStereo = true
    #expect(playing.changes == expected)
  }
}
