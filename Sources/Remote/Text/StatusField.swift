import AudioCore
import JSON
import RadioModel

/// A field of a ``StatusTemplate``: where its text comes from, and how it is shortened and escaped.
struct StatusField: Sendable, Equatable {
  /// What a field shows.
  enum Source: String, Sendable, CaseIterable {
    /// The state in one word: `playing`.
    case state
    /// The state as a symbol.
    case icon
    /// The name of the station or the address.
    case station
    /// The id of the station in the list.
    case id
    /// The artist of the title.
    case artist
    /// The song; the whole title when it names no artist.
    case title
    /// The title as the station sends it: `Artist - Song`.
    case line
    /// The volume, 0…100.
    case volume
    /// `muted` or nothing.
    case muted
    /// The codec of the stream.
    case codec
    /// The bit rate of the stream: `128 kbit/s`.
    case bitrate
    /// The time that the sound is behind live: `5:20`; empty at live.
    case behind
    /// The number of recordings that are being written; empty without one.
    case recordings
    /// The address of the stream.
    case url
    /// The address of the station's picture.
    case image
    /// Why the radio does not play.
    case reason
    /// A notice about the sound device.
    case notice
  }

  /// How a text is escaped.
  enum Escape: String, Sendable, CaseIterable {
    /// As text in Pango's markup.
    case pango
    /// As a JSON string, with its quotes.
    case json
    /// Without polybar's formatting tags, which have no escape.
    case polybar
  }

  /// The lengths to which a text can be cut, in characters.
  static let lengths = 1...999

  private let sources: [Source]
  private let length: Int?
  private let escapes: [Escape]

  /// Reads `title|station:40:pango`. Returns nil when `content` is not a field: it has other characters than letters,
  /// digits, `|` and `:`, or does not begin with a letter. Throws ``OptionError`` for an unknown name.
  init?(_ content: Substring) throws(OptionError) {
    let isField = content.utf8.allSatisfy { $0.isLetterOrDigit(or: "|:") }
    guard isField, content.first?.isLetter == true else { return nil }
    let words = content.split(separator: ":", omittingEmptySubsequences: false)
    var sources: [Source] = []
    for name in words[0].split(separator: "|", omittingEmptySubsequences: false) {
      guard let source = Source(rawValue: String(name)) else {
        throw Self.unknown("field {\(name)}", name, among: Source.allCases.map(\.rawValue))
      }
      sources.append(source)
    }
    var length: Int?
    var escapes: [Escape] = []
    for word in words.dropFirst() {
      if let number = Int(word), Self.lengths.contains(number) {
        length = number
      } else if let escape = Escape(rawValue: String(word)) {
        escapes.append(escape)
      } else {
        throw Self.unknown("modifier :\(word)", word, among: Escape.allCases.map(\.rawValue))
      }
    }
    (self.sources, self.length, self.escapes) = (sources, length, escapes)
  }

  private static func unknown(_ what: String, _ word: Substring, among words: [String]) -> OptionError {
    let hint =
      NearestWord.find(String(word), among: words).map { "did you mean \($0)?" } ?? words.joined(separator: ", ")
    return OptionError("\(option: .statusFormat) has no \(what); \(hint)")
  }

  /// Returns the text of the first source that has one, before it is shortened and escaped. `status` is clean.
  func value(of status: RadioStatus) -> String {
    for source in sources {
      let text = Self.text(source, of: status)
      if !text.isEmpty { return text }
    }
    return ""
  }

  /// Returns `value` shortened, then escaped in the order of the modifiers.
  func filtered(_ value: String) -> String {
    var text = value
    if let length, text.count > length { text = String(text.prefix(length - 1)) + "…" }
    for escape in escapes { text = Self.escaped(text, escape) }
    return text
  }

  private static func text(_ source: Source, of status: RadioStatus) -> String {
    // A title that was heard before the radio stopped is not a title that is heard.
    let title = status.state.isTunedIn || status.isHeld ? status.title : nil
    return switch source {
    case .state: status.state.rawValue
    case .icon: icon(status.state)
    case .station: status.name
    case .id: status.station ?? ""
    case .artist: title.flatMap { SongTitle($0).artist } ?? ""
    case .title: title.map { SongTitle($0).song } ?? ""
    case .line: title ?? ""
    case .volume: String(status.volume)
    case .muted: status.isMuted ? "muted" : ""
    case .codec: status.codec?.displayName ?? ""
    case .bitrate: BitRateText.coding(nil, bitRate: status.bitRate)
    case .behind: StatusPart.behindLive(status) ?? ""
    case .recordings: status.recordings > 0 ? String(status.recordings) : ""
    case .url: status.url?.text ?? ""
    case .image: status.image?.text ?? ""
    case .reason: status.reason ?? ""
    case .notice: status.notice ?? ""
    }
  }

  private static func icon(_ state: RadioStatus.State) -> String {
    switch state {
    case .playing: "▶"
    case .paused: "⏸"
    case .stopped, .ended: "⏹"
    case .connecting, .buffering, .retrying: "…"
    case .failed: "✗"
    }
  }

  private static func escaped(_ text: String, _ escape: Escape) -> String {
    switch escape {
    case .json:
      var bytes: [UInt8] = []
      JSONWriter.appendText(text, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    case .polybar: return text.replacing("%{", with: "% {")
    case .pango: return MarkupText.escaped(text, quotes: true)
    }
  }
}
