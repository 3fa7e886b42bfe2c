import Foundation

/// A 16-bit WAV file as `radiod play --output wav:` writes it.
struct WAVFile {
  /// The sizes in the header, in bytes: of the whole file after its first eight bytes, and of the samples.
  let riffSize: Int
  let dataSize: Int
  let rate: Int
  let channels: Int
  /// The bytes after the header.
  let samples: [UInt8]

  /// Reads a header of 44 bytes; nil when the file has none.
  init?(path: String) {
    guard let file = FileManager.default.contents(atPath: path), file.count >= 44 else { return nil }
    let bytes = Array(file)
    func text(_ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard text(0) == "RIFF", text(8) == "WAVE", text(12) == "fmt ", text(36) == "data", number(20, 2) == 1,
      number(34, 2) == 16
    else { return nil }
    riffSize = number(4, 4)
    dataSize = number(40, 4)
    rate = number(24, 4)
    channels = number(22, 2)
    samples = Array(bytes[44...])
  }

  /// Whether the header agrees with the file.
  var isConsistent: Bool { dataSize == samples.count && riffSize == samples.count + 36 }

  /// The length of the sound.
  var seconds: Double { Double(samples.count) / Double(2 * channels * rate) }
}
