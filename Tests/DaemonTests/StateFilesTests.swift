import AudioCore
import Daemon
import Directory
import Foundation
import Glibc
import JSON
import Logging
import Radio
import RadioModel
import Scrobbling
import Stations
import Synchronization
import SystemSupport
import TestSupport
import Testing

/// Every file in which something is kept from run to run, and every reason why it cannot be used.
@Suite("The files of the state folder", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct StateFilesTests {
  /// A file of the state folder.
  enum File: String, CaseIterable {
    case state = "state.json"
    case play = "play.json"
    case history = "history.jsonl"
    case recent = "recent.json"
    case scrobbles = "scrobbles.json"
    case refused = "scrobbles.refused.json"
    case clicks = "clicks.json"

    /// A content that this version writes.
    var content: String {
      switch self {
      case .state: #"{"version":1,"event":1,"volume":20,"muted":false,"playing":false}"#
      case .play: #"{"version":1,"volume":33}"#
      case .history:
        #"{"time":5,"title":"Kept","name":"S"}"# + "\n" + #"{"time":6,"title":"Kept, too","name":"S"}"# + "\n"
      case .recent: #"{"version":1,"stations":[{"id":"kept","name":"Kept","url":"http://kept.example/"}]}"#
      case .scrobbles: #"{"version":1,"listens":[{"time":5,"artist":"A","title":"Kept","station":"S"}]}"#
      case .refused: #"{"version":1,"refused":[{"time":5,"artist":"A","title":"Kept","station":"S","reason":"R"}]}"#
      case .clicks: #"{"version":1,"clicks":{"kept":5}}"#
      }
    }

    /// A content of a later version; nil for a file that has no version.
    var later: String? {
      self == .history ? nil : content.replacingOccurrences(of: #""version":1"#, with: #""version":2"#)
    }
  }

  /// Reads the file in the state folder of `home`, and changes what it keeps, as the program does. Returns the lines about
  /// it.
  private func use(_ file: File, in home: DaemonHome) async throws -> [String] {
    let path = home.folders.state + "/" + file.rawValue
    let lines = LogLines()
    let onFault: @Sendable (String) -> Void = { lines.add($0) }
    switch file {
    case .state:
      try await home.live { life in await life.tuner.perform(.setVolume(44)) }
      for line in home.log.all where line.contains(path) { lines.add(line) }
    case .play:
      let memory = PlayMemory(path: path, logger: Logger(label: "test") { _ in LineCollector(lines: lines) })
      _ = memory.volume
      memory.remember(volume: 44)
    case .history:
      let history = TitleHistory(path: path, onFault: onFault)
      for number in 0..<3 {
        history.add(title: "New \(number)", station: nil, name: "S", at: 9)
        await history.flush(limit: TestTime.seconds(10))
      }
    case .recent:
      let recent = RecentStations(path: path, onFault: onFault)
      for number in 0..<2 {
        recent.add(Station(id: "new\(number)", name: "New", url: "http://new.example/\(number)"))
        await recent.flush(limit: TestTime.seconds(10))
      }
    case .scrobbles:
      let listens = ListenFile(path: path, onFault: onFault)
      var queue = listens.read()
      queue.append(Listen(listenedAt: 9, song: Song(artist: "A", title: "New"), station: "S"))
      for _ in 0..<2 { try? listens.write(queue) }
    case .refused:
      let refused = RefusedListensFile(besideQueueAt: home.folders.state + "/scrobbles.json", onFault: onFault)
      let listen = Listen(listenedAt: 9, song: Song(artist: "A", title: "New"), station: "S")
      for _ in 0..<2 { try? refused.append([RefusedListen(listen: listen, reason: "no")]) }
    case .clicks:
      let clicks = ClickTimes(path: path, onFault: onFault)
      for number in 0..<2 { _ = try? clicks.record("new\(number)", at: 1_800_000_000) }
    }
    return lines.all
  }

  private func home() throws -> DaemonHome {
    let home = try DaemonHome()
    try FileManager.default.createDirectory(atPath: home.folders.state, withIntermediateDirectories: true)
    return home
  }

  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a file that this version wrote is used, changed, and causes no line", arguments: File.allCases)
  func good(file: File) async throws {
    let home = try home()
    let path = home.folders.state + "/" + file.rawValue
    try home.write(file.content, to: path)
    #expect(try await use(file, in: home) == [])
    let after = try #require(text(path))
    #expect(after != file.content)
    if file != .state, file != .play, file != .clicks { #expect(after.contains("Kept"), "\(after)") }
  }

  @Test("a file that is cut off is kept under another name, with one line", arguments: File.allCases)
  func cutOff(file: File) async throws {
    let home = try home()
    let path = home.folders.state + "/" + file.rawValue
    let damaged = String(file.content.prefix(20)) + (file == .history ? "\n" : "")
    try home.write(damaged, to: path)
    let lines = try await use(file, in: home)
    #expect(text(path + ".bad") == damaged)
    #expect(lines.count == 1 && lines[0].contains(path + ".bad"), "\(lines)")
    #expect(try #require(text(path)) != damaged)
  }

  @Test("the lines before one that a crash has cut stay in the history")
  func crashed() async throws {
    let home = try home()
    let path = home.folders.history
    try home.write(File.history.content + #"{"time":7,"tit"#, to: path)
    #expect(try await use(.history, in: home) == [])
    #expect(TitleHistory(path: path).recent(.max).map(\.title) == ["Kept", "Kept, too", "New 0", "New 1", "New 2"])
  }

  @Test("a file that cannot be read is not replaced, with one line", arguments: File.allCases, [true, false])
  func unreadable(file: File, isFolder: Bool) async throws {
    let home = try home()
    let path = home.folders.state + "/" + file.rawValue
    if isFolder {
      mkdir(path, 0o700)
      try home.write("kept", to: path + "/inside")
    } else {
      // No user can read it, root neither.
      #expect(symlink(path, path) == 0)
    }
    let lines = try await use(file, in: home)
    #expect(lines.count == 1 && lines[0].contains(path), "\(lines)")
    if isFolder {
      #expect(text(path + ".bad/inside") == "kept" && text(path) != nil)
    } else {
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }
  }

  @Test("a file of a later version stays as it is, with one line", arguments: File.allCases)
  func later(file: File) async throws {
    guard let later = file.later else { return }
    let home = try home()
    let path = home.folders.state + "/" + file.rawValue
    try home.write(later, to: path)
    let lines = try await use(file, in: home)
    #expect(text(path) == later && text(path + ".bad") == nil)
    #expect(lines.count == 1 && lines[0].contains("a later version of radiod wrote it"), "\(lines)")
  }

  @Test("on a full disk no file is replaced, whatever it holds", .enabled(if: geteuid() == 0), arguments: File.allCases)
  func fullDisk(file: File) async throws {
    for isGood in [true, false] {
      let home = try home()
      let folder = home.folders.state
      let mounted = try ProcessRunner.run("mount", ["-t", "tmpfs", "-o", "size=64k", "none", folder])
      guard mounted.exitCode == 0 else { return }  // not every root user may mount
      defer { umount2(folder, Int32(MNT_DETACH)) }
      let path = folder + "/" + file.rawValue
      let content = isGood ? file.content : String(file.content.prefix(20)) + "\n"
      try home.write(content, to: path)
      let filler = open(folder + "/filler", O_WRONLY | O_CREAT, 0o600)
      let page = [UInt8](repeating: 1, count: 4096)
      while write(filler, page, page.count) > 0 {}
      close(filler)
      _ = try await use(file, in: home)
      // A title is appended, in the part of the page that the file has already.
      let kept = [text(path), text(path + ".bad")].compactMap(\.self)
      #expect(kept.contains { $0 == content || file == .history && $0.hasPrefix(content) }, "\(kept)")
    }
  }
}
