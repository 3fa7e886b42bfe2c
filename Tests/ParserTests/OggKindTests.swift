import AudioCore
import Parser
import TestSupport
import Testing

@Suite("Kinds of Ogg streams")
struct OggKindTests {
  static let kinds: [(first: [UInt8], name: String)] = [
    ([0x80] + Array("theora".utf8), "Theora video"), (Array("BBCD\0".utf8), "Dirac video"),
    (Array("CELT    ".utf8), "CELT"), (Array("fishead\0".utf8), "nothing to be heard"),
    (Array("whatever".utf8), "an unknown coding"), ([], "an unknown coding"),
    ([1] + Array("vorbis".utf8) + [1, 0, 0, 0], "Vorbis of an unknown version or layout"),
    (OggSample.opusHead(channels: 9), "Opus of an unknown version or layout"),
    (OggSample.opusHead(channels: 3), "Opus of an unknown version or layout"),
    (OggSample.opusHead(channels: 2, family: [2, 1, 1, 0, 1]), "Opus of an unknown version or layout"),
    (OggSample.opusHead(channels: 2, family: [1, 1, 1, 0, 7]), "Opus of an unknown version or layout"),
    (OggSample.flacHead(rate: 0), "FLAC of an unknown version or layout"),
    (OggSample.vorbisHead(rate: 1000), "Vorbis at 1000 Hz, which is below 4000 Hz or above 384 kHz"),
    (Array("Speex   ".utf8), "Speex of an unknown version or layout"),
  ]

  @Test("the error names the content of a stream without playable sound", arguments: kinds)
  func named(kind: (first: [UInt8], name: String)) {
    var sample = OggSample(serial: 1)
    let first = sample.page([kind.first], flags: OggSample.first)
    let expected = TuneError.unsupported(source: "sample", kind: "Ogg with \(kind.name)")
    #expect(Parsing(first).error == expected)
    #expect(Parsing(first + sample.page([[1, 2, 3]])).error == expected)
  }

  @Test("the Opus header gives a layout of more than two channels")
  func surround() {
    var sample = OggSample(serial: 1)
    let head = OggSample.opusHead(channels: 6, family: [1, 4, 2, 0, 4, 1, 2, 3, 5])
    let pages = [sample.page([head], flags: OggSample.first), sample.page([OggSample.opusTags([])])]
    let parsing = Parsing(joined(pages, sample.opusPages(packets: 4)))
    #expect(
      parsing.packets.map(\.headerFormat) == Array(repeating: AudioFormat(sampleRate: 48000, channels: 6), count: 4))
  }

  @Test("an Opus packet's first bytes give its duration")
  func durations() {
    let table: [(toc: [UInt8], frames: Int?)] = [
      ([0x00], 480), ([0x08], 960), ([0x10], 1920), ([0x18], 2880), ([0x60], 480), ([0x68], 960), ([0x80], 120),
      ([0x88], 240), ([0x90], 480), ([0x98], 960), ([0x99], 1920), ([0x9A], 1920), ([0x9B, 3], 2880),
      ([0x9B, 0xC6], 5760), ([0x9B, 7], nil), ([0x9B, 0], nil), ([0x9B], nil), ([], nil), ([0x19], 5760),
      ([0x1B, 3], nil),
    ]
    for (toc, frames) in table {
      var sample = OggSample(serial: 1)
      let pages = sample.opusLink(packets: 0, preSkip: 0) + [sample.page([toc], granule: 100_000)]
      #expect(Parsing(joined(pages)).packets.map(\.frameCount) == (frames.map { [$0] } ?? []), "\(toc)")
    }
  }

  @Test("a FLAC packet's header gives its duration; a packet with a wrong checksum is left out")
  func blocks() {
    let table: [(header: [UInt8], frames: Int)] = [
      ([0x19, 0x18, 0], 192), ([0x59, 0x18, 0], 4608), ([0x69, 0x18, 0, 0x0F], 16), ([0xF9, 0x18, 0], 32768),
      ([0x79, 0x18, 0xFE, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF, 0x12, 0x34], 0x1235),
    ]
    for (fields, frames) in table {
      for sum in [0, 1] as [UInt8] {
        var sample = OggSample(serial: 1)
        var packet = OggSample.flacHeader(fields)
        packet[packet.count - 1] ^= sum
        let pages = sample.flacLink(packets: 0) + [sample.page([packet], granule: 100_000)]
        #expect(Parsing(joined(pages)).packets.map(\.frameCount) == (sum == 0 ? [frames] : []), "\(fields)")
      }
    }
  }
}
