import Broadcast
import CAssets

/// The files that are part of the program.
enum Assets {
  /// The shipped stations.json.
  static var stations: [UInt8] {
    Array(UnsafeBufferPointer(start: cassets_stations_bytes(), count: cassets_stations_size()))
  }
  /// The demo station's music, an MP3 file.
  static var demoSong: EmbeddedBytes { EmbeddedBytes(start: cassets_demo_bytes(), count: cassets_demo_size()) }
}
