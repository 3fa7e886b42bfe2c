import AudioCore

/// A part of what a status says of the sound, as the terminal's status row and the lines of `radiod ctl` show it. A new
/// field of the status that people see is one element of ``parts(of:)``.
package struct StatusPart: Equatable, Sendable {
  /// The text before the value, such as `buffer`; empty when the value explains itself.
  package var label = ""
  /// The value as the status row shows it: `8.1 s`.
  package var value: String
  /// Text behind the value that matters less, such as the length of a file.
  package var remark = ""
  /// The whole part as a line of text says it: `buffer 8 s`; nil when a line leaves it out.
  package var line: String?
  /// The filled share of a gauge, 0…1; nil without a gauge.
  package var gauge: Double?
  /// When space is short, the parts with the highest rank are dropped first.
  package var rank: Int
  /// True for a part at the right end of the row.
  package var isTrailing = false
  /// True for a part that needs attention.
  package var isNotice = false
  /// True for a part that is only looked up.
  package var isFaint = false

  /// Returns all parts that are known, in the order of the status row.
  package static func parts(of status: RadioStatus) -> [StatusPart] {
    var parts: [StatusPart] = []
    let remark =
      status.length.map { " / " + PlayingTimeText.text($0) }
      ?? status.estimatedLength.map { " / about " + PlayingTimeText.text($0) } ?? ""
    let elapsed = PlayingTimeText.text(status.elapsed)
    parts.append(StatusPart(value: elapsed, remark: remark, line: status.isHeld ? "at \(elapsed)" : nil, rank: 1))
    if let behind = behindLive(status) {
      parts.append(StatusPart(value: "\(behind) behind live", line: "\(behind) behind live", rank: 1))
    }
    let coding = BitRateText.coding(status.codec, bitRate: status.bitRate)
    if !coding.isEmpty { parts.append(StatusPart(value: coding, line: coding, rank: 2)) }
    if let format = status.format?.displayName {
      parts.append(StatusPart(value: format, line: format, rank: 4, isFaint: true))
    }
    if status.bufferCapacity > 0 {
      let seconds = min(max(status.buffered, 0), maximumBuffer)
      parts.append(
        StatusPart(
          label: "buffer", value: "\(NumberText.tenths(seconds)) s", line: "buffer \(Int(seconds.rounded())) s",
          gauge: seconds / targetBuffer, rank: 3, isNotice: isRunningDry(status)))
    }
    parts.append(
      StatusPart(
        label: status.isMuted ? "" : "volume", value: status.isMuted ? "muted" : "\(status.volume) %",
        line: volumeLine(status), gauge: status.isMuted ? nil : Double(status.volume) / 100, rank: 0, isTrailing: true,
        isNotice: status.isMuted))
    return parts
  }

  /// Returns `volume 70 %` or `volume 70 %, muted`.
  package static func volumeLine(_ status: RadioStatus) -> String {
    "volume \(status.volume) %" + (status.isMuted ? ", muted" : "")
  }

  /// Returns how far the sound is behind live: `5:20`; nil below one second, and without a live position.
  package static func behindLive(_ status: RadioStatus) -> String? {
    guard let behind = status.behindLive, behind >= minimumBehind else { return nil }
    return PlayingTimeText.text(behind)
  }

  /// True when a station's sound will soon run out, or has: the end of a file is normal.
  private static func isRunningDry(_ status: RadioStatus) -> Bool {
    status.state == .buffering
      || status.state == .playing && status.length == nil && status.estimatedLength == nil
        && status.buffered < targetBuffer * lowShare
  }

  /// The sound with which a station resumes, in seconds: `TimeShiftBuffer.Limits` of Parser. A gauge is full there; most
  /// stations send little more.
  package static let targetBuffer = 2.0
  /// The share of `targetBuffer` below which the sound runs out.
  private static let lowShare = 0.25
  /// The minimum time behind live that is shown, in seconds.
  private static let minimumBehind = 1.0
  /// The longest buffer that is shown, in seconds.
  private static let maximumBuffer = 9999.0
}
