import Foundation

/// Puts names in the place of what differs from run to run: times, ids, ports, versions, paths, and figures that grow
/// with time. All else stays as it came.
struct CorpusNames: Sendable {
  /// Texts and their names, such as a port and `<http>`.
  var texts: [(text: String, name: String)] = []

  /// What stands for the value of a member. The type stays: a number that became a text shows.
  private static let members = [
    "time": "<time>", "clock": "<time>", "started": "<time>", "elapsed": "<seconds>", "buffered": "<seconds>",
    "event": "<event>", "searchedAt": "<time>", "age": "<seconds>",
    "processorSeconds": "<seconds>", "residentBytes": "<number>", "deviceFaults": "<number>", "reconnects": "<number>",
    "color": "<color>", "program": "<version>", "version": "<version>",
    "retryIn": "<seconds>", "underruns": "<count>", "titleElapsed": "<seconds>", "behindLive": "<seconds>",
    "seekableStart": "<seconds>", "seekableEnd": "<seconds>", "start": "<seconds>", "end": "<seconds>",
    "live": "<seconds>", "at": "<time>", "bytes": "<number>",
  ]
  /// The same for members whose names are also those of others.
  private static let paths = [".position": "<seconds>"]
  /// The same for keys of MPD's protocol.
  private static let keys = [
    "elapsed": "<seconds>", "time": "<seconds>:0", "uptime": "<seconds>", "playtime": "<seconds>",
    "db_update": "<time>", "playlist": "<version>", "Last-Modified": "<time>",
  ]
  /// Metrics whose values differ.
  private static let running = [
    "process_", "springradio_elapsed_", "springradio_buffered_", "springradio_events_", "springradio_received_",
    "springradio_http_", "springradio_stream_", "springradio_spectr", "springradio_sample_", "springradio_dry_",
    "springradio_device_", "springradio_decoding_", "springradio_build_info", "springradio_behind_live_",
    "springradio_timeshift_",
  ]

  /// `text` with its names. A text is only searched for what may be in it: regular expressions are slow here.
  func named(_ text: String) -> String {
    var text = text
    if text.contains("?v=") { text = text.replacing(/\?v=[0-9a-f]+/, with: "?v=<hash>") }
    if text.contains("-") {
      text = text.replacing(/"(stations|placeholder)-[0-9a-f]{16}"/) { "\"\($0.1)-<hash>\"" }
      text = text.replacing(/"[0-9a-f]{1,8}-[0-9a-f]{3,5}"/, with: "\"<page>\"")
      text = text.replacing(/(springradio-\d+=)[0-9a-f]{64}/) { "\($0.1)<session>" }
      text = text.replacing(/springradio-\d+=/, with: "springradio-<http>=")
    }
    if text.contains("has version ") { text = text.replacing(/(has version )\d+/) { "\($0.1)<version>" } }
    if text.contains("/track/") { text = text.replacing(/\/track\/\d+/, with: "/track/<number>") }
    for (part, name) in texts where text.contains(part) { text = text.replacingOccurrences(of: part, with: name) }
    return text
  }

  /// Lines of JSON, from ``CorpusJSON``.
  func members(_ lines: [String]) -> [String] {
    lines.map { line in
      guard let colon = line.firstRange(of: ": ") else { return line }
      let (path, value) = (line[..<colon.lowerBound], line[colon.upperBound...])
      let key = path.split(separator: ".").last.map(String.init) ?? ""
      guard let name = Self.paths[String(path)] ?? Self.members[key] else { return named(line) }
      if value.hasPrefix("\"") { return "\(path): \"\(name)\"" }
      return value.wholeMatch(of: /\d+(\.\d{1,3})?/) == nil ? line : "\(path): \(name)"
    }
  }

  /// A line of an answer while a connection is made, which may have its buffer already.
  static func withoutCapacity(_ line: String) -> String {
    line.hasPrefix(".bufferCapacity: ") ? ".bufferCapacity: <seconds>" : line
  }

  /// Lines of JSON of the log. Which record is the last one depends on time.
  func logMembers(_ lines: [String]) -> [String] {
    members(lines.filter { !$0.contains(".details") }).map { line in
      let key = line.prefix { $0 != ":" }.split(separator: ".").last ?? ""
      switch key {
      case "number", "warnings", "errors": return "\(line.prefix { $0 != ":" }): <count>"
      case "level", "category", "text": return "\(line.prefix { $0 != ":" }): \"<\(key)>\""
      default: return line
      }
    }
  }

  /// Lines of an answer of MPD's protocol.
  func protocolLines(_ lines: [String]) -> [String] {
    lines.map { line in
      guard let colon = line.firstRange(of: ": ") else { return named(line) }
      let key = String(line[..<colon.lowerBound])
      guard let name = Self.keys[key], key != "playlist" || Int(line[colon.upperBound...]) != nil else {
        return named(line)
      }
      return "\(key): \(name)"
    }
  }

  /// The text of metrics, with its comments when they are wanted.
  func metrics(_ text: String, hasComments: Bool) -> [String] {
    text.split(separator: "\n").filter { hasComments || $0.first != "#" }.map { line in
      guard line.first != "#", let blank = line.lastIndex(of: " "),
        let metric = Self.running.first(where: line.hasPrefix)
      else { return "| " + named(String(line)) }
      let name = metric == "springradio_build_info" ? line.prefix { $0 != "{" } : line[..<blank]
      return "| \(name) <number>"
    }
  }

  /// The text of server-sent events.
  func events(_ text: String) -> [String] {
    text.split(separator: "\n").flatMap { line -> [String] in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return [String(line)] }
      let value = String(parts[1].drop { $0 == " " })
      if parts[0] == "id" { return ["id: <event>"] }
      guard parts[0] == "data", let json = CorpusJSON.lines(of: value) else { return [named(String(line))] }
      return members(json.filter { !$0.hasPrefix(".levels[") && !$0.hasPrefix(".bars[") })
    }
  }
}
