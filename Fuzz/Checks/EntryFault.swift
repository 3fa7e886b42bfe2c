import AudioCore
import Stations

/// Checks a playlist's entry for faults.
enum EntryFault {
  static func of(_ entry: Playlist.Entry) -> String? {
    let url = entry.url
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else { return "its scheme" }
    if let fault = StreamURL.fault(url) { return "its address \(fault)" }
    if url.utf8.count > StreamURL.maximumLength { return "its address is too long" }
    if let fault = TextFault.control(url) { return "\(fault) is in its address" }
    if url.contains(where: \.isWhitespace) { return "a blank is in its address" }
    guard let title = entry.title else { return nil }
    if title.isEmpty { return "its title is empty" }
    return TextFault.inLine(title).map { "in its title is \($0)" }
  }
}
