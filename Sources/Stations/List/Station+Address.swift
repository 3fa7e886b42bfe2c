extension Station {
  /// A station for a stream of which only the address is known. `name` is the name to show. The id is made from the
  /// address and is always the same.
  public init(address: String, name: String) {
    self.init(id: Self.id(ofAddress: address), name: name, url: address)
  }

  /// True for a station that ``init(address:name:)`` made, also after it was written to a file and read again.
  public var isBareAddress: Bool { id == Self.id(ofAddress: url) }

  /// Returns `address-` and 16 hexadecimal digits.
  private static func id(ofAddress address: String) -> String { "address-" + StableHash.digits(of: address) }
}
