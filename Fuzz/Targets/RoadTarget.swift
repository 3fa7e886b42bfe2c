extension FuzzTarget {
  /// The whole road: the bytes of an HTTP answer become a head, sound and titles, packets, PCM; the same for any split.
  static let road = FuzzTarget("road", isAudio: true) { input in
    let splits = input.splits()
    let bytes = input.payload
    let whole = Journey(bytes, splits: Splits(largest: .max, seed: 0))
    let split = Journey(bytes, splits: splits)
    claim(whole == split, "the same packets and titles, however the answer is split")
    let audio = whole.packets.reduce(0) { $0 + $1.bytes.count }
    claim(audio <= 2 * bytes.count + 8191, "damage does not multiply sound: \(audio) of \(bytes.count)")
    Sound(whole.packets).check()
  }
}
