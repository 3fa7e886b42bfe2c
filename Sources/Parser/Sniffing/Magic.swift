/// A kind of file that is recognised by bytes at fixed places.
struct Magic: Sendable {
  let verdict: Sniffer.Verdict
  private let marks: [(offset: Int, bytes: [UInt8])]

  private init(_ verdict: Sniffer.Verdict, _ marks: (Int, [UInt8])...) {
    self.verdict = verdict
    self.marks = marks
  }

  private init(_ verdict: Sniffer.Verdict, _ text: String, at offset: Int = 0) {
    self.init(verdict, (offset, Array(text.utf8)))
  }

  /// True when every mark stands in its place.
  func matches(_ prefix: [UInt8]) -> Bool {
    marks.allSatisfy { prefix.dropFirst($0.offset).starts(with: $0.bytes) }
  }

  /// All kinds that are known by their marks; an earlier one takes precedence over a later one.
  static let all: [Magic] = [
    Magic(.container(.ogg), "OggS"),
    Magic(.container(.flac), "fLaC"),
    Magic(.container(.wave), (0, Array("RIFF".utf8)), (8, Array("WAVE".utf8))),
    Magic(.container(.wave), (0, Array("RF64".utf8)), (8, Array("WAVE".utf8))),
    Magic(.container(.wave), (0, Array("BW64".utf8)), (8, Array("WAVE".utf8))),
    Magic(.unsupported(kind: "an AVI file"), (0, Array("RIFF".utf8)), (8, Array("AVI ".utf8))),
    Magic(.container(.aiff), (0, Array("FORM".utf8)), (8, Array("AIF".utf8))),
    Magic(.container(.mp4), "ftyp", at: 4),
    Magic(.container(.mp4), "moov", at: 4),
    Magic(.container(.mp4), "styp", at: 4),
    Magic(.container(.mp4), "moof", at: 4),
    Magic(.container(.mp4), "sidx", at: 4),
    Magic(.container(.mp4), "mdat", at: 4),
    // What QuickTime files begin with instead: space that is left free, and a picture (QuickTime File Format, "Atoms").
    Magic(.container(.mp4), (0, [0, 0]), (4, Array("wide".utf8))),
    Magic(.container(.mp4), (0, [0, 0]), (4, Array("free".utf8))),
    Magic(.container(.mp4), (0, [0, 0]), (4, Array("skip".utf8))),
    Magic(.container(.mp4), (0, [0, 0]), (4, Array("pnot".utf8))),
    // The ASF header object's identifier (Microsoft, "Advanced Systems Format Specification", 10.1).
    Magic(
      .unsupported(kind: "Windows Media (ASF)"),
      (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C])),
    Magic(.unsupported(kind: "RealAudio"), ".RMF"),
    Magic(.unsupported(kind: "RealAudio"), (0, [0x2E, 0x72, 0x61, 0xFD])),
    Magic(.unsupported(kind: "AAC in ADIF"), "ADIF"),
    Magic(.unsupported(kind: "a Matroska or WebM file"), (0, [0x1A, 0x45, 0xDF, 0xA3])),
    Magic(.unsupported(kind: "a Flash video"), (0, Array("FLV".utf8) + [1])),
    Magic(.unsupported(kind: "an MPEG program stream"), (0, [0x00, 0x00, 0x01, 0xBA])),
    Magic(.unsupported(kind: "a Core Audio file"), "caff"),
    Magic(.unsupported(kind: "an AU file"), ".snd"),
    Magic(.unsupported(kind: "AMR"), "#!AMR"),
    Magic(.unsupported(kind: "Monkey's Audio"), "MAC "),
    Magic(.unsupported(kind: "WavPack"), "wvpk"),
    Magic(.unsupported(kind: "Musepack"), "MPCK"),
    Magic(.unsupported(kind: "Musepack"), "MP+"),
    Magic(.unsupported(kind: "DSD"), "DSD "),
    Magic(.unsupported(kind: "a MIDI file"), "MThd"),
    Magic(.unsupported(kind: "a MIDI file"), (0, Array("RIFF".utf8)), (8, Array("RMID".utf8))),
    // The sync words of ETSI TS 102 114 5.3, with all 16 bits of a word or 14 of them, and the head of files that
    // contain them.
    Magic(.unsupported(kind: "DTS"), (0, [0x7F, 0xFE, 0x80, 0x01])),
    Magic(.unsupported(kind: "DTS"), (0, [0xFE, 0x7F, 0x01, 0x80])),
    Magic(.unsupported(kind: "DTS"), (0, [0x1F, 0xFF, 0xE8, 0x00])),
    Magic(.unsupported(kind: "DTS"), (0, [0xFF, 0x1F, 0x00, 0xE8])),
    Magic(.unsupported(kind: "DTS"), "DTSHDHDR"),
    Magic(.unsupported(kind: "Dolby TrueHD"), (4, [0xF8, 0x72, 0x6F, 0xBA])),
    Magic(.unsupported(kind: "a Nullsoft video stream (NSV)"), "NSVf"),
    Magic(.unsupported(kind: "a Nullsoft video stream (NSV)"), "NSVs"),
    Magic(.unsupported(kind: "MPEG video"), (0, [0x00, 0x00, 0x01, 0xB3])),
    Magic(.unsupported(kind: "True Audio (TTA)"), "TTA1"),
    Magic(.unsupported(kind: "TAK"), "tBaK"),
    Magic(
      .unsupported(kind: "a Sony Wave64 file"),
      (0, Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00])),
    // The key of a partition pack, which begins a file (SMPTE ST 377-1, 7.1).
    Magic(
      .unsupported(kind: "an MXF file"),
      (0, [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02])),
    Magic(.unsupported(kind: "a NIST SPHERE file"), "NIST_1A\n"),
    Magic(.unsupported(kind: "a tracker module"), "IMPM"),
    Magic(.unsupported(kind: "a tracker module"), "Extended Module: "),
    Magic(.unsupported(kind: "a tracker module"), "SCRM", at: 44),
    Magic(.notAudio(found: "gzip-compressed data"), (0, [0x1F, 0x8B, 0x08])),
    Magic(.notAudio(found: "a ZIP archive"), (0, [0x50, 0x4B, 0x03, 0x04])),
    Magic(.notAudio(found: "a PDF document"), "%PDF-"),
    Magic(.notAudio(found: "a picture"), (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A])),
    Magic(.notAudio(found: "a picture"), (0, [0xFF, 0xD8, 0xFF])),
    Magic(.notAudio(found: "a picture"), "GIF8"),
    Magic(.notAudio(found: "a program"), (0, [0x7F, 0x45, 0x4C, 0x46])),
  ]
}
