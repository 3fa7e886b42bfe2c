import AudioCore
import Downloader

extension FuzzTarget {
  /// Cookies of any servers: bounded in number and bytes, sent only to the server that set them and to hosts of its
  /// domain, and without control bytes that would end their header.
  static let cookie = FuzzTarget("cookie") { input in
    let addresses = [
      "http://a.radio.example/live/x", "https://a.radio.example/", "http://b.radio.example:8000/seg/1?x",
      "http://127.0.0.1/",
      "http://radio.example/live", "http://other.example/live/x", "http://example/", "https://[::1]/live/",
    ].compactMap { try? StreamURL($0) }
    let start = ContinuousClock.now
    var jar = CookieJar()
    var setters: Set<String> = []
    let lines = input.payload.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let url = addresses[number % 4]
      jar.store(String(decoding: line, as: UTF8.self), from: url, at: start + .seconds(number))
      setters.insert(url.host)
      claim(jar.count <= CookieJar.capacity, "\(jar.count) cookies are too many")
    }
    for url in addresses {
      guard let line = jar.line(for: url, at: start + .seconds(lines.count)) else { continue }
      claim(line.utf8.count <= CookieJar.maximumLineBytes, "\(line.utf8.count) bytes of cookies are too many")
      claim(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "no control bytes in a header: \(line)")
      claim(setters.contains(url.host) || url.host.hasSuffix("radio.example"), "a cookie for \(url.host): \(line)")
    }
  }

  /// The SOCKS handshake: few and short requests, and no connection before the first request, for any split.
  static let socks = FuzzTarget("socks") { input in
    let credentials = input.choice([nil, "me:secret", "me", ":"])
    let splits = input.splits()
    let bytes = input.payload
    func run(_ splits: Splits) -> (sent: [[UInt8]], end: SOCKSHandshake.Action?) {
      var handshake = SOCKSHandshake(host: "radio.example", port: 8000, credentials: credentials)
      var sent: [[UInt8]] = []
      var end: SOCKSHandshake.Action?
      var fed = 0
      splits.forEach(of: bytes) { piece in
        fed += piece.count
        switch handshake.feed(piece) {
        case .needMore: break
        case .send(let more): sent.append(more)
        case let action:
          end = action
          return false
        }
        claim(sent.count <= 2 && fed < 2 + 2 + 600 + bytes.count, "an end: \(sent)")
        return true
      }
      return (sent, end)
    }
    // A real proxy answers only after a request. A piece with two answers counts as one here, so splits are not
    // compared.
    let split = run(splits)
    claim(split.sent.allSatisfy { $0.count <= 3 + 255 + 255 + 7 }, "short requests: \(split.sent)")
    if case .connected? = split.end { claim(!split.sent.isEmpty, "not connected before it was asked") }
  }
}
