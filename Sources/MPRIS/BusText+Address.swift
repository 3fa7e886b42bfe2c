import AudioCore
import DBus

extension BusText {
  /// The maximum length of an address that is published, in bytes.
  private static let maximumAddressBytes = 2048

  /// Returns `text` when it is an address of one of `schemes` that needs no cleaning and is not too long, else nil.
  static func address(_ text: String, schemes: some Collection<String>) -> String? {
    guard text.utf8.count <= maximumAddressBytes else { return nil }
    guard let parts = AddressParts(text), schemes.contains(parts.scheme) else { return nil }
    let isClean = text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && !(0x7F...0x9F).contains(scalar.value) && !scalar.properties.isNoncharacterCodePoint
    }
    return isClean ? text : nil
  }
}
