/// What the daemon has to ask for that no situation asks: paths, commands and members that came after the corpus.
struct CorpusCoverage {
  /// MPD's commands that are refused in any situation: a radio has nothing to seek, no tags to edit and no library. The
  /// corpus has how they are refused.
  private static let alwaysRefused = [
    "addtagid", "cleartagid", "rangeid", "seek", "seekcur", "seekid", "outputset", "getfingerprint", "readcomments",
    "kill",
    "config", "close",
  ]
  /// Members at the bus that are not asked: the system's library answers with the number of the machine, and a radio does
  /// not jump.
  private static let notAsked = ["Peer.GetMachineId", "Player.Seeked", "Properties.PropertiesChanged"]

  /// Routes whose answers depend on when a file is finished; the corpus has how they are refused. `KeepServiceTests` opens
  /// them.
  private static let notOpened: Set = [
    "POST /api/keep", "POST /api/recordings", "POST /api/recordings/{id}/stop", "GET /api/recordings/{id}/files/{n}",
    "HEAD /api/recordings/{id}/files/{n}",
  ]

  /// All entries of all situations.
  let entries: [CorpusEntry]

  /// The routes, such as `POST /api/stations/{id}`, that no request has opened.
  func missing(routes: [String]) -> [String] {
    let opened = entries.filter { $0.lines.first?.first == "2" }.map { entry in
      entry.request.split(separator: " ").prefix(2).joined(separator: " ").prefix { $0 != "?" }
    }
    return routes.filter { route in
      !Self.notOpened.contains(route) && !opened.contains { Self.fits($0, route) }
    }
  }

  private static func fits(_ path: Substring, _ route: String) -> Bool {
    let (parts, wanted) = (path.split(separator: "/"), route.split(separator: "/"))
    return parts.count == wanted.count && zip(parts, wanted).allSatisfy { $0 == $1 || $1 == "{id}" }
  }

  /// The commands of MPD that have never been carried out.
  func missing(commands: [String]) -> [String] {
    let done = entries.filter { $0.request.hasPrefix("MPD ") && $0.lines.last == "OK" }.map {
      $0.request.split(separator: " ")[1]
    }
    let known = Set(done.map(String.init) + Self.alwaysRefused)
    return commands.filter { !known.contains($0) }
  }

  /// The methods and properties at the bus that were not used.
  func missing(busMembers: [String]) -> [String] {
    let used = entries.filter { $0.request.hasPrefix("MPRIS ") }.flatMap { entry in
      let words = entry.request.split(separator: " ").map(String.init)
      return [words[1]] + (words.count > 4 ? ["\(words[3]).\(words[4])"] : [])
    }
    let known = Set(used + Self.notAsked)
    return busMembers.filter { !known.contains($0) }
  }
}
