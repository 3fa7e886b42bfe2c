import Downloader
import Foundation
import Glibc
import Hooks
import NIOPosix
import Radio
import RadioModel
import TestSupport
import Testing

/// A folder with scripts, and hooks whose events are the test's own: their radio is never started.
final class HookFixture: Sendable {
  let folder: Scratch
  let log = CollectedLog()

  init() throws { folder = try Scratch() }

  /// A script that runs in the folder.
  func script(_ lines: String, as name: String = "hook") throws -> HookProgram {
    let path = try folder.write("#!/bin/sh\ncd \(folder.path)\n\(lines)\n", as: name)
    chmod(path, 0o700)
    return try HookProgram(path, home: nil)
  }

  /// Hooks that have started.
  func hooks(_ programs: HookPrograms, limit: Duration = .seconds(10)) -> Hooks {
    let downloader = Downloader(eventLoops: MultiThreadedEventLoopGroup.singleton, environment: [:])
    let tuner = Tuner(options: TunerOptions(), opener: StreamOpener(downloader: downloader))
    let hooks = Hooks(
      programs, tuner: tuner, inherited: ["PATH": "/usr/bin:/bin", "SPRINGRADIO_X": "secret"], limit: limit,
      logger: log.logger)
    hooks.start(following: nil)
    return hooks
  }

  /// The text of a file in the folder; empty while there is none.
  func text(_ name: String) -> String { String(decoding: folder.read(name), as: UTF8.self) }

  /// Waits until `condition` holds, with a limit.
  func waits(_ what: Comment, _ condition: () -> Bool) {
    let holds = ProcessRunner.eventually(within: .seconds(15), condition)
    #expect(holds, "\(what): \(log.lines)")
  }

  /// The status of a radio with this title.
  static func status(_ title: String?) -> RadioStatus {
    var snapshot = TunerSnapshot()
    snapshot.name = "Radio A"
    snapshot.state = .playing
    snapshot.title = title
    return RadioStatus(snapshot, event: 0)
  }

  /// True while a process runs; one that has ended and was not taken by its parent does not.
  static func runs(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return text.split(separator: ")").last?.split(separator: " ").first != "Z"
  }
}
