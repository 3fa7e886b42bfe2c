extension Station {
  /// A station for a stream of which no more than its address is known: `name` stands for it where names are shown, and its id is
  /// made of the address, always the same.
  public init(address: String, name: String) {
    self.init(id: Self.id(ofAddress: address), name: name, url: address)
  }

  /// True for what ``init(address:name:)`` made, also after it was written to a file and read.
  public var isBareAddress: Bool { id == Self.id(ofAddress: url) }

  /// `address-` and 16 hexadecimal digits: 64 bits of the FNV-1a hash (Fowler, Noll, Vo; RFC 9923).
  private static func id(ofAddress address: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in address.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return "address-" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
