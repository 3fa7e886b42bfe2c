import Foundation
import TestSupport
import Testing

@Suite("Programs that play and serve run for titles and states", .ownThreads)
struct HookCommandTests {
  private let folder: Scratch

  init() throws { folder = try Scratch() }

  /// A script that appends a line with the event's values to `out`.
  private func script() throws -> String {
    let path = try folder.write(
      """
      #!/bin/sh
      echo "$RADIO_EVENT|$RADIO_STATE|$RADIO_ARTIST|$RADIO_STATION" >>"\(folder.path)/out"

      """, as: "hook.sh")
    chmod(path, 0o700)
    return path
  }

  private var lines: [String] {
    String(decoding: folder.read("out"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("play runs them for the title and for the end, and needs no shell for a name with blanks and quotes")
  func play() throws {
    let program = try folder.write("", as: "hook 'of $(me)\";.sh")
    try FileManager.default.removeItem(atPath: program)
    try FileManager.default.moveItem(atPath: script(), toPath: program)
    let radio = try Radiod.start(
      "play", "demo", "--output", "silent", "--no-view", "--on-title", program, "--on-state", program)
    #expect(
      ProcessRunner.eventually { lines.contains("title|playing|SpringRadio|SpringRadio demo") },
      "\(lines) \(radio.errorText)")
    #expect(radio.terminate() == 0)
    #expect(lines.last?.hasPrefix("state|stopped|") == true, "\(lines)")
  }

  @Test(
    "serve runs those of config.json, also with a path in the home folder, and its end does not wait for one that hangs"
  )
  func serve() throws {
    let hanging = try folder.write(
      "#!/bin/sh\ntrap '' TERM\necho $$ >\(folder.path)/pid\nwhile :; do sleep 0.1; done\n", as: "hang.sh")
    chmod(hanging, 0o700)
    let program = try script()
    try FileManager.default.createDirectory(
      atPath: folder.path("config/springradio"), withIntermediateDirectories: true)
    try folder.write(
      """
      {"output": "silent", "mpd": false, "mpris": false, "station": "demo",
       "onState": "~/hook.sh", "onTitle": "\(hanging)"}
      """, as: "config/springradio/config.json")
    let service = try Radiod.start(
      "serve",
      environment: [
        "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path("state"),
        "XDG_CONFIG_HOME": folder.path("config"),
      ])
    let isHanging = ProcessRunner.eventually { folder.size("pid") > 0 }
    #expect(isHanging && lines.contains { $0.hasPrefix("state|") }, "\(lines) \(service.errorText)")
    #expect(service.terminate() == 0, "\(service.errorText)")
    let pid = String(decoding: folder.read("pid"), as: UTF8.self).dropLast()
    #expect(ProcessRunner.eventually { !FileManager.default.fileExists(atPath: "/proc/\(pid)") })
    #expect(program.hasSuffix("/hook.sh"))
  }
}
