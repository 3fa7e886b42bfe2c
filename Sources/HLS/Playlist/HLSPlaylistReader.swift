import AudioCore
import Bytes

/// Parses a playlist line by line.
struct HLSPlaylistReader {
  /// The maximum duration of a segment, and the maximum target duration, in seconds; longer ones are cut to it.
  private static let maximumSeconds = 3600.0
  /// The maximum distance of the start position, in seconds: no playlist is longer.
  private static let farthestOffset = maximumSeconds * Double(HLSPlaylist.maximumSegments)
  /// The maximum length of a byte range: the sum of all ranges of a playlist stays far below `Int.max`.
  private static let maximumRangeLength = 1 << 40
  /// The target duration of a playlist that has none, in seconds, unless its segments are longer.
  private static let defaultTarget = 6.0

  /// The values of the tags in front of a segment's address.
  private struct NextSegment {
    var seconds: Double?
    var title: String?
    var range: (count: Int, start: Int?)?
    var isDiscontinuity = false
    var isGap = false
  }

  private var hasBegun = false
  private var master = HLSMaster()
  private var media = HLSMedia(targetDuration: .zero)
  private var nextVariant: HLSVariant?
  private var nextSegment = NextSegment()
  private var key: HLSKey?
  /// True while `EXT-X-KEY` tags follow one another: they are alternatives, of which one is supported.
  private var isChoosingKey = false
  private var map: HLSMap?
  /// The address and the end of the range, if the last segment has a byte range.
  private var lastRange: (uri: String, end: Int)?
  /// The size of the texts of each kept segment, and of all of them, in bytes. A key or map counts for the first
  /// segment behind its tag.
  private var textBytes: (each: [Int], all: Int) = ([], 0)
  /// The size of the key and the map that does not count for a segment yet, in bytes.
  private var unitBytes = 0
  /// True once segments were dropped.
  private var hasDropped = false

  /// Parses the next line, which is not empty.
  mutating func read(_ line: String) throws(HLSError) {
    let line = line[...].trimmedBlanks
    if line.isEmpty { return }
    guard hasBegun else {
      guard line.hasPrefix("#EXTM3U") else { throw HLSError(reason: "does not begin with #EXTM3U") }
      hasBegun = true
      return
    }
    if !line.hasPrefix("#") {
      try read(uri: String(line))
    } else if line.hasPrefix("#EXT") {
      let name = line.prefix { $0 != ":" }
      try read(tag: name, value: line[name.endIndex...].dropFirst())
    }
  }

  /// Returns the playlist of all lines. Throws ``HLSError``.
  func playlist() throws(HLSError) -> HLSPlaylist {
    guard hasBegun else { throw HLSError(reason: "is empty") }
    if !master.variants.isEmpty { return .master(master) }
    var media = media
    if media.targetDuration == .zero {
      guard !media.segments.isEmpty else { throw HLSError(reason: "has neither streams nor segments") }
      media.targetDuration = media.segments.reduce(.seconds(Self.defaultTarget)) { max($0, $1.duration) }
    }
    if media.isEnded {
      guard !hasDropped else {
        throw HLSError(
          reason: """
            is a recording of more than \(HLSPlaylist.maximumSegments) segments, or \
            \(HLSPlaylist.maximumTextBytes >> 10) KiB of addresses
            """)
      }
    } else if media.startOffset == nil {
      media.dropFirst(media.segments.count - HLSPlaylist.maximumLiveSegments)
    }
    return .media(media)
  }

  /// Adds a segment, and drops the oldest ones when there are too many. It drops at least a quarter at a time, so that
  /// each segment moves only a few times.
  private mutating func append(_ segment: HLSSegment) {
    media.segments.append(segment)
    let bytes = segment.uri.utf8.count + (segment.title?.utf8.count ?? 0) + unitBytes
    unitBytes = 0
    textBytes.each.append(bytes)
    textBytes.all += bytes
    let count = media.segments.count
    guard count > HLSPlaylist.maximumSegments || textBytes.all > HLSPlaylist.maximumTextBytes, count > 1 else { return }
    var dropped = 0
    while dropped < count - 1, dropped < count / 4 || textBytes.all > HLSPlaylist.maximumTextBytes * 3 / 4 {
      textBytes.all -= textBytes.each[dropped]
      dropped += 1
    }
    textBytes.each.removeFirst(dropped)
    media.dropFirst(dropped)
    hasDropped = true
  }

  private mutating func read(uri: String) throws(HLSError) {
    if var variant = nextVariant {
      variant.uri = uri
      if master.variants.count < HLSPlaylist.maximumVariants { master.variants.append(variant) }
      nextVariant = nil
      return
    }
    guard let seconds = nextSegment.seconds else { return }
    var byteRange: Range<Int>?
    if let (count, start) = nextSegment.range {
      guard let start = start ?? (lastRange?.uri == uri ? lastRange?.end : nil) else {
        throw HLSError(reason: "has a segment without a known start")
      }
      byteRange = start..<start + count
    }
    lastRange = byteRange.map { (uri, $0.upperBound) }
    append(
      HLSSegment(
        uri: uri, duration: .seconds(seconds), title: nextSegment.title, byteRange: byteRange, key: key, map: map,
        isDiscontinuity: nextSegment.isDiscontinuity, isGap: nextSegment.isGap))
    nextSegment = NextSegment()
    isChoosingKey = false
  }

  private mutating func read(tag: Substring, value: Substring) throws(HLSError) {
    switch tag {
    case "#EXTINF":
      let number = value.prefix { $0 != "," }
      nextSegment.seconds = min(HLSNumber.decimal(number.trimmedBlanks) ?? 0, Self.maximumSeconds)
      nextSegment.title = HLSTitle.text(of: value[number.endIndex...].dropFirst())
    case "#EXT-X-BYTERANGE":
      guard let range = Self.range(value) else { throw HLSError(reason: "has a byte range that is none") }
      nextSegment.range = range
    case "#EXT-X-DISCONTINUITY": nextSegment.isDiscontinuity = true
    case "#EXT-X-GAP": nextSegment.isGap = true
    case "#EXT-X-KEY": read(key: HLSAttributes(value))
    case "#EXT-X-MAP": try read(map: HLSAttributes(value))
    case "#EXT-X-TARGETDURATION":
      guard let seconds = HLSNumber.decimal(value.trimmedBlanks) else { return }
      media.targetDuration = .seconds(min(max(seconds, 1), Self.maximumSeconds))
    case "#EXT-X-MEDIA-SEQUENCE":
      if media.segments.isEmpty, let number = HLSNumber.integer(value.trimmedBlanks) { media.firstSequence = number }
    case "#EXT-X-ENDLIST": media.isEnded = true
    case "#EXT-X-START": media.startOffset = HLSAttributes(value)["TIME-OFFSET"].flatMap(Self.offset)
    case "#EXT-X-STREAM-INF": nextVariant = Self.variant(HLSAttributes(value))
    case "#EXT-X-MEDIA": read(rendition: HLSAttributes(value))
    default: break
    }
  }

  private mutating func read(key attributes: HLSAttributes) {
    unitBytes += attributes["URI"]?.utf8.count ?? 0
    let isOurs = attributes["KEYFORMAT"] ?? "identity" == "identity"
    let chosen = isChoosingKey ? key : nil
    isChoosingKey = true
    switch attributes["METHOD"] {
    case "NONE": key = nil
    case "AES-128" where isOurs && attributes["URI"] != nil:
      key = .aes128(uri: attributes["URI"] ?? "", iv: attributes.hexadecimal("IV", count: 16))
    case let method:
      if case .aes128? = chosen { return }
      key = .unsupported(method: CleanText.singleLine(method ?? "an unknown method", limit: 40))
    }
  }

  private mutating func read(map attributes: HLSAttributes) throws(HLSError) {
    guard let uri = attributes["URI"] else { throw HLSError(reason: "has an EXT-X-MAP without an address") }
    var byteRange: Range<Int>?
    if let text = attributes["BYTERANGE"] {
      guard let (count, start) = Self.range(text[...]) else { throw HLSError(reason: "has a byte range that is none") }
      byteRange = (start ?? 0)..<(start ?? 0) + count
    }
    unitBytes += uri.utf8.count
    map = HLSMap(uri: uri, byteRange: byteRange, key: key)
  }

  private mutating func read(rendition attributes: HLSAttributes) {
    guard attributes["TYPE"] == "AUDIO", let group = attributes["GROUP-ID"],
      master.renditions.count < HLSPlaylist.maximumVariants
    else { return }
    master.renditions.append(
      HLSRendition(
        group: group, name: CleanText.singleLine(attributes["NAME"] ?? ""), uri: attributes["URI"],
        isDefault: attributes.isYes("DEFAULT"), isAutomatic: attributes.isYes("AUTOSELECT")))
  }

  private static func variant(_ attributes: HLSAttributes) -> HLSVariant {
    HLSVariant(
      bandwidth: attributes.integer("BANDWIDTH") ?? 0, averageBandwidth: attributes.integer("AVERAGE-BANDWIDTH"),
      codecs: (attributes["CODECS"] ?? "").split(separator: ",").map { String($0.trimmedBlanks) },
      audioGroup: attributes["AUDIO"],
      hasPictureSize: attributes["RESOLUTION"] != nil || attributes["FRAME-RATE"] != nil)
  }

  /// Parses `count` or `count@start`.
  private static func range(_ text: Substring) -> (count: Int, start: Int?)? {
    let parts = text.trimmedBlanks.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let count = parts.first.flatMap({ HLSNumber.integer($0) }), (1...maximumRangeLength).contains(count) else {
      return nil
    }
    guard parts.count > 1 else { return (count, nil) }
    guard let start = HLSNumber.integer(parts[1]) else { return nil }
    return (count, start)
  }

  /// Parses a number that may be negative; its distance from 0 is at most ``farthestOffset``.
  private static func offset(_ text: String) -> Double? {
    let isNegative = text.hasPrefix("-")
    let size = HLSNumber.decimal(text.dropFirst(isNegative ? 1 : 0)).map { min($0, farthestOffset) }
    return size.map { isNegative ? -$0 : $0 }
  }
}
