import Downloader

/// Addresses of playlists' entries and HLS variants that were opened and gave no sound: they are tried last.
package struct SilentAddresses {
  /// Addresses that are kept.
  static let capacity = 64

  /// Without their queries, in which a token may have changed.
  private var paths: [Substring] = []

  /// No addresses.
  package init() {}

  /// True when `address` gave no sound the last time.
  func contains(_ address: StreamURL) -> Bool { paths.contains(Self.path(address)) }

  /// Notes whether `address` gave sound.
  mutating func note(_ address: StreamURL, hasSound: Bool) {
    let path = Self.path(address)
    paths.removeAll { $0 == path }
    guard !hasSound else { return }
    paths.append(path)
    if paths.count > Self.capacity { paths.removeFirst() }
  }

  private static func path(_ address: StreamURL) -> Substring { address.text.prefix { $0 != "?" } }
}
