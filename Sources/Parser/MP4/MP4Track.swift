import AudioCore
import Bytes

/// The description of one track in a movie's index.
struct MP4Track: Sendable, Equatable {
  /// The content of a track.
  enum Kind: Sendable {
    case sound, video, other
  }

  /// The number by which fragments refer to the track.
  var id = 0
  /// Units of its times per second.
  var timescale = 0
  var kind = Kind.other
  /// How its samples are coded.
  var coding = MP4Coding.unsupported(kind: "an MP4 file that does not say how it is coded")
  /// Where in the media playing begins, in units of ``timescale``, if the edit list states it: behind the encoder's
  /// delay.
  var start: Int?
  /// The length of the part from there on, in units of the movie's time scale; nil when the edit list does not state
  /// it, or lists several parts.
  var length: Int?
  /// The same in units of ``timescale``, if a tag states it.
  var soundLength: Int?
  /// Where its samples are, when they are not in fragments.
  var tables = SampleTables()

  /// Returns the frames at the start of the first packet, at `rate` hertz, that are not sound of the programme.
  func delay(rate: Int) -> Int {
    // Opus states it itself, too (RFC 7845 5.1).
    if case .opus(_, _, let preSkip) = coding, start == nil { return preSkip }
    // More than a second is not a delay but an edit of the recording, and edits are not applied.
    guard let start, timescale > 0, start <= timescale else { return 0 }
    return start * rate / timescale
  }

  /// Returns the frames of `packet`, which begins at `time`, that lie behind `end`; both times are in units of
  /// ``timescale``.
  func frames(of packet: Packet, at time: Int, behind end: Int) -> Int {
    guard end > time else { return packet.frameCount }
    guard timescale > 0, end - time < timescale else { return 0 }
    return max(0, packet.frameCount - (end - time) * packet.headerFormat.sampleRate / timescale)
  }

  /// Returns when the sound of the programme ends, in units of ``timescale``, in media that end at `mediaEnd`. Behind
  /// it the encoder filled up its last frames. `movieTimescale` is the number of units of ``length`` per second.
  func end(mediaEnd: Int, movieTimescale: Int) -> Int {
    if let soundLength { return end(after: soundLength, mediaEnd: mediaEnd) }
    guard let length, length > 0, movieTimescale > 0, timescale > 0, (start ?? 0) <= timescale else { return mediaEnd }
    // The product has 128 bits, of which the file states 96. A unit coarser than the track's is rounded up, so that no
    // sound is cut.
    let product = length.multipliedFullWidth(by: timescale)
    guard product.high == 0 else { return mediaEnd }
    let units =
      (Int(clamping: product.low) / movieTimescale) &+ (Int(clamping: product.low) % movieTimescale > 0 ? 1 : 0)
    return end(after: units, mediaEnd: mediaEnd)
  }

  /// Returns the end of sound of this length; that of the media where more than a second would be cut, which is an edit
  /// as at the start.
  private func end(after length: Int, mediaEnd: Int) -> Int {
    let (end, isTooMuch) = length.addingReportingOverflow(start ?? 0)
    return !isTooMuch && end < mediaEnd && mediaEnd - end <= timescale ? end : mediaEnd
  }

  /// Takes over what iTunes states about the encoder, unless the file has an edit list.
  mutating func apply(_ gap: ITunesGap) {
    guard start == nil, kind == .sound else { return }
    (start, soundLength) = (gap.delay, gap.length)
  }
}
