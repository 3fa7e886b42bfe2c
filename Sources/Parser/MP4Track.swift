/// What a movie's index says of one track.
struct MP4Track: Sendable, Equatable {
  /// What a track is of.
  enum Kind: Sendable {
    case sound, video, other
  }

  /// By which fragments call it.
  var id = 0
  /// Units of its times in a second.
  var timescale = 0
  var kind = Kind.other
  /// How its samples are coded.
  var coding = MP4Coding.unsupported(kind: "an MP4 file that does not say how it is coded")
  /// Where in it playing begins, in units of ``timescale``, if its edit list says so: behind the encoder's delay.
  var start: Int?

  /// Frames at the start of the first packet, at `rate` hertz, that are no sound of the programme.
  func delay(rate: Int) -> Int {
    // Opus tells it itself too (RFC 7845 5.1).
    if case .opus(_, _, let preSkip) = coding, start == nil { return preSkip }
    // More than a second is no delay but a cut, and cutting is not our business.
    guard let start, timescale > 0, start <= timescale else { return 0 }
    return start * rate / timescale
  }
}
