/// Formats bit rates for people.
public enum BitRateText {
  /// The bit rates that are shown, in bit/s.
  private static let range = 1...100_000_000

  /// Returns `bitRate`, in bit/s, in kbit/s, rounded.
  public static func kilobits(_ bitRate: Int) -> Int { bitRate / 1000 + (bitRate % 1000 >= 500 ? 1 : 0) }

  /// Returns `bitRate`, in bit/s, as text: `128 kbit/s`.
  public static func text(_ bitRate: Int) -> String { text(kilobits: kilobits(bitRate)) }

  /// Returns a bit rate in kbit/s as text: `128 kbit/s`.
  public static func text(kilobits: Int) -> String { "\(kilobits) kbit/s" }

  /// Returns codec and bit rate, in bit/s, as far as they are known: `MP3 128 kbit/s`. Leaves out a bit rate that
  /// cannot be.
  public static func coding(_ codec: Codec?, bitRate: Int?) -> String {
    let rate = bitRate.flatMap { range.contains($0) ? text($0) : nil }
    return [codec?.displayName, rate].compactMap(\.self).joined(separator: " ")
  }
}
