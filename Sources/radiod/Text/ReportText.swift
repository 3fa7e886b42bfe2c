import AudioCore
import Downloader
import JSON
import Parser
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
      ("stream", codecLine(report)), ("length", length(report)),
      ("title", report.title),
      ("head after", report.timeToHead.map(milliseconds)),
      ("packet after", report.timeToFirstPacket.map(milliseconds)),
      ("sound after", report.timeToFirstSound.map(milliseconds)),
    ]
    return rows.compactMap { label, value in value.map { label.padded(to: 14) + $0 } }.joined(separator: "\n")
  }

  private static func length(_ report: Probe.Report) -> String? {
    report.length.map { PlayingTimeText.text($0.seconds) }
      ?? report.estimatedLength.map { "about " + PlayingTimeText.text($0.seconds) }
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
    let source = report.head.map(serverMembers) ?? .object(["file": name])
    let times = JSONValue.object([
      "length": report.length?.seconds, "estimatedLength": report.estimatedLength?.seconds,
      "timeToHead": report.timeToHead?.seconds,
      "timeToFirstPacket": report.timeToFirstPacket?.seconds, "timeToFirstSound": report.timeToFirstSound?.seconds,
      "headers": (report.head?.headers).map { fields in
        JSONValue(.object(fields.map { JSONMember($0.name.lowercased(), $0.value.json) }))
      },
    ])
    return source.adding(codecMembers(report)).adding(times)
  }

  private static func serverMembers(_ head: StreamHead) -> JSONValue {
    .object([
      "url": head.url.text, "hops": head.hops, "protocol": head.segments == nil ? "http" : "hls",
      "variantBitRate": head.segments?.bitRate, "status": head.status, "contentType": head.contentType,
      "name": head.name, "genre": head.genre, "description": head.summary, "homepage": head.homepage,
      "server": head.server, "announcedKilobits": head.announcedKilobits, "metadataInterval": head.metadataInterval,
    ])
  }

  /// Returns the members about the stream itself.
  static func codecMembers(_ report: Probe.Report) -> JSONValue {
    .object([
      "kind": report.kind?.name, "container": report.container?.word, "hls": report.isHLS ? true : nil,
      "codec": report.codec?.rawValue, "bitRate": report.bitRate, "sampleRate": report.format?.sampleRate,
      "channels": report.format?.channels, "title": report.title, "rawTitle": report.rawTitle,
    ])
  }

  private static func milliseconds(_ duration: Duration) -> String {
    "\(Int((duration / .milliseconds(1)).rounded())) ms"
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { self / .seconds(1) }
}
