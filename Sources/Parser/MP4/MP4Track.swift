import AudioCore

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
  /// How long the part from there on is, in units of the movie's time scale; nil when the edit list does not say it,
  /// or lists several pieces.
  var length: Int?
  /// Where its samples are, when they are not in fragments.
  var tables = SampleTables()

  /// Frames at the start of the first packet, at `rate` hertz, that are no sound of the programme.
  func delay(rate: Int) -> Int {
    // Opus tells it itself too (RFC 7845 5.1).
    if case .opus(_, _, let preSkip) = coding, start == nil { return preSkip }
    // More than a second is no delay but a cut, and cutting is not our business.
    guard let start, timescale > 0, start <= timescale else { return 0 }
    return start * rate / timescale
  }

  /// Frames of `packet`, which begins at `time`, that lie behind `end`, both in units of ``timescale``.
  func frames(of packet: Packet, at time: Int, behind end: Int) -> Int {
    guard end > time else { return packet.frameCount }
    guard timescale > 0, end - time < timescale else { return 0 }
    return max(0, packet.frameCount - (end - time) * packet.headerFormat.sampleRate / timescale)
  }

  /// When the sound of the programme ends, in units of ``timescale``, of media that end at `mediaEnd`; behind it the
  /// encoder filled up its last frames. `movieTimescale` is the unit of ``length``.
  func end(mediaEnd: Int, movieTimescale: Int) -> Int {
    guard let length, length > 0, movieTimescale > 0, timescale > 0, (start ?? 0) <= timescale else { return mediaEnd }
    // In 128 bits, of which the file says 96. A coarser unit than the track's is rounded up: what is cut must not be
    // sound.
    let product = length.multipliedFullWidth(by: timescale)
    guard product.high == 0 else { return mediaEnd }
    let units =
      (Int(clamping: product.low) / movieTimescale) &+ (Int(clamping: product.low) % movieTimescale > 0 ? 1 : 0)
    let (end, isTooMuch) = units.addingReportingOverflow(start ?? 0)
    // As at the start, more than a second is a cut.
    return !isTooMuch && end < mediaEnd && mediaEnd - end <= timescale ? end : mediaEnd
  }
}
