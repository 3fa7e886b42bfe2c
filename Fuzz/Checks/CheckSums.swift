/// Check sums made right again, so that what a mutation made is looked into and not left at the door: of Ogg's pages and of FLAC
/// in them, of FLAC's frames, of the tables of a transport stream.
enum CheckSums {
  /// `bytes` with right check sums, by the marks that are in them.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let isOgg = Bytes.find("OggS", in: bytes) != nil
    if Bytes.find("fLaC", in: bytes) != nil {
      bytes = isOgg ? OggPages.withFLACSummed(bytes) : FLACFrames.summed(bytes)
    }
    if isOgg { bytes = OggPages.summed(bytes) }
    return TransportTables.summed(bytes)
  }
}
