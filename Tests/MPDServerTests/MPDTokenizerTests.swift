import MPDServer
import TestSupport
import Testing

@Suite("The tokenizer")
struct MPDTokenizerTests {
  @Test(
    "a line is split into words by Music Player Daemon's rules of quoting",
    arguments: [
      ("ping", ["ping"]), ("a_1", ["a_1"]), ("add  x \t y", ["add", "x", "y"]), ("add \"a b\"", ["add", "a b"]),
      ("add \"\"", ["add", ""]), ("find \"(a == \\\"b\\\\c\\\")\"", ["find", "(a == \"b\\c\")"]),
      ("add \"it's\"", ["add", "it's"]), ("add ä/ö", ["add", "ä/ö"]), ("add \"a\tb\"", ["add", "a\tb"]),
      ("add a\\b", ["add", "a\\b"]),
    ])
  func good(line: String, words: [String]) throws {
    let split = try MPDTokenizer.split(Array(line.utf8))
    #expect([split.command] + split.arguments == words)
  }

  @Test(
    "an invalid word is an error, which is fatal when it is the first word of the line",
    arguments: [
      ("", "Letter expected", true), ("1a", "Letter expected", true), ("\"ping\"", "Letter expected", true),
      ("pi-ng", "Invalid word character", true), ("ping'", "Invalid word character", true),
      ("pi\0ng", "Invalid word character", true), ("add x\"y", "Invalid unquoted character", false),
      ("add 'x'", "Invalid unquoted character", false), ("add x\u{1B}y", "Invalid unquoted character", false),
      ("add \"x", "Missing closing '\"'", false), ("add \"x\\", "Missing closing '\"'", false),
      ("add \"x\"y", "Space expected after closing '\"'", false),
      ("add \"x\"\"y\"", "Space expected after closing '\"'", false),
      ("add \"x\0y\"", "Control character in an argument", false),
    ])
  func bad(line: String, message: String, isFatal: Bool) {
    #expect(throws: MPDTokenizer.TokenError(fault: MPDError(.unknown, message), isFatal: isFatal)) {
      try MPDTokenizer.split(Array(line.utf8))
    }
  }

  @Test("arguments must be UTF-8, and their number is limited")
  func limits() throws {
    let utf8 = MPDTokenizer.TokenError(fault: MPDError(.argument, "Invalid UTF-8"), isFatal: false)
    #expect(throws: utf8) { try MPDTokenizer.split(Array("add ".utf8) + [0xC3, 0x28]) }
    #expect(throws: utf8) { try MPDTokenizer.split(Array("add \"".utf8) + [0xED, 0xA0, 0x80] + Array("\"".utf8)) }
    let maximum = MPDTokenizer.maximumArguments
    #expect(
      try MPDTokenizer.split(Array(("find" + String(repeating: " x", count: maximum)).utf8)).arguments.count == maximum)
    let tooMany = MPDTokenizer.TokenError(fault: MPDError(.argument, "Too many arguments"), isFatal: false)
    #expect(throws: tooMany) {
      try MPDTokenizer.split(Array(("find" + String(repeating: " x", count: maximum + 1)).utf8))
    }
  }

  @Test("a random line gives words or an error, never a crash")
  func noise() {
    var random = SeededRandom(seed: 7)
    let bytes = Array("add \"\\' \t\0()=!ä\u{1F4FB}~".utf8) + [0xFF, 0xC0, 0x80]
    for _ in 0..<20_000 {
      let line = (0..<Int.random(in: 0..<24, using: &random)).map { _ in bytes.randomElement(using: &random) ?? 0 }
      guard let words = try? MPDTokenizer.split(line) else { continue }
      #expect(!words.command.isEmpty && words.arguments.allSatisfy { !$0.utf8.contains(0) })
    }
  }
}
