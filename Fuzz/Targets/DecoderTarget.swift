import AudioCore

extension FuzzTarget {
  /// The decoders alone: packets that no parser has checked, behind set-ups of any kind, give sound as promised, or
  /// silence.
  static let decoder = FuzzTarget("decoder") { input in
    Sound(LoosePackets(&input).packets, isLoose: true).check()
  }
}
