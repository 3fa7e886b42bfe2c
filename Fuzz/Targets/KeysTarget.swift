import Terminal

extension FuzzTarget {
  /// What a terminal sends, with pauses: keys without control characters, pasted text as one clean line; afterwards a
  /// key is a key again.
  static let keys = FuzzTarget("keys") { input in
    let pauses = input.choice([0, 1, 7, 64])
    var parser = KeyParser()
    var count = 0
    func check(_ found: TerminalInput?) {
      guard let found else { return }
      count += 1
      switch found {
      case .key(.character(let scalar)):
        claim(TextFault.control(String(Character(scalar))) == nil, "a key is not a control character: \(scalar.value)")
      case .paste(let text):
        claim(text.utf8.count <= KeyParser.maximumPasteLength, "\(text.utf8.count) bytes of pasted text")
        if let fault = TextFault.inLine(text, limit: .max) { fail("broken promise: a clean line, but \(fault)") }
      case .key, .mouse: break
      }
    }
    let bytes = input.payload
    for (index, byte) in bytes.enumerated() {
      if pauses > 0, index % pauses == 0, parser.waitLimit != nil { check(parser.timeOut()) }
      check(parser.feed(byte))
    }
    claim(count <= bytes.count + bytes.count(where: { $0 == 0x1B }), "\(count) keys of \(bytes.count) bytes")
    while parser.waitLimit != nil { check(parser.timeOut()) }
    // Text may be pasted without an end: then that ends here. An ESC would end other sequences, too.
    if Bytes.find("200", in: bytes) != nil { for byte in Array("\u{1B}[201~".utf8) { check(parser.feed(byte)) } }
    // As many bytes as belong to an unfinished mouse report.
    for byte in Array("xxxx".utf8) { check(parser.feed(byte)) }
    claim(parser.feed(UInt8(ascii: "x")) == .key(.character("x")), "a key is a key again")
  }
}
