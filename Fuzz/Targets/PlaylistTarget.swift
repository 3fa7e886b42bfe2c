import AudioCore
import Stations

extension FuzzTarget {
  /// PLS files.
  static let pls = playlist("pls", .pls)
  /// M3U files.
  static let m3u = playlist("m3u", .m3u)
  /// XSPF files.
  static let xspf = playlist("xspf", .xspf)
  /// ASX files.
  static let asx = playlist("asx", .asx)

  /// A kind of playlist: few, usable, clean entries, which read the same after they are written again.
  private static func playlist(_ name: String, _ kind: Playlist.Kind) -> FuzzTarget {
    FuzzTarget(name) { input in
      let base = input.choice(["http://host/a/b?c", "https://u:p@host:81", "http://[::1]/", "file.pls", ""])
      let bytes = input.payload
      let entries: [Playlist.Entry]
      do throws(TuneError) {
        entries = try Playlist.parse(bytes, kind: kind, base: base)
      } catch {
        switch error {
        case .format(.emptyPlaylist(base)): return
        case .format(.unsupported(base, "HLS")): return claim(kind == .m3u, "HLS looks like M3U")
        default: fail("broken promise: a playlist is empty or HLS, but \(error)")
        }
      }
      claim((1...Playlist.maximumEntries).contains(entries.count), "\(entries.count) entries")
      for entry in entries {
        if let fault = EntryFault.of(entry) { fail("broken promise: an entry of use, but \(fault): \(entry)") }
      }
      let written = PlaylistWriter.write(entries, as: kind)
      let again = (try? Playlist.parse(written, kind: kind, base: "")) ?? []
      claim(again == entries, "an entry is read as it was written: \(entries) and \(again)")
      let recognized = Playlist.recognize(contentType: nil, prefix: Array(written.prefix(Playlist.prefixBytes)))
      claim(recognized == kind, "what is written as \(kind) is recognized: \(String(describing: recognized))")
    }
  }
}
