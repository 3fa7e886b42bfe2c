import Foundation
import Glibc

/// A terminal that a test looks at and types into: one window of a tmux server of its own, which ends with this object.
public final class TmuxScreen: Sendable {
  /// What tmux said when it did not do as told.
  public struct Failure: Error, CustomStringConvertible {
    /// The command and tmux's words.
    public var description: String
  }

  /// Whether tmux is there.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("tmux") }

  private let folder: Scratch

  /// Opens a terminal of this size with `command`, a shell's command line, running in it. What was on it stays when the command ends.
  public init(
    columns: Int, rows: Int, command: String, environment: [String: String] = [:], workingDirectory: String? = nil
  ) throws {
    folder = try Scratch()
    let configuration = try folder.write(
      """
      set -g remain-on-exit on
      set -g status off
      set -g default-terminal tmux-256color
      set -g escape-time 0

      """, as: "tmux.conf")
    var arguments = ["-u", "-f", configuration, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
    for (key, value) in environment { arguments += ["-e", "\(key)=\(value)"] }
    if let workingDirectory { arguments += ["-c", workingDirectory] }
    try tmux(arguments + [command])
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// Types text, as it is.
  public func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

  /// Presses a key by tmux's name for it: `Enter`, `C-z`, `Up`.
  public func press(_ key: String) throws { try tmux(["send-keys", key]) }

  /// Gives the window another size.
  public func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What is on the screen, one string a row, without blanks at the ends.
  public var lines: [String] {
    guard let text = try? tmux(["capture-pane", "-p"]) else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The screen with its colours, as escape sequences.
  public var colored: String { (try? tmux(["capture-pane", "-p", "-e"])) ?? "" }

  /// The rows in one text.
  public var text: String { lines.joined(separator: "\n") }

  /// One of tmux's variables for the window: `alternate_on`, `cursor_flag`, `pane_dead` …
  public func variable(_ name: String) -> String {
    ((try? tmux(["display-message", "-p", "#{\(name)}"])) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The process that was started in the window.
  public var pid: pid_t { pid_t(variable("pane_pid")) ?? 0 }

  /// Waits for the end of the process in the window: its exit code, nil when `limit` is over first or a signal ended it.
  public func exitCode(within limit: Duration = .seconds(10)) -> Int? {
    var status = ""
    _ = ProcessRunner.eventually(within: limit) {
      status = variable("pane_dead_status")
      return !status.isEmpty || !variable("pane_dead_signal").isEmpty
    }
    return Int(status)
  }

  /// Waits until the screen's text fulfils `condition`; false when `limit` is over first.
  public func waits(within limit: Duration = .seconds(10), for condition: (String) -> Bool) -> Bool {
    ProcessRunner.eventually(within: limit) { condition(text) }
  }

  @discardableResult private func tmux(_ arguments: [String]) throws -> String {
    let result = try ProcessRunner.run("tmux", ["-S", folder.path("socket")] + arguments, limit: .seconds(10))
    guard result.exitCode == 0 else {
      throw Failure(description: "tmux \(arguments.joined(separator: " ")): \(result.errorText)")
    }
    return result.text
  }
}
