import AudioCore

/// Packets with set-ups that no parser has checked: pieces of an input, each behind a word that describes it.
struct LoosePackets {
  private(set) var packets: [Packet] = []

  private static let codecs: [Codec] = [.vorbis, .opus, .flac, .speex, .pcm, .aac, .mp3]
  private static let rates = [8000, 44_100, 48_000, 16_000, 11_025, 22_050, 32_000, 96_000, 4000, 384_000]
  private static let sizes = [2, 3, 1, 4, 8]
  /// The bits of a piece's word: a header, else a packet; a discontinuity before it; the next codec from here on; and
  /// its length.
  private static let (header, gap, next, length) = (0x8000, 0x4000, 0x2000, 0x1FFF)

  /// Takes the settings of all packets from the back of `input`, and cuts the rest into pieces.
  init(_ input: inout FuzzInput) {
    var number = input.byte()
    let format = AudioFormat(sampleRate: input.choice(Self.rates), channels: 1 + input.byte() % 8)
    let frames = input.byte() * 32
    let trims = (start: input.byte() * 16, end: input.byte() * 16)
    let isSummed = input.byte() % 4 != 0
    let coding = SampleCoding(
      kind: input.choice(SampleCoding.Kind.allCases), bytes: input.choice(Self.sizes),
      isBigEndian: input.byte() % 2 == 1,
      channelMask: UInt64(input.byte()) << UInt64(input.byte() % 60))
    var headers: [[UInt8]] = []
    var isAfterHeader = false
    var rest = input.payload[...]
    while rest.count > 2, packets.count < Sound.maximumPackets {
      let word = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
      let piece = Array(rest.prefix(word & Self.length))
      rest = rest.dropFirst(piece.count)
      if word & Self.next != 0 { number += 1 }
      let codec = Self.codecs[number % Self.codecs.count]
      guard word & Self.header == 0 else {
        if !isAfterHeader { headers = [] }
        isAfterHeader = true
        headers.append(piece)
        continue
      }
      let isBreak = packets.isEmpty || isAfterHeader || word & (Self.gap | Self.next) != 0
      isAfterHeader = false
      packets.append(
        Packet(
          codec: codec, bytes: codec == .flac && isSummed ? FLACFrames.summed(piece) : piece, headerFormat: format,
          frameCount: frames,
          bitRate: 64_000, isDiscontinuity: isBreak, setup: codec == .pcm ? .samples(coding) : .headers(headers),
          startTrim: isBreak ? trims.start : 0, endTrim: trims.end))
    }
  }
}
