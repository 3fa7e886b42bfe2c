extension Station {
  /// A station for a stream of which no more than its address is known: `name` stands for it where names are shown, and its id is
  /// made of the address, always the same.
  public init(address: String, name: String) {
    self.init(id: Self.id(ofAddress: address), name: name, url: address)
  }

  /// True for what ``init(address:name:)`` made, also after it was written to a file and read.
  public var isBareAddress: Bool { id == Self.id(ofAddress: url) }

  /// `address-` and 16 hexadecimal digits.
  private static func id(ofAddress address: String) -> String { "address-" + StableHash.digits(of: address) }
}
