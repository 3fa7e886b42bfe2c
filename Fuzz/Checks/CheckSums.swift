/// Repairs checksums, so that mutated bytes are parsed and not rejected at once: those of Ogg pages and of FLAC in
/// them, of FLAC frames, and of the tables of a transport stream.
enum CheckSums {
  /// `bytes` with correct checksums, by the marks that are in them.
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
