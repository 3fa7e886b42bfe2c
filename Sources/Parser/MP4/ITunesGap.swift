/// The tag `iTunSMPB`, in which iTunes states the encoder's delay, its padding and the length of the sound, in frames:
/// hexadecimal numbers with blanks between them, of which the first has no meaning. Its format is not published; this is
/// what the files have.
struct ITunesGap: Sendable, Equatable {
  static let name = "iTunSMPB"
  /// The frames before the sound.
  let delay: Int
  /// The frames of the sound.
  let length: Int

  /// Reads the tag's text; nil when it has another form, or states a delay or padding that no encoder has.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 4 else { return nil }
    let numbers = words[1..<4].compactMap { Int($0, radix: 16) }
    guard numbers.count == 3, numbers[0] <= Self.maximum, numbers[1] <= Self.maximum, numbers[2] > 0 else { return nil }
    (delay, length) = (numbers[0], numbers[2])
  }

  /// The most frames of delay or padding.
  private static let maximum = 16384
}
