import AudioCore
import Downloader
import Radio
import Terminal

/// Formats a probe's report, for people and as JSON.
enum ReportText {
  /// Returns container, codec, bit rate and decoded format as a short text.
  static func codecLine(_ report: Probe.Report) -> String {
    var words: [String] = []
    if let kind = report.kind { words.append(kind.name) }
    if let bitRate = report.bitRate { words.append("\((bitRate + 500) / 1000) kbit/s") }
    if let format = report.format {
      words.append("\(format.sampleRate) Hz")
      words.append(format.channels == 1 ? "mono" : format.channels == 2 ? "stereo" : "\(format.channels) channels")
    }
    return words.joined(separator: " ")
  }

  /// Returns the protocol of a segmented stream; nil for a stream in a single response.
  private static func protocolLine(_ head: StreamHead) -> String? {
    guard let segments = head.segments else { return nil }
    let bitRate = segments.bitRate.map { ", variant of \(($0 + 500) / 1000) kbit/s" } ?? ""
    return "HLS\(segments.hasEnd ? ", a recording" : "")\(bitRate)"
  }

  /// Returns the whole report as lines of label and value. `name` is the source, shown when no server was involved.
  static func table(_ report: Probe.Report, name: String) -> String {
    var rows: [(String, String?)] = report.head.map(serverRows) ?? [("file", name)]
    rows += [
      ("stream", codecLine(report)), ("length", report.length.map { StatusRows.clock($0 / .seconds(1)) }),
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
      ("announced", head.announcedKilobits.map { "\($0) kbit/s" }),
      ("titles", head.metadataInterval.map { "every \($0) bytes" } ?? "none"),
    ]
  }

  /// Returns the whole report as one JSON object. For a file it has a member `file` instead of the server's members.
  static func json(_ report: Probe.Report, name: String) -> String {
    var object = JSONObject()
    if let head = report.head { addServer(head, to: &object) } else { object.add("file", name) }
    addCodec(of: report, to: &object)
    object.add("length", report.length.map(seconds))
    object.add("timeToHead", report.timeToHead.map(seconds))
    object.add("timeToFirstPacket", report.timeToFirstPacket.map(seconds))
    object.add("timeToFirstSound", report.timeToFirstSound.map(seconds))
    if let head = report.head {
      var headers = JSONObject()
      for field in head.headers { headers.add(field.name.lowercased(), field.value) }
      object.add("headers", headers)
    }
    return object.text
  }

  private static func addServer(_ head: StreamHead, to object: inout JSONObject) {
    object.add("url", head.url.text)
    object.add("hops", head.hops)
    object.add("protocol", head.segments == nil ? "http" : "hls")
    object.add("variantBitRate", head.segments?.bitRate)
    object.add("status", head.status)
    object.add("contentType", head.contentType)
    object.add("name", head.name)
    object.add("genre", head.genre)
    object.add("description", head.summary)
    object.add("homepage", head.homepage)
    object.add("server", head.server)
    object.add("announcedKilobits", head.announcedKilobits)
    object.add("metadataInterval", head.metadataInterval)
  }

  /// Adds the members about the stream itself.
  static func addCodec(of report: Probe.Report, to object: inout JSONObject) {
    object.add("kind", report.kind?.name)
    object.add("container", report.container?.word)
    if report.isHLS { object.add("hls", true) }
    object.add("codec", report.codec?.rawValue)
    object.add("bitRate", report.bitRate)
    object.add("sampleRate", report.format?.sampleRate)
    object.add("channels", report.format?.channels)
    object.add("title", report.title)
  }

  private static func seconds(_ duration: Duration) -> Double { (duration / .milliseconds(1)).rounded() / 1000 }

  private static func milliseconds(_ duration: Duration) -> String {
    "\(Int((duration / .milliseconds(1)).rounded())) ms"
  }
}
