import Foundation
import TestSupport

/// A call to the player at the session bus, and its answer as lines.
///
/// A call is one line: `MPRIS Properties.Set ssv Player Volume d 0.5`, with the signature and the arguments as `busctl`
/// takes them. Interfaces have short names.
struct CorpusBus {
  private static let name = "org.mpris.MediaPlayer2.radiod"
  private static let path = "/org/mpris/MediaPlayer2"
  /// The interfaces by their short names.
  static let interfaces = [
    "MediaPlayer2": "org.mpris.MediaPlayer2", "Player": "org.mpris.MediaPlayer2.Player",
    "Properties": "org.freedesktop.DBus.Properties", "Introspectable": "org.freedesktop.DBus.Introspectable",
    "Peer": "org.freedesktop.DBus.Peer",
  ]

  /// The bus.
  let server: SessionBusServer
  /// The names in answers.
  let names: CorpusNames

  /// Makes the call in `line`, and returns its answer.
  func lines(_ line: String) throws -> [String] {
    let words = line.split(separator: " ").dropFirst().map(String.init)
    let call = words[0].split(separator: ".").map(String.init)
    let interface = Self.interfaces[call[0]] ?? call[0]
    let arguments = words.dropFirst().map { word in word == "''" ? "" : Self.interfaces[word] ?? word }
    let result = try server.run(
      "busctl", ["--user", "--json=short", "call", Self.name, Self.path, interface, call[1]] + arguments)
    guard result.exitCode == 0 else {
      return ["refused: " + names.named(result.errorText.trimmingCharacters(in: .whitespacesAndNewlines))]
    }
    guard !result.output.isEmpty else { return ["done"] }
    guard let json = CorpusJSON.lines(of: result.text) else {
      return names.named(result.text).split(separator: "\n").map(String.init)
    }
    return call[1] == "Introspect" ? Self.description(result.text) : names.members(Self.values(json))
  }

  /// The names of an introspection, as the corpus counts them: `Player.Next`, `Player.Volume`.
  func members() throws -> [String] {
    let text = try lines("MPRIS Introspectable.Introspect").joined(separator: "\n")
    var (interface, members): (String, [String]) = ("", [])
    for match in text.matches(of: /<(interface|method|property|signal) name="([^"]+)"/) {
      if match.1 == "interface" {
        interface = Self.interfaces.first { $0.value == match.2 }?.key ?? String(match.2)
      } else {
        members.append("\(interface).\(match.2)")
      }
    }
    return members
  }

  /// The values in lines of `busctl`, with the type of each behind its path: `.Volume (d): 0.5`. A double has as many
  /// digits as the version of `busctl` likes.
  static func values(_ lines: [String]) -> [String] {
    var values: [String] = []
    var type: Substring?
    for line in lines {
      guard let colon = line.firstRange(of: ": ") else { continue }
      let (path, value) = (line[..<colon.lowerBound], line[colon.upperBound...])
      if path.hasSuffix(".type") {
        type = value.dropFirst().dropLast()
        continue
      }
      var parts = path.split(separator: ".", omittingEmptySubsequences: false)
      parts.removeAll { $0 == "data" }
      parts = parts.map { part in part.hasPrefix("data[") ? part.dropFirst(4) : part }
      let short = parts == [""] ? "answer" : parts.joined(separator: ".")
      let kind = if let type { " (\(type))" } else { "" }
      switch type {
      case "d": values.append("\(short)\(kind): \(Double(value) ?? .nan)")
      case "x": values.append("\(short)\(kind): <microseconds>")
      default: values.append("\(short)\(kind): \(value)")
      }
      type = nil
    }
    return values
  }

  private static func description(_ json: String) -> [String] {
    let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let text = (object?["data"] as? [String])?.first ?? ""
    return text.split(separator: "\n").map { "| \($0)" }
  }
}

extension SessionBusServer {
  /// Runs a client of the bus to its end.
  fileprivate func run(_ program: String, _ arguments: [String]) throws -> ProcessRunner.Result {
    try ProcessRunner.run(program, arguments, environment: environment.merging(["LC_ALL": "C.UTF-8"]) { $1 })
  }
}
