import Foundation
import TestSupport
import Testing

/// A screen as it should look, kept in Golden/NAME.txt. If UPDATE_GOLDEN is in the environment, the test writes this
/// file again, for review.
struct GoldenScreen {
  /// Eighths of a cell by which a bar may differ: encoders differ a little.
  private static let tolerance = 2
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Golden/"
  private static let eighths = Array(" ▁▂▃▄▅▆▇█")
  private static let cap: Character = "─"

  let name: String

  /// Waits until `screen` shows this picture; bars settle, the clock moves.
  func expect(on screen: TmuxScreen, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = Self.folder + name + ".txt"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try update(path, from: screen)
      return
    }
    let wanted = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .dropLast().map(String.init)
    var shown: [String] = []
    let matches = ProcessRunner.eventually(within: .seconds(12)) {
      shown = Self.masked(screen.lines)
      return Self.agree(shown, wanted)
    }
    #expect(
      matches, "\(name) is\n\(shown.joined(separator: "\n"))\ninstead of\n\(wanted.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }

  /// Writes the picture once it shows bars and has been the same for 3 s.
  private func update(_ path: String, from screen: TmuxScreen) throws {
    var last: [String] = []
    var since = ContinuousClock.now
    _ = ProcessRunner.eventually(within: .seconds(20)) {
      let shown = Self.masked(screen.lines)
      if shown != last { (last, since) = (shown, .now) }
      return shown.contains { $0.contains("█") } && ContinuousClock.now - since > .seconds(3)
    }
    try (last.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// The lines with a # for each digit of the values that always change: the time and the buffer.
  private static func masked(_ lines: [String]) -> [String] {
    lines.map { line in
      line.replacing(/\d:\d\d/) { _ in "#:##" }
        .replacing(/buffer ([━─]+ )?\d+\.\d s/) { match in
          match.output.0.replacing(/[\d]/) { _ in "#" }.replacing(/[━─]/) { _ in "#" }
        }
        .replacing(/buffer (#* ?)#\.# s/) { match in "buffer \(match.output.1)##.# s" }
    }
  }

  /// Whether all cells are equal, bars within the tolerance.
  private static func agree(_ shown: [String], _ wanted: [String]) -> Bool {
    guard shown.count == wanted.count else { return false }
    var off: [Int: Int] = [:]
    for (left, right) in zip(shown.map(Array.init), wanted.map(Array.init)) {
      for column in 0..<max(left.count, right.count) {
        let a = column < left.count ? left[column] : " "
        let b = column < right.count ? right[column] : " "
        if a == b { continue }
        // A peak's cap falls with time: it may be anywhere over the bars.
        if a == Self.cap || b == Self.cap { continue }
        guard let x = eighths.firstIndex(of: a), let y = eighths.firstIndex(of: b) else { return false }
        off[column, default: 0] += abs(x - y)
      }
    }
    return off.values.allSatisfy { $0 <= tolerance }
  }
}
