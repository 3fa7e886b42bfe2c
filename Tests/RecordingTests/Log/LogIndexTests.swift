import Foundation
import Glibc
import Recording
import SystemSupport
import TestSupport
import Testing

@Suite("log.jsonl, and what is removed by it")
struct LogIndexTests {
  private let scratch: Scratch
  private let folder: RecordingFolder

  init() throws {
    scratch = try Scratch()
    folder = RecordingFolder(scratch.path("Radio"))
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
  }

  private func write(_ name: String, bytes: Int = 4) throws {
    try scratch.write([UInt8](repeating: 7, count: bytes), as: "Radio/" + name)
  }

  private func line(_ name: String, size: Int = 4, end: Double) -> LogLine {
    var line = LogLine(file: name, begin: end - 3600)
    (line.size, line.end) = (size, end)
    return line
  }

  private var files: [String] {
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
  }

  private var lines: [String] {
    String(decoding: scratch.read("Radio/log.jsonl"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func reason(_ work: () throws(SystemError) -> Void) -> String {
    do throws(SystemError) { try work() } catch { return error.description }
    return ""
  }

  private static let hours = (1...4).map { Double($0) * 3600 }

  @Test("a line keeps all that it says")
  func content() throws {
    var line = LogLine(file: "2026-03-29 03-00+0200.mp3", begin: 1_774_746_000.25)
    (line.size, line.end, line.seconds, line.codec) = (57_600_123, 1_774_749_600, 3599.75, "mp3")
    line.gaps = [LogLine.Gap(begin: 1_774_746_010, end: 1_774_746_012.5, place: 9.5, cause: .connection)]
    line.reconnections = [LogLine.Mark(time: 1_774_746_012.5, place: 9.5)]
    line.titles = [
      LogLine.Mark(time: 1_774_746_000, place: 0, title: "A \"B\" \u{1F3B5} - C\\"),
      LogLine.Mark(time: 2, place: 7, title: ""),
    ]
    line.silences = [LogLine.Silence(place: -3.5, seconds: 12.125)]
    line.loudness = -16.25
    #expect(LogLine(json: line.json) == line)
    let index = try LogIndex(in: folder)
    try index.append(line)
    try index.append(self.line("x.mp3", end: 5000))
    #expect(lines.count == 2 && lines[0].contains("\"cause\":\"connection\"") && !lines[0].contains("cutOff"))
    #expect(lines[0].contains(#""titles":[{"time":"#) && index.end == 1_774_749_600)
    var full = line
    for number in 0..<LogLine.maximumCount + 3 {
      full.add(LogLine.Mark(time: 1, place: Double(number)), to: \.reconnections)
    }
    #expect(full.reconnections.count == LogLine.maximumCount && full.leftOut == 4)
  }

  @Test("only files that a line names, with its size, and that are old enough are removed; their lines stay")
  func removal() throws {
    for name in ["a.mp3", "b.mp3", "c.mp3", "d.mp3", "own.mp3", "notes.txt"] { try write(name) }
    try FileManager.default.createDirectory(atPath: folder.path + "/incomplete", withIntermediateDirectories: false)
    try write("incomplete/e.mp3")
    try write("b.mp3", bytes: 5)  // changed since
    try scratch.write("other", as: "other.mp3")
    #expect(symlink(scratch.path("other.mp3"), folder.path + "/link.mp3") == 0)
    #expect(symlink(scratch.path, folder.path + "/up") == 0)
    let index = try LogIndex(in: folder)
    for name in ["a.mp3", "b.mp3", "incomplete/e.mp3"] { try index.append(line(name, end: 3600)) }
    for name in [
      "link.mp3", "../other.mp3", "/etc/hostname", "up/other.mp3", "notes.txt", "log.jsonl", "", ".", "gone.mp3",
    ] {
      try index.append(line(name, size: name == "link.mp3" || name.contains("other") ? 5 : 4, end: 3600))
    }
    try index.append(line("c.mp3", end: 7200))
    try index.append(line("d.mp3", end: 7201))
    let before = lines
    #expect(index.removeFiles(endedBefore: 3600) == LogIndex.Removal())
    let removal = index.removeFiles(endedBefore: 7201)
    #expect(removal.names == ["a.mp3", "incomplete/e.mp3", "c.mp3"] && removal.faults.isEmpty)
    #expect(index.removeFiles(endedBefore: 7201) == LogIndex.Removal())
    #expect(
      files == [
        "b.mp3", "d.mp3", "incomplete", "link.mp3", "log.jsonl", "log.part", "notes.txt", "own.mp3", "up",
      ])
    #expect(lines == before && scratch.read("other.mp3") == Array("other".utf8))
  }

  @Test("a removal goes on where a killed program left it, and after a line that was cut off and broken ones")
  func restart() throws {
    for name in ["a.mp3", "b.mp3", "c.mp3"] { try write(name) }
    do {
      let index = try LogIndex(in: folder)
      for (name, end) in zip(["a.mp3", "b.mp3"], Self.hours) { try index.append(line(name, end: end)) }
    }
    unlink(folder.path + "/a.mp3")
    let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/log.jsonl"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("not json\n{\"file\":7}\n[]\n{\"file\":\"c.mp3\",\"size\":4,\"beg".utf8))
    try handle.close()
    let index = try LogIndex(in: folder)
    #expect(index.end == 7200)
    #expect(index.removeFiles(endedBefore: 100_000).names == ["b.mp3"])
    try index.append(line("c.mp3", end: 9000))
    #expect(lines.count == 7 && lines.last?.hasPrefix("{\"file\":\"c.mp3\"") == true, "\(lines)")
    #expect(index.removeFiles(endedBefore: 100_000).names == ["c.mp3"] && !files.contains("c.mp3"))
  }

  @Test("a second program is refused, and so are links and folders in the place of the files")
  func places() throws {
    do {
      let index = try LogIndex(in: folder)
      let second = reason { () throws(SystemError) in _ = try LogIndex(in: folder) }
      #expect(second.hasSuffix("/Radio/log.jsonl: another program writes this log"), "\(second)")
      index.removeDraft()
      #expect(files == ["log.jsonl"])
    }
    unlink(folder.path + "/log.jsonl")
    try scratch.write("keep", as: "target")
    #expect(symlink(scratch.path("target"), folder.path + "/log.jsonl") == 0)
    #expect(
      reason { () throws(SystemError) in _ = try LogIndex(in: folder) }.contains("a symbolic link is in its place"))
    unlink(folder.path + "/log.jsonl")
    #expect(mkfifo(folder.path + "/log.jsonl", 0o600) == 0)
    #expect(reason { () throws(SystemError) in _ = try LogIndex(in: folder) }.contains("it is not a plain file"))
    #expect(scratch.read("target") == Array("keep".utf8))
  }
}
