public import Foundation
import Glibc

/// A terminal that a test reads and types into: one window of a private tmux server, which ends with this object.
public final class TmuxScreen: Sendable {
  /// A failed tmux command.
  public struct ScreenError: Error, CustomStringConvertible {
    /// The command and tmux's error output.
    public var description: String
  }

  /// Whether tmux is installed.
  public static var isAvailable: Bool { ProcessRunner.hasPrograms("tmux") }

  private let folder: Scratch

  /// Opens a terminal of this size that runs `command`, one command of a shell. Its content stays when the command
  /// ends. Without `XDG_STATE_HOME` in `environment` the command has a state folder of its own, so that no screen begins
  /// with what another one remembered.
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
    // tmux forgets the exit code now and then, so a shell writes it down.
    let script = try folder.write("echo $$ >\(folder.path("pid"))\nexec \(command)\n", as: "command")
    var arguments = ["-u", "-f", configuration, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
    let environment = ["XDG_STATE_HOME": folder.path("state")].merging(environment) { $1 }
    for (key, value) in environment { arguments += ["-e", "\(key)=\(value)"] }
    if let workingDirectory { arguments += ["-c", workingDirectory] }
    try tmux(arguments + ["sh \(script); echo $? >\(folder.path("status"))"])
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// Types text literally.
  public func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

  /// Presses a key by tmux's name for it: `Enter`, `C-z`, `Up`.
  public func press(_ key: String) throws { try tmux(["send-keys", key]) }

  /// Gives the window another size.
  public func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The rows of the screen, one string each, without blanks at the ends.
  public var lines: [String] {
    guard let text = try? tmux(["capture-pane", "-p"]) else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The screen with its colours, as escape sequences.
  public var colored: String { (try? tmux(["capture-pane", "-p", "-e"])) ?? "" }

  /// The rows as one text.
  public var text: String { lines.joined(separator: "\n") }

  /// One of tmux's variables for the window: `alternate_on`, `cursor_flag` …
  public func variable(_ name: String) -> String {
    ((try? tmux(["display-message", "-p", "#{\(name)}"])) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The process of the command; 0 when it does not start.
  public var pid: pid_t {
    _ = ProcessRunner.eventually { number(in: "pid") != nil }
    return pid_t(number(in: "pid") ?? 0)
  }

  /// Waits for the end of the command: its exit code, 128 + signal if one ended it, nil when `limit` runs out first.
  public func exitCode(within limit: Duration = .seconds(10)) -> Int? {
    _ = ProcessRunner.eventually(within: limit) { number(in: "status") != nil }
    return number(in: "status")
  }

  private func number(in file: String) -> Int? {
    let bytes = folder.read(file)
    return bytes.last == UInt8(ascii: "\n") ? Int(String(decoding: bytes.dropLast(), as: UTF8.self)) : nil
  }

  /// Waits until the screen's text fulfils `condition`; false when `limit` runs out first.
  public func waits(within limit: Duration = .seconds(10), for condition: (String) -> Bool) -> Bool {
    ProcessRunner.eventually(within: limit) { condition(text) }
  }

  @discardableResult private func tmux(_ arguments: [String]) throws -> String {
    let result = try ProcessRunner.run("tmux", ["-S", folder.path("socket")] + arguments, limit: .seconds(10))
    guard result.exitCode == 0 else {
      throw ScreenError(description: "tmux \(arguments.joined(separator: " ")): \(result.errorText)")
    }
    return result.text
  }
}
