import Spectrum
import Testing

@Suite("Levels as bytes")
struct LevelBytesTests {
  @Test("a step is half a decibel from -120 dBFS on; what is beyond the range has its nearest end")
  func steps() {
    let table: [(Float, UInt8)] = [
      (-120, 0), (-119.76, 0), (-119.74, 1), (-119.5, 1), (-60, 120), (-0.3, 239), (0, 240), (7.5, 255), (7.8, 255),
      (400, 255), (-400, 0), (.nan, 0), (.infinity, 255), (-.infinity, 0),
    ]
    for (level, byte) in table { #expect(LevelBytes.byte(level) == byte, "\(level)") }
  }

  @Test("each byte is its own level's, and a level is at most a quarter of a decibel off")
  func round() {
    for byte in UInt8.min...255 { #expect(LevelBytes.byte(LevelBytes.level(byte)) == byte) }
    for level in stride(from: Float(-120), through: 7.5, by: 0.01) {
      #expect(abs(LevelBytes.level(LevelBytes.byte(level)) - level) <= 0.2501)
    }
  }
}
