import Stations

extension FuzzTarget {
  /// Recognition: any bytes are one kind or none, by their beginning alone, and parsing them as that kind is safe.
  static let recognition = FuzzTarget("recognition") { input in
    let contentType = input.choice([
      nil, "audio/x-scpls", "audio/x-mpegurl; charset=utf-8", "application/xspf+xml", "video/x-ms-asf", "text/html",
      ";", "",
    ])
    let url = input.choice([
      nil, "http://h/x.pls", "http://h/x.M3U8?y", "x.xspf", "http://h/x.asx#z", "http://h/.", ".",
    ])
    let bytes = input.payload
    let kind = Playlist.recognize(contentType: contentType, url: url, prefix: bytes)
    let front = Array(bytes.prefix(Playlist.prefixBytes))
    claim(kind == Playlist.recognize(contentType: contentType, url: url, prefix: front), "the beginning alone decides")
    if contentType == nil, url == nil, let kind {
      let other = Playlist.recognize(contentType: "audio/mpeg", url: "http://h/stream.mp3", prefix: bytes)
      claim(other == kind, "what the bytes say cannot be taken back: \(kind), \(String(describing: other))")
    }
    let isSound = bytes.prefix(Playlist.prefixBytes).contains(0) && !bytes.starts(with: [0xFF, 0xFE])
    claim(kind == nil || !isSound || bytes.starts(with: [0xFE, 0xFF]), "what holds NUL is not a playlist")
    _ = try? Playlist.parse(bytes, kind: kind ?? .m3u, base: "http://h/")
  }
}
