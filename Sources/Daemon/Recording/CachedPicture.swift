package import Pictures
package import Recording
package import Stations

/// Pictures for recordings from the cache alone: nothing is fetched.
package enum CachedPicture {
  /// Returns the picture of `station` in `cache`; nil when it is not there, or neither JPEG nor PNG.
  package static func picture(of station: Station, in cache: PictureCache) -> RecordingTags.Picture? {
    guard let request = PictureRequest(station), let bytes = cache.entry(for: request.address)?.bytes,
      let format = try? PictureFormat.of(bytes)
    else { return nil }
    return RecordingTags.Picture(bytes, format: format)
  }
}

extension RecordingTags.Picture {
  /// A picture in a file of this `format`; nil for those that tags do not have.
  init?(_ bytes: [UInt8], format: PictureFormat) {
    switch format {
    case .jpeg, .png: self.init(mediaType: format.mediaType, bytes: bytes)
    default: return nil
    }
  }
}
