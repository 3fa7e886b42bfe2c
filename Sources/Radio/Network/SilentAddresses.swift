import AudioCore

/// The addresses of playlist entries and HLS variants that were opened and gave no sound. They are tried last.
package struct SilentAddresses {
  /// The maximum number of addresses that are kept.
  static let capacity = 64

  /// The addresses without their queries, since a token in the query may have changed.
  private var paths: [Substring] = []

  /// True when `address` gave no sound the last time.
  func contains(_ address: StreamURL) -> Bool { paths.contains(Self.path(address)) }

  /// Records whether `address` gave sound.
  mutating func record(_ address: StreamURL, hasSound: Bool) {
    let path = Self.path(address)
    paths.removeAll { $0 == path }
    guard !hasSound else { return }
    paths.append(path)
    if paths.count > Self.capacity { paths.removeFirst() }
  }

  private static func path(_ address: StreamURL) -> Substring { address.text.prefix { $0 != "?" } }
}
