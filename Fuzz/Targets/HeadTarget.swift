extension FuzzTarget {
  /// The head normaliser: any bytes, for any split, give a canonical head that a strict parser accepts, or a named
  /// fault.
  static let head = FuzzTarget("head") { input in
    let charset = input.charset()
    let splits = input.splits()
    let bytes = input.payload
    let whole = NormalizedAnswer(bytes, charset: charset)
    let split = NormalizedAnswer(bytes, splits: splits, charset: charset)
    claim(whole == split, "the same answer, however it is split: \(whole) and \(split)")
    guard whole.headFault == nil, !whole.head.isEmpty else { return }
    claim(whole.head.count + whole.body.count <= 4 * bytes.count + 2048, "an answer stays small: \(whole)")
    if let fault = CanonicalHead.fault(whole.head) { fail("broken promise: a canonical head, but \(fault)") }
    // llhttp refuses bytes behind a head that never has a body, which is correct.
    let isBodiless = ["204", "304"].contains(String(decoding: whole.head.dropFirst(9).prefix(3), as: UTF8.self))
    if let fault = CanonicalHead.faultByLLHTTP(whole.head + (isBodiless ? [] : whole.body)) {
      fail("broken promise: NIO's parser takes it, but \(fault)")
    }
    // A reason beyond ASCII is in a field of our own, which no server can send.
    let reason = CanonicalHead.fields(whole.head).first { $0.name == "springradio-reason" }?.value ?? ""
    guard reason.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    let again = NormalizedAnswer(whole.head + whole.body, charset: charset)
    claim(
      again.isSameHead(as: whole) && again.body == whole.body,
      "a canonical head is its own canonical head: \(whole) and \(again)")
  }
}
