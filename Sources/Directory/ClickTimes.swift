import JSON
package import SystemSupport

/// When the clicks of stations were sent, in a file that all programs of the user share: a click counts for a day, also
/// over restarts. The methods may block.
package struct ClickTimes: Sendable {
  /// How long a click counts, in seconds: in that time the directory counts one click per station and client address.
  package static let lifetime = 86400
  /// The maximum number of stations whose clicks are remembered.
  package static let maximumStations = 256
  /// The largest file that is read, in bytes: a full one needs less.
  private static let maximumBytes = 64 << 10
  /// The latest time that is understood, in seconds since 1970.
  private static let latest = 1 << 40
  private static let schemaVersion = 1

  private let file: StoredFile

  /// The times in the file at `path`, which need not exist. `onFault` gets one sentence when the file cannot be used.
  package init(path: String, onFault: @escaping @Sendable (String) -> Void) {
    file = StoredFile(path: path, maximumBytes: Self.maximumBytes, onFault: onFault)
  }

  /// Records a click for the station `id` at `time`, in seconds since 1970. Returns false when it must not be sent:
  /// there was one within a day, too many stations are remembered, or the file must not be written. Throws
  /// `.cannotCreate` and `.cannotWrite`; then it must not be sent either.
  package func record(_ id: String, at time: Int) throws(SystemError) -> Bool {
    var isDue = false
    try change { times in
      // After the clock was set back, a time may be in the future.
      times = times.filter { abs(time - $0.value) < Self.lifetime }
      guard times[id] == nil, times.count < Self.maximumStations else { return }
      times[id] = time
      isDue = true
    }
    return isDue
  }

  /// Forgets the click for the station `id`, which could not be sent. Throws `.cannotCreate` and `.cannotWrite`.
  package func forget(_ id: String) throws(SystemError) {
    try change { times in times[id] = nil }
  }

  private func change(_ body: (inout [String: Int]) -> Void) throws(SystemError) {
    try file.replace(Self.content) { known in
      var times = known ?? [:]
      body(&times)
      guard times != known ?? [:] else { return nil }
      let clicks = times.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value.json) }
      return JSONWriter.write(.object(["version": Self.schemaVersion, "clicks": JSONValue(.object(clicks))]))
    }
  }

  private static let content = StoredFile.object(version: schemaVersion) { (json) throws(JSONError) -> [String: Int] in
    guard let members = json["clicks"]?.members else {
      throw JSONError(line: json.line, reason: "\"clicks\" is missing or wrong")
    }
    let times = members.compactMap { member -> (String, Int)? in
      guard let time = member.value.integer(Int.self), (0...latest).contains(time) else { return nil }
      return (member.key, time)
    }
    return Dictionary(times) { first, _ in first }
  }
}
