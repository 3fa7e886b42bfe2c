import AudioCore
import Downloader
import JSON
import Radio
import RadioModel

/// Formats a probe's report, for people and as JSON.
enum ReportText {
  /// Returns container, codec, bit rate and decoded format as a short text.
  static func codecLine(_ report: Probe.Report) -> String {
    var words: [String] = []
    if let kind = report.kind { words.append(kind.name) }
    if let bitRate = report.bitRate { words.append(BitRateText.text(bitRate)) }
    if let format = report.format {
      words += ["\(format.sampleRate) Hz", format.channelText]
    }
    return words.joined(separator: " ")
  }

  /// Returns the protocol of a segmented stream; nil for a stream in a single response.
  private static func protocolLine(_ head: StreamHead) -> String? {
    guard let segments = head.segments else { return nil }
    let bitRate = segments.bitRate.map { ", variant of \(BitRateText.text($0))" } ?? ""
    return "HLS\(segments.hasEnd ? ", a recording" : "")\(bitRate)"
  }

  /// Returns the whole report as lines of label and value. `name` is the source, shown when no server was involved.
  static func table(_ report: Probe.Report, name: String) -> String {
    var rows: [(String, String?)] = report.head.map(serverRows) ?? [("file", name)]
    rows += [
      ("stream", codecLine(report)), ("length", report.length.map { PlayingTimeText.text($0 / .seconds(1)) }),
      ("title", report.title),
      ("head after", report.timeToHead.map(milliseconds)),
      ("packet after", report.timeToFirstPacket.map(milliseconds)),
      ("sound after", report.timeToFirstSound.map(milliseconds)),
    ]
    return rows.compactMap { label, value in value.map { label.padded(to: 14) + $0 } }.joined(separator: "\n")
  }

  private static func serverRows(_ head: StreamHead) -> [(String, String?)] {
    head.hops.dropLast().map { ("redirect", $0) } + [
      ("address", head.url.text), ("protocol", protocolLine(head)), ("status", String(head.status)),
      ("type", head.contentType), ("name", head.name),
      ("genre", head.genre), ("about", head.summary), ("homepage", head.homepage), ("server", head.server),
      ("announced", head.announcedKilobits.map(BitRateText.text(kilobits:))),
      ("titles", head.metadataInterval.map { "every \($0) bytes" } ?? "none"),
    ]
  }

  /// Returns the whole report as one JSON object. For a file it has a member `file` instead of the server's members.
  static func json(_ report: Probe.Report, name: String) -> JSONValue {
    let source = report.head.map(serverMembers) ?? [JSONMember("file", .text(name))]
    let times = JSONValue.members([
      "length": report.length.map(JSONValue.seconds), "timeToHead": report.timeToHead.map(JSONValue.seconds),
      "timeToFirstPacket": report.timeToFirstPacket.map(JSONValue.seconds),
      "timeToFirstSound": report.timeToFirstSound.map(JSONValue.seconds),
      "headers": (report.head?.headers).map { fields in
        JSONValue(.object(fields.map { JSONMember($0.name.lowercased(), .text($0.value)) }))
      },
    ])
    return JSONValue(.object(source + codecMembers(report) + times))
  }

  private static func serverMembers(_ head: StreamHead) -> [JSONMember] {
    JSONValue.members([
      "url": .text(head.url.text), "hops": .array(head.hops.map(JSONValue.text)),
      "protocol": .text(head.segments == nil ? "http" : "hls"),
      "variantBitRate": (head.segments?.bitRate).map { .number($0) }, "status": .number(head.status),
      "contentType": head.contentType.map(JSONValue.text), "name": head.name.map(JSONValue.text),
      "genre": head.genre.map(JSONValue.text), "description": head.summary.map(JSONValue.text),
      "homepage": head.homepage.map(JSONValue.text), "server": head.server.map(JSONValue.text),
      "announcedKilobits": head.announcedKilobits.map { .number($0) },
      "metadataInterval": head.metadataInterval.map { .number($0) },
    ])
  }

  /// Returns the members about the stream itself.
  static func codecMembers(_ report: Probe.Report) -> [JSONMember] {
    JSONValue.members([
      "kind": (report.kind?.name).map(JSONValue.text), "container": (report.container?.word).map(JSONValue.text),
      "hls": report.isHLS ? .flag(true) : nil, "codec": (report.codec?.rawValue).map(JSONValue.text),
      "bitRate": report.bitRate.map { .number($0) }, "sampleRate": (report.format?.sampleRate).map { .number($0) },
      "channels": (report.format?.channels).map { .number($0) }, "title": report.title.map(JSONValue.text),
      "rawTitle": report.rawTitle.map(JSONValue.text),
    ])
  }

  private static func milliseconds(_ duration: Duration) -> String {
    "\(Int((duration / .milliseconds(1)).rounded())) ms"
  }
}

extension JSONValue {
  /// A duration in seconds, to the millisecond.
  static func seconds(_ duration: Duration) -> JSONValue { .number(duration / .seconds(1)) }
}
