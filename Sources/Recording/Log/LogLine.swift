import AudioCore
package import JSON

/// What the log of a station says of a file, as a line of `log.jsonl`.
///
/// Times are in seconds since 1970; in JSON they are ISO 8601 in local time with its offset. Places are in seconds since the
/// beginning of the file.
package struct LogLine: Sendable, Equatable {
  /// The name of the file of lines, in the folder of the log.
  package static let fileName = "log.jsonl"
  /// The maximum number of gaps, reconnections, titles and silences of a line, each; later ones are left out, and counted.
  package static let maximumCount = 2000

  /// Sound that is missing.
  package struct Gap: Sendable, Equatable {
    /// Why it is missing.
    package enum Cause: String, Sendable {
      /// A lost connection.
      case connection
      /// The station's stream was broken or damaged.
      case stream
      /// The disk was full, or could not be written.
      case disk
      /// The disk was so slow that sound was dropped.
      case slow
      /// No program wrote the log.
      case stopped
    }

    /// When the last sound before it was received; it may be before the file.
    package var begin: Double
    /// When the first sound behind it was received.
    package var end: Double
    package var place: Double
    package var cause: Cause

    /// A gap with these values.
    package init(begin: Double, end: Double, place: Double, cause: Cause) {
      (self.begin, self.end, self.place, self.cause) = (begin, end, place, cause)
    }
  }

  /// Something at a place.
  package struct Mark: Sendable, Equatable {
    package var time: Double
    package var place: Double
    /// The title; empty where a title ended. Nil for a reconnection.
    package var title: String?

    /// A mark with these values.
    package init(time: Double, place: Double, title: String? = nil) {
      (self.time, self.place, self.title) = (time, place, title)
    }
  }

  /// Silence of more than 10 s.
  package struct Silence: Sendable, Equatable {
    /// Where it begins; negative when that is in a file before.
    package var place: Double
    /// How long it lasts, up to the end of the file at most.
    package var seconds: Double

    /// A silence with these values.
    package init(place: Double, seconds: Double) { (self.place, self.seconds) = (place, seconds) }
  }

  /// The name of the file, below the folder of the log.
  package var file: String
  /// Its size in bytes.
  package var size = 0
  /// When its first packet was received.
  package var begin: Double
  /// When the first packet behind it was received, or its last one, where nothing follows at once.
  package var end: Double
  /// The duration of its sound.
  package var seconds = 0.0
  /// The codec of its packets; nil where it is not known.
  package var codec: String?
  /// True when the program was killed while it wrote the file. The rest of the line is then what was known before.
  package var isCutOff = false
  package var gaps: [Gap] = []
  package var reconnections: [Mark] = []
  package var titles: [Mark] = []
  package var silences: [Silence] = []
  /// Integrated loudness in LUFS; nil when nothing was louder than the gate, or the sound could not be decoded.
  package var loudness: Double?
  /// The number of entries that were left out.
  package var leftOut = 0

  /// A line for a file that begins.
  package init(file: String, begin: Double) { (self.file, self.begin, self.end) = (file, begin, begin) }

  /// Adds an element to one of the lists, unless that is full.
  package mutating func add<Element>(_ element: Element, to list: WritableKeyPath<LogLine, [Element]>) {
    if self[keyPath: list].count < Self.maximumCount { self[keyPath: list].append(element) } else { leftOut += 1 }
  }

  /// The line as JSON.
  package var json: JSONValue {
    .object([
      "file": file, "size": size, "begin": ClockText.iso8601(begin), "end": ClockText.iso8601(end), "seconds": seconds,
      "codec": codec, "cutOff": isCutOff ? true : nil, "loudness": loudness, "gaps": gaps.map(\.json),
      "reconnections": reconnections.map(\.json), "titles": titles.map(\.json), "silences": silences.map(\.json),
      "leftOut": leftOut > 0 ? leftOut : nil,
    ])
  }

  /// Reads a line; nil when it is not one.
  package init?(json: JSONValue) {
    guard let file = json["file"]?.text, let begin = json.time("begin") else { return nil }
    self.init(file: file, begin: begin)
    size = json["size"]?.integer() ?? 0
    end = json.time("end") ?? begin
    seconds = json["seconds"]?.double ?? 0
    codec = json["codec"]?.text
    isCutOff = json["cutOff"]?.flag ?? false
    loudness = json["loudness"]?.double
    gaps = json["gaps"]?.elements?.compactMap(Gap.init) ?? []
    reconnections = json["reconnections"]?.elements?.compactMap(Mark.init) ?? []
    titles = json["titles"]?.elements?.compactMap(Mark.init) ?? []
    silences = json["silences"]?.elements?.compactMap(Silence.init) ?? []
    leftOut = json["leftOut"]?.integer() ?? 0
  }
}

extension LogLine.Gap {
  fileprivate var json: JSONValue {
    .object([
      "begin": ClockText.iso8601(begin), "end": ClockText.iso8601(end), "place": place, "cause": cause.rawValue,
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let begin = json.time("begin"), let end = json.time("end"),
      let cause = json["cause"]?.text.flatMap(Cause.init)
    else { return nil }
    self.init(begin: begin, end: end, place: json["place"]?.double ?? 0, cause: cause)
  }
}

extension LogLine.Mark {
  fileprivate var json: JSONValue { .object(["time": ClockText.iso8601(time), "place": place, "title": title]) }

  fileprivate init?(_ json: JSONValue) {
    guard let time = json.time("time"), let place = json["place"]?.double else { return nil }
    self.init(time: time, place: place, title: json["title"]?.text)
  }
}

extension LogLine.Silence {
  fileprivate var json: JSONValue { .object(["place": place, "seconds": seconds]) }

  fileprivate init?(_ json: JSONValue) {
    guard let place = json["place"]?.double, let seconds = json["seconds"]?.double else { return nil }
    self.init(place: place, seconds: seconds)
  }
}

extension JSONValue {
  /// The member `key` as a time in seconds since 1970.
  fileprivate func time(_ key: String) -> Double? { self[key]?.text.flatMap(ClockText.time(ofISO8601:)) }
}
