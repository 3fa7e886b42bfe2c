import Foundation
import Glibc
import TestSupport
import Testing

@Suite("radiod ctl watch --format, and docs/status-bars.md", .ownThreads)
struct StatusBarTests {
  /// A title that would be markup, a polybar action or the end of a JSON string.
  private static let title = #"Tom & <b> - \"x\" %{A1:reboot:}"#

  private static func place() throws -> (folder: Scratch, socket: String, environment: [String: String]) {
    let folder = try Scratch()
    mkdir(folder.path("springradio"), 0o700)
    return (folder, folder.path("springradio/radiod.sock"), ["XDG_RUNTIME_DIR": folder.path])
  }

  /// The fenced blocks of the language `language` in the documentation.
  private static func blocks(_ language: String) throws -> [String] {
    let text = try String(contentsOfFile: Radiod.root + "/docs/status-bars.md", encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// The value of `key` in a block of the form `key = value`.
  private static func value(_ key: String, in block: String) throws -> String {
    let line = block.split(separator: "\n").first { $0.hasPrefix(key) }
    return try #require(line?.drop { $0 != "=" }.dropFirst().trimmingCharacters(in: .whitespaces))
  }

  /// Runs a command of a bar in a shell as bars do, and returns the first lines that it writes, up to `count`.
  private static func lines(of command: String, _ environment: [String: String], count: Int = 1) throws -> [String] {
    let folder = (Radiod.path as NSString).deletingLastPathComponent
    let path = folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    let bar = try ProcessRunner(
      "sh", ["-c", "exec \(command)"],
      environment: Radiod.environment.merging(environment) { $1 }.merging(["PATH": path]) { $1 })
    defer { bar.terminate() }
    var lines: [String] = []
    _ = ProcessRunner.eventually {
      lines = String(decoding: bar.output, as: UTF8.self).split(separator: "\n").map(String.init)
      return lines.count >= count
    }
    return lines
  }

  @Test("waybar's lines are JSON whose text is Pango markup, with a class and a percentage")
  func waybar() throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    daemon.set(["title": "\"\(Self.title)\""])
    let block = try #require(try Self.blocks("json").first)
    let module = try JSONSerialization.jsonObject(with: Data("{\(block)}".utf8)) as? [String: [String: Any]]
    let command = try #require(module?["custom/radio"]?["exec"] as? String)
    let line = try #require(try Self.lines(of: command, place.environment).first)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["text"] as? String == "&quot;x&quot; %{A1:reboot:}")
    #expect(object["tooltip"] as? String == "Tom &amp; &lt;b&gt; - &quot;x&quot; %{A1:reboot:}")
    #expect(object["alt"] as? String == "playing" && object["class"] as? String == "playing")
    #expect(object["percentage"] as? Int == 70)
  }

  @Test("polybar's lines have no tags of the station's")
  func polybar() throws {
    let place = try Self.place()
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    daemon.set(["title": "\"\(Self.title)\""])
    let command = try Self.value("exec", in: try #require(try Self.blocks("ini").first))
    let lines = try Self.lines(of: command, place.environment)
    #expect(lines == [#"▶ Tom & <b> - "x" % {A1:reboot:}"#])
  }

  @Test(
    "i3blocks itself shows the lines of its recipe, as Pango markup, and goes on after a restart of the daemon",
    .enabled(if: ProcessRunner.hasPrograms("i3blocks")))
  func i3blocks() throws {
    let place = try Self.place()
    let block = try #require(try Self.blocks("ini").last)
    try place.folder.write(
      block.replacingOccurrences(of: "command=radiod", with: "command='\(Radiod.path)'") + "\n", as: "i3blocks.conf")
    let bar = try ProcessRunner(
      "i3blocks", ["-c", place.folder.path("i3blocks.conf")],
      environment: Radiod.environment.merging(place.environment) { $1 })
    defer { bar.terminate() }
    func shows(_ text: String) -> Bool {
      ProcessRunner.eventually {
        let line = String(decoding: bar.output, as: UTF8.self).split(separator: "\n").last ?? ""
        let json = Data(line.drop { $0 == "," }.utf8)
        let blocks = try? JSONSerialization.jsonObject(with: json) as? [[String: Any]]
        return blocks?.contains { $0["full_text"] as? String == text && $0["markup"] as? String == "pango" } == true
      }
    }
    #expect(shows("⏹ "), "\(String(decoding: bar.output, as: UTF8.self))")
    let first = try FakeDaemon(socketPath: place.socket)
    first.set(["title": "\"\(Self.title)\""])
    #expect(
      shows("▶ Tom &amp; &lt;b&gt; - &quot;x&quot; %{A1:reboot:}"), "\(String(decoding: bar.output, as: UTF8.self))")
    first.emit("title", #"{"title":"After","name":"Groove Salad"}"#)
    #expect(shows("▶ After"))
    first.stop()
    #expect(shows("⏹ "))
    unlink(place.socket)
    let second = try FakeDaemon(socketPath: place.socket)
    defer { second.stop() }
    #expect(shows("▶ Artist - Song"))
  }

  @Test("without --wait a daemon that stays away ends it with 69 after its stopped line; signals end it at once")
  func end() throws {
    let place = try Self.place()
    let away = try Radiod.run("ctl", "watch", "--format", "{state}", environment: place.environment)
    #expect(away.exitCode == 69 && away.isOneLineError && away.output.isEmpty, "\(away.errorText)")
    let daemon = try FakeDaemon(socketPath: place.socket)
    defer { daemon.stop() }
    for (signal, code) in [(SIGTERM, Int32(0)), (SIGINT, 130)] {
      let watch = try Radiod.start("ctl", "watch", "--format", "{state} {title}", environment: place.environment)
      #expect(ProcessRunner.eventually { watch.output == Array("playing Song\n".utf8) })
      #expect(watch.terminate(signal, limit: .seconds(2)) == code && watch.errorText.isEmpty)
    }
    let closed = try Radiod.shell(
      "\"$RADIOD\" ctl watch --wait --format '{state}' --socket '\(place.socket)' | head -n 1; echo ${PIPESTATUS[0]}",
      limit: .seconds(10))
    #expect(closed.text == "playing\n0\n" && closed.errorText.isEmpty, "\(closed.text)\(closed.errorText)")
    let once = try Radiod.run("ctl", "status", "--format", "{artist}", environment: place.environment)
    #expect(once.text == "Artist\n")
  }

  @Test(
    "a wrong format is a usage error", arguments: [["--format", "{titel}"], ["--format", "{title}", "--json"]],
    ["watch", "status"])
  func usage(options: [String], command: String) throws {
    let result = try Radiod.run(["ctl", command] + options)
    #expect(result.exitCode == 64 && result.isOneLineError, "\(result.errorText)")
    #expect(result.errorText.contains(options.count == 2 ? "--format has no field {titel}" : "exclude each other"))
  }
}
