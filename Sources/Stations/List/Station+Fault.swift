import AudioCore

extension Station {
  /// The reason why the station cannot be in a list, in words such as "url has a blank in it"; nil when it can. The id
  /// is not checked.
  public var fault: String? {
    if name.allSatisfy(\.isWhitespace) { return "name is empty" }
    if let fault = StreamURL.fault(url) { return "url \(fault)" }
    for address in alternates {
      if let fault = StreamURL.fault(address) { return "alternate \(fault)" }
    }
    let texts: [(String, String?)] = [
      ("name", name), ("homepage", homepage), ("image", image), ("country", country), ("language", language),
      ("encoding", encoding), ("userAgent", userAgent),
    ]
    for (what, text) in texts + tags.map({ ("tag", $0) }) {
      guard let text else { continue }
      if text.unicodeScalars.contains(where: \.isUnprintable) { return "\(what) holds a control character" }
      if text.utf8.count > Self.maximumMemberBytes { return "\(what) is longer than \(Self.maximumMemberBytes) bytes" }
    }
    let isLong = max(tags.count, alternates.count) > Self.maximumListLength
    return isLong ? "number of tags or alternates is larger than \(Self.maximumListLength)" : nil
  }
}
