import Glibc
import Hooks
import RadioModel
import Stations
import TestSupport
import Testing

@Suite("What a program of the user is given")
struct HookEventTests {
  private static func status(title: String?, name: String = "Radio A") -> RadioStatus {
    var snapshot = TunerSnapshot()
    snapshot.source = .station(Station(id: "a", name: name, url: "https://me:secret@a.example/live"))
    snapshot.name = name
    snapshot.state = .playing
    snapshot.title = title
    return RadioStatus(snapshot, event: 0)
  }

  @Test("an event has song, artist, station, state and the address without its password")
  func values() {
    let event = HookEvent(.title, Self.status(title: "Björk - Jóga - Live"))
    #expect(
      event.variables == [
        "RADIO_EVENT": "title", "RADIO_TITLE": "Jóga - Live", "RADIO_ARTIST": "Björk", "RADIO_STATION": "Radio A",
        "RADIO_URL": "https://a.example/live", "RADIO_STATE": "playing",
      ])
    let state = HookEvent(.state, Self.status(title: nil))
    #expect(state.variables["RADIO_EVENT"] == "state" && state.variables["RADIO_TITLE"] == "")
  }

  @Test("hostile values become one line of at most 512 characters")
  func hostile() {
    let title =
      "$(touch /tmp/x)\n`id`;\u{0}\u{1b}]0;x\u{7}\r\nLD_PRELOAD=/tmp/x.so\u{202e} "
      + String(repeating: "ü", count: 9000)
    let event = HookEvent(.title, Self.status(title: title, name: "A\u{0}B\nRADIO_STATE=x"))
    let value = event.variables["RADIO_TITLE"] ?? ""
    #expect(value.hasPrefix("$(touch /tmp/x) `id`;]0;x LD_PRELOAD=/tmp/x.so ü"))
    #expect(value.count == HookEvent.maximumCharacters)
    #expect(event.variables["RADIO_STATION"] == "AB RADIO_STATE=x")
    let environment = event.environment([:])
    #expect(environment.count == 6)
    #expect(!environment.contains { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } })
  }

  @Test("variables with secrets of the settings and those of the supervisor stay here, and others are inherited")
  func inherited() {
    let event = HookEvent(.title, Self.status(title: "A - B"))
    let environment = event.environment([
      "HOME": "/home/me", "SPRINGRADIO_MPD_PASSWORD": "secret", "NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "1",
      "RADIO_TITLE": "old", "RADIO_OTHER": "old", "CREDENTIALS_DIRECTORY": "/run/c", "XDG_RUNTIME_DIR": "/run/user/1",
    ])
    #expect(environment.contains("HOME=/home/me") && environment.contains("XDG_RUNTIME_DIR=/run/user/1"))
    #expect(environment.contains("RADIO_TITLE=B"))
    #expect(environment.count == 8, "\(environment)")
  }

  @Test("of many waiting events the newest of each kind remains, and they keep their order")
  func queue() {
    var queue = HookQueue()
    for number in 0..<1000 {
      queue.add(HookEvent(.state, Self.status(title: "\(number)")))
      queue.add(HookEvent(.title, Self.status(title: "\(number)")))
    }
    #expect(queue.next()?.variables["RADIO_EVENT"] == "state")
    #expect(queue.next()?.variables["RADIO_TITLE"] == "999")
    #expect(queue.next() == nil && queue.isEmpty)
  }

  @Test("of a flood of output the first twenty lines are kept, cut and cleaned, whatever the pieces")
  func output() {
    var output = HookOutput()
    let bytes =
      Array("one\u{1b}[31m\n\n  two \n".utf8) + Array(String(repeating: "x", count: 1500).utf8) + [0x0A, 0xFF, 0x0A]
    var lines: [String] = []
    for byte in bytes { lines += output.append([byte]) }
    #expect(lines == ["one[31m", "two", String(repeating: "x", count: 200), "\u{FFFD}"])
    #expect(!output.isCut)
    for _ in 0..<1000 { lines += output.append(Array("more\nmore\n".utf8)) }
    #expect(lines.count == HookOutput.maximumLines && output.isCut)
    #expect(output.end() == nil)
    var endless = HookOutput()
    for _ in 0..<1000 { #expect(endless.append(Array(repeating: 0x61, count: 1000)) == []) }
    #expect(endless.isCut && endless.end()?.count == HookOutput.maximumCharacters)
  }

  @Test("a program is an executable file with an absolute path, or with one in the home folder")
  func programs() throws {
    let folder = try Scratch()
    let script = try folder.write("#!/bin/sh\n", as: "script")
    #expect(throws: HookError.self) { try HookProgram(script, home: nil) }
    chmod(script, 0o700)
    #expect(try HookProgram(script, home: nil).path == script)
    #expect(try HookProgram("~/script", home: folder.path).path == script)
    let faulty = [
      "script", "./script", "~/script", script + " --argument", folder.path, "/nonexistent/x", "", "~root/x",
    ]
    for text in faulty {
      #expect(throws: HookError.self, "\(text)") { try HookProgram(text, home: nil) }
    }
  }
}
