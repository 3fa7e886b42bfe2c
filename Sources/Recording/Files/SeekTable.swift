/// Where each hundredth of an MP3 file's duration begins, for its Info frame: the places of packets, a power of two of them
/// apart, so that it takes the same memory for any length.
package struct SeekTable: Sendable {
  /// Entries of the table in the file.
  package static let count = 100
  private static let maximumPlaces = 512

  private var places: [Int] = []
  private var step = 1
  private var packets = 0

  /// The table of a file without packets.
  package init() {}

  /// Adds a packet that begins at `place`, in bytes behind the beginning of the Info frame.
  package mutating func add(_ place: Int) {
    if packets % step == 0 {
      if places.count == Self.maximumPlaces {
        places = stride(from: 0, to: places.count, by: 2).map { places[$0] }
        step *= 2
      }
      if packets % step == 0 { places.append(place) }
    }
    packets += 1
  }

  /// Returns the place of each hundredth in 256ths of `size`, the bytes of the whole file behind its tag.
  package func entries(size: Int) -> [UInt8] {
    guard packets > 0, size > 0 else { return [UInt8](repeating: 0, count: Self.count) }
    return (0..<Self.count).map { index in
      UInt8(clamping: places[min(packets * index / Self.count / step, places.count - 1)] * 256 / size)
    }
  }
}
