import AudioCore
import Bytes
import Downloader
import FoundationEssentials

extension FuzzTarget {
  /// Addresses: every program reads the same host and port; no text shows a password; a reference leads to an http(s)
  /// address or none.
  static let url = FuzzTarget("url") { input in
    let prefix = input.choice(["", "http://", "https://u:\(secret)@", "http://host/", "http://\(secret)@h/", "icy://"])
    guard let text = String(validating: input.payload, as: UTF8.self) else { return }
    let parts = text.split(separator: "\u{1}", maxSplits: 1, omittingEmptySubsequences: false)
    let address = prefix + parts[0]
    guard let url = parse(address) else { return }
    check(url, from: address)
    guard parts.count == 2 else { return }
    // A server's reference is cleaned before it is resolved.
    checkReference(CleanText.singleLine(String(parts[1]), limit: nil), from: url)
  }

  private static let secret = "s3cr3t-w0rd"

  private static func parse(_ text: String) -> StreamURL? {
    do throws(TuneError) {
      return try StreamURL(text)
    } catch {
      guard case .network(.badURL) = error else { fail("broken promise: a bad address, but \(error)") }
      claim(!error.description.contains(secret), "no password is shown: \(error)")
      return nil
    }
  }

  private static func check(_ url: StreamURL, from address: String) {
    claim(
      (1...65535).contains(url.port) && !url.host.isEmpty && url.pathAndQuery.utf8.first == 0x2F,
      "a whole address: \(url)")
    claim(!url.text.contains(secret) || !address.contains("\(secret)@"), "no password is shown: \(url.text)")
    claim(!url.text.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "no control bytes in a request: \(url)")
    do throws(TuneError) {
      let again = try StreamURL(url.text)
      claim(again.text == url.text && again.credentials == nil, "an address is its own: \(url.text), \(again.text)")
    } catch {
      fail("broken promise: an address can be read again: \(url.text): \(error)")
    }
    let target = url.requestTarget
    let isLegal = target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    claim(isLegal && target.utf8.first == 0x2F, "a legal request target: \(target)")
    let path = url.pathAndQuery
    claim(unescaped(target) == unescaped(path), "escaped once: \(path) as \(target)")
    // Foundation must read the same host: one address must not mean two hosts.
    guard !url.host.utf8.contains(UInt8(ascii: "%")), let other = URL(string: url.text),
      let host = other.host(percentEncoded: false)
    else { return }
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    claim(bare.lowercased() == url.host, "one host: '\(url.host)' and '\(bare)' of \(url.text)")
    claim(
      (other.port ?? (url.isSecure ? 443 : 80)) == url.port,
      "one port: \(url.port) and \(other.port ?? 0) of \(url.text)")
  }

  /// The bytes that escapes stand for; other text stays as it is.
  private static func unescaped(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let digits = bytes[index...].dropFirst().prefix(2)
      if bytes[index] == UInt8(ascii: "%"), digits.count == 2,
        digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        result.append(value)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func checkReference(_ reference: String, from url: StreamURL) {
    do throws(TuneError) {
      let target = try url.resolving(reference)
      check(target, from: reference)
      if TextFault.control(url.text) == nil, let fault = TextFault.control(target.text) {
        fail("broken promise: \(fault) is in \(target.text)")
      }
      if target.credentials != nil, !reference.utf8.contains(UInt8(ascii: "@")) {
        claim(target.origin == url.origin, "credentials stay at their origin: \(url.origin), \(target.origin)")
      }
    } catch {
      claim(!error.description.contains(secret), "no password is shown: \(error)")
    }
    guard let resolved = StreamURL.resolve(reference, base: url.text) else { return }
    let isHTTP = ["http://", "https://"].contains { resolved.utf8.starts(with: $0.utf8) }
    claim(isHTTP, "http or https: \(resolved)")
    claim(StreamURL.fault(resolved) == nil && TextFault.control(resolved) == nil, "an address of use: \(resolved)")
  }
}
